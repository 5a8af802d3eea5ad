"""What people expect of any command: help, completion, and a pointer to the help where something is wrong."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from keypeg import cli, cli_about, cli_complete, palette, rules, strategies
from keypeg.cli import main
from keypeg.lines import one_line


@pytest.mark.parametrize("words", [["-h"], ["help"], ["--help"], []])
def test_help_has_several_names(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Usage: keypeg [OPTIONS] COMMAND [ARGS]..."
    listed = [line.split()[0] for line in lines[lines.index("Commands:") + 1 :]]
    assert listed == list(cli.app.all())
    assert not any(line.endswith("...") for line in lines[1:]), "a description was cut"


@pytest.mark.parametrize("name", cli.app.all())
def test_the_help_of_a_command_is_the_same_by_each_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pages = set()
    for words in ([name, "-h"], [name, "--help"], ["help", name]):
        assert main(words) == 0
        pages.add(capsys.readouterr().out)
    [page] = pages
    assert page.startswith(f"Usage: keypeg {name} [OPTIONS]")
    assert "-h, --help" in page


def test_arguments_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "-h"])
    page = capsys.readouterr().out
    assert page.startswith("Usage: keypeg play [OPTIONS] [VARIANT]\n")
    assert "  VARIANT  Pegs and colors, as in p4c6" in page
    assert "[default: p4c6]" in page


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("dance", "keypeg"),
        ("--loud", "keypeg"),
        ("play --loud", "keypeg play"),
        ("play --plain=yes", "keypeg play"),
        ("play --seed", "keypeg play"),
        ("hint", "keypeg hint"),
        ("bench --threads many", "keypeg bench"),
        ("play --seed 3 --secret 1122", "keypeg play"),
        ("help dance", "keypeg help"),
        ("play p4q6", "keypeg play"),
        ("play --palette sky", "keypeg play"),
        ("hint p4c6 --strategy best", "keypeg hint"),
        ("hint p4c6 --top 0", "keypeg hint"),
        ("tree p4c6 --output x.png", "keypeg tree"),
        ("exact p4c6 --output x.png", "keypeg exact"),
        ("convert x.json --output x.png", "keypeg convert"),
        ("tournament p4c6 --csv x.png", "keypeg tournament"),
        ("history --outcome drawn", "keypeg history"),
        ("play --resume game --secret 1122", "keypeg play"),
    ],
)
def test_a_usage_error_points_to_the_help(words: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.endswith(f" (see {command} --help)\n")
    assert written.err.count("\n") == 1


@pytest.mark.parametrize("words", ["verify no-such-file.json", "hint p4c6 1122=0b0w 3456=0b0w", "exact p5c10"])
def test_what_the_help_does_not_mend_does_not_point_to_it(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    assert "--help" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("history abc", "invalid value for 'N': 'abc' is not a valid whole number"),
        ("history --limit 0", "invalid value for '--limit': 0 is too small: write 1 or more"),
        ("bench --threads 257", "257 is out of range: write a number from 0 to 256"),
        ("hint p4c6 --strategy sampling --seconds-per-guess nan", "nan is out of range"),
        ("play --guesses 99999999999999999999999", "is not a number of guesses: write 1 to 999,999,999, or none"),
        ("help pla", "'pla' is not a command. Did you mean play"),
        ("play --new --json", "--new and --json contradict each other"),
        ("solve --new --json", "--new and --json contradict each other"),
        ("play --resume=", "'' is not the name of a file"),
    ],
)
def test_a_usage_error_says_what_to_write(words: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    assert says in capsys.readouterr().err


def test_no_help_shows_a_bound_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    for name in cli.app.all():
        main(["help", name])
        assert "None" not in capsys.readouterr().out, name


def test_a_message_is_one_printable_line() -> None:
    assert one_line("a\nb\x1b[31m\u202e\x00é") == "a b\\x1b[31m\\u202e\\x00é"
    assert len(one_line("9" * 5000)) < 700


# Completion


def test_every_name_is_suggested() -> None:
    assert {*rules._NAMED_VARIANTS} <= {*cli_complete.variants("")}
    assert all(rules.Variant.parse(variant) for variant in cli_complete.variants(""))
    assert list(cli_complete.palettes("")) == list(palette.PALETTES)
    assert list(cli_complete.strategies("")) == strategies.names()


SUGGESTED = [
    ("so", "solve"),
    ("play --gu", "--guesses"),
    ("play cl", "classic"),
    ("solve --strategy kn", "knuth knuth-candidates"),
    ("tournament p4c6 --strategies first,entr", "first,entropy first,entropy-candidates first,entropy-win"),
    ("tournament p4c6 --strategies knuth,kn", "knuth,knuth-candidates"),
    ("play --palette b", "board"),
    ("play --codemaker a", "adversary"),
    ("tree p4c6 --format s", "svg"),
    ("exact p4c6 --objective w", "worst"),
    ("help comp", "completion"),
    ("completion f", "fish"),
]


@pytest.mark.parametrize(("line", "words"), SUGGESTED)
def test_a_shell_is_told_what_may_follow(
    line: str, words: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv("_KEYPEG_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"keypeg {line}")
    monkeypatch.setenv("COMP_CWORD", str(len(line.split())))
    assert main([]) == 0
    assert set(words.split()) <= {text.partition(",")[2] for text in capfdbinary.readouterr().out.decode().split()}


def test_no_strategy_is_suggested_twice() -> None:
    assert "knuth,knuth" not in cli_complete.strategy_lists("knuth,")
    assert "knuth,entropy" in cli_complete.strategy_lists("knuth,")


@pytest.mark.parametrize("shell", cli_about.SHELLS)
def test_there_is_a_script_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert f"_KEYPEG_COMPLETE={shell}_complete" in capsys.readouterr().out


@pytest.mark.parametrize("shell", cli_about.SHELLS)
def test_a_shell_reads_its_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell}")
    main(["completion", shell])
    subprocess.run([shell, "-n"], input=capsys.readouterr().out, text=True, check=True)


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
def test_bash_completes_by_the_script(tmp_path: Path) -> None:
    program = tmp_path / "keypeg"
    program.write_text(f"#!{sys.executable}\nimport sys\nfrom keypeg.cli import main\nsys.exit(main())\n")
    program.chmod(0o755)
    script = (
        'eval "$(keypeg completion bash)"; COMP_WORDS=(keypeg play --palette bo); COMP_CWORD=3; '
        '_keypeg_completion keypeg; echo "${COMPREPLY[@]}"'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    run = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == "board\n"


def test_the_name_of_a_file_can_not_write_to_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "\x1b]0;owned\x07.json"
    main(["tree", "p2c3", "--output", str(path)])
    path.write_text(path.read_text(encoding="utf-8").replace('"12"', '"11"', 1), encoding="utf-8")
    main(["verify", str(path)])
    main(["history", "--export", str(path)])
    written = capsys.readouterr()
    assert "\x1b" not in written.out + written.err
    assert "\\x1b]0;owned" in written.out
