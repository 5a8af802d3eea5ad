"""What both games in a terminal say, if it takes more than a message: the rules, limits, explanations."""

from keypeg import render
from keypeg.palette import BULLS, CLASSIC
from keypeg.render import Look
from keypeg.rules import Code, Variant, score
from keypeg.words import plain
from keypeg.words.language import has, text

_EXAMPLES = (
    (Code("1133"), Code("1113"), "rules.third-red"),
    (Code("1234"), Code("1111"), "rules.one-red"),
    (Code("1122"), Code("2213"), "rules.elsewhere"),
    (Code("1234"), Code("4321"), "rules.all-elsewhere"),
)
_BULLS_EXAMPLES = (
    (Code("1234"), Code("1356"), "rules.some-digits"),
    (Code("1234"), Code("4321"), "rules.all-digits-elsewhere"),
)


def rules_page(look: Look) -> str:
    """Explain the rules, and how feedback counts by worked examples."""
    variant = look.variant
    bulls = "-bulls" if look.palette.bulls and not variant.repeats else ""
    about = "rules.about" if variant.repeats else f"rules.about{bulls or '-no-repeats'}"
    lines = [
        text(about, pegs=variant.pegs, colors=variant.colors, codes=variant.size),
        "",
        f"  {text(f'rules.black{bulls}', sign=render.BLACK)}",
        f"  {text(f'rules.white{bulls}', sign=render.WHITE)}",
        "",
        text(f"rules.counting{bulls}"),
        "",
    ]
    example_look = Look(Variant(4, 6), BULLS if bulls else CLASSIC)
    for secret, guess, why in _BULLS_EXAMPLES if bulls else _EXAMPLES:
        lines += [f"  {_example(secret, guess, example_look)}", f"      {text(why)}"]
    return "\n".join(lines)


def _example(secret: Code, guess: Code, look: Look) -> str:
    feedback = score(secret, guess)
    return text(
        "rules.example",
        secret=look.code(secret),
        guess=look.code(guess),
        key_pegs=render.key_pegs(feedback, 4),
        feedback=plain.feedback(feedback, look),
    )


def explain(program: str, form: str, look: Look) -> str:
    """Say what a command does, written as it is typed; `program` is the game that it belongs to."""
    name = form.lower().replace(" ", "-")
    own = [f"command.{name}-bulls"] if look.palette.bulls else []
    own.append(f"command.{program}.{name}")
    return text(next(filter(has, own), f"command.{name}"))


def limit_left(guesses_left: int | None) -> str:
    """Say how many guesses are left; None if there is no limit."""
    return text("terminal.no-limit") if guesses_left is None else text("terminal.guesses-left", number=guesses_left)


def luck(variant: Variant, guesses: int | None) -> list[str]:
    """Say that it takes luck to stay within a limit, if no strategy could guarantee it."""
    if guesses is None or guesses >= variant.pegs + variant.colors:  # which suffice wherever a proof is quick
        return []
    from keypeg.exact import turns_needed  # noqa: PLC0415 - the usual limits don't need it at every start

    least = turns_needed(variant)
    return [text("terminal.luck", least=least, variant=variant)] if guesses < least else []
