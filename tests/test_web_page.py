"""The page's files, the paths that are none, and errors in Keypeg's words."""

import json
import re
import struct
from html import unescape
from importlib import resources
from pathlib import Path

import pytest

from keypeg.web import pages
from visitor import Json, Visitor

STATIC = Path(str(resources.files("keypeg.web"))) / "static"
FILES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
CODE = "".join((STATIC / name).read_text(encoding="utf-8") for name in FILES if name.endswith((".js", ".html")))
WORDS = json.loads((STATIC / "words" / "en.json").read_text(encoding="utf-8"))
DOC = (Path(__file__).parents[1] / "docs" / "page.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", ["/", "/game/abc", "/join/x-y_z", "/explore?position=p4c6+1122=1b1w", "/daily/2026-01-05"]
)
def test_every_view_is_the_page(visitor: Visitor, path: str) -> None:
    response = visitor.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert "<script" in response.text


def test_every_file_is_given_out(visitor: Visitor) -> None:
    given = {name: visitor.get(f"/{name}").content for name in FILES}
    assert given == {name: (STATIC / name).read_bytes() for name in FILES}


def test_every_style_sheet_is_linked() -> None:
    linked = re.findall(r'<link rel="stylesheet" href="/([^"]+)">', CODE)
    assert sorted(linked) == [name for name in FILES if name.endswith(".css")]


def test_the_documentation_names_every_file_and_no_other() -> None:
    made = DOC.partition("## How it is made")[2].partition("**To add a language**")[0]
    assert sorted(re.findall(r"`([\w./-]+\.\w+)`", made)) == FILES


def test_the_documentation_has_the_keys_as_the_page_has_them() -> None:
    keys = re.findall(r'"(keys\.\w+)"\]', (STATIC / "keytable.js").read_text(encoding="utf-8"))
    listed = re.findall(r"^\| `.*?` (?:… )?\| (.*?) \|$", DOC.partition("## For everybody")[0], re.MULTILINE)
    assert [WORDS[key] for key in keys[:-1]] == ["set a peg by the number of its color", *listed[1:]]


def test_every_word_of_the_catalogue_is_used_and_none_is_missing() -> None:
    named = set(re.findall(r'"([\w.]+)"', CODE))
    made = [re.sub(r"\\\$\\\{.*?\\\}", ".*", re.escape(name)) for name in re.findall(r"\bt\(`([^`]+)`", CODE)]
    unused = {key for key in WORDS if key not in named and not any(re.fullmatch(name, key) for name in made)}
    assert unused == {"locale"}
    assert set(re.findall(r'\b(?:t|parts|paragraph|way)\(\s*"([^"]+)"', CODE)) <= set(WORDS)


@pytest.mark.parametrize(
    ("name", "kind"), [("main.js", "javascript"), ("css/base.css", "text/css"), ("icon.svg", "svg")]
)
def test_files_come_by_name(visitor: Visitor, name: str, kind: str) -> None:
    response = visitor.get(f"/{name}")
    assert (response.status_code, kind in response.headers["content-type"]) == (200, True)
    again = visitor.get(f"/{name}", headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path", ["/nothing.js", "/../pyproject.toml", "/%2e%2e/app.py", "/static/../../app.py", "/api", "/api/"]
)
def test_what_is_not_there(visitor: Visitor, path: str) -> None:
    response = visitor.get(path)
    assert response.status_code == 404
    assert response.json()["error"]["kind"] == "not-found"


def test_a_method_that_is_not_for_this_path(visitor: Visitor) -> None:
    response = visitor.put("/api/games", json={})
    assert response.status_code == 405
    assert response.json()["error"] == {"kind": "not-allowed", "message": "PUT can't be used at '/api/games'"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "'kind' is missing"),
        ({"kind": "break", "guesses": "many"}, "'guesses' must be a whole number"),
        ({"kind": "break", "guesses": 1.5}, "'guesses' must be a whole number"),
        ({"kind": "break", "hard": "very"}, "'hard' must be true or false"),
        ({"kind": "break", "variant": 4}, "'variant' must be text"),
        ({"kind": "chess"}, "'kind' must be one of: 'break', 'solve', 'duel'"),
    ],
)
def test_a_field_that_is_wrong_is_named_in_a_sentence(visitor: Visitor, fields: Json, message: str) -> None:
    assert visitor.ask("POST", "games", 422, json=fields)["error"] == {"kind": "unreadable", "message": message}


def test_a_date_that_is_none(visitor: Visitor) -> None:
    error = visitor.ask("GET", "daily?date=tomorrow", 422)["error"]
    assert error["message"] == "'date' must be a date: write it as 2026-01-05"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"x"', b"\xff", b"null", b'{"kind": NaN}'])
def test_what_is_no_json_object(visitor: Visitor, content: bytes) -> None:
    response = visitor.post("/api/games", content=content, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"]["kind"] == "unreadable"


def preview(visitor: Visitor, path: str, status: int = 200) -> dict[str, str]:
    """Return what a link to a path shows elsewhere."""
    response = visitor.get(path)
    assert response.status_code == status
    found = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', response.text))
    [title] = re.findall("<title>(.*?)</title>", response.text)
    assert found["og:title"] == title
    assert found["og:description"] == found["description"]
    return {name: unescape(value) for name, value in found.items()}


def test_the_server_knows_every_view_of_the_page() -> None:
    router = (STATIC / "router.js").read_text(encoding="utf-8")
    routes = re.findall(r'^  \[/\^(.*)\$/, "(\w+)"\],$', router, re.MULTILINE)
    assert routes
    for pattern, name in routes:
        assert pages.ROUTES[name] == pattern.replace(r"\/", "/").replace("(?<", "(?P<"), name


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/daily/", "/game", "/review/a/b", "/join/é", "/new/chess", "/learn/unknown", "/puzzles/unknown"],
)
def test_a_view_that_is_not_there_is_the_page_with_status_404(visitor: Visitor, path: str) -> None:
    assert preview(visitor, path, 404)["og:title"] == "Nothing here · Keypeg"
    assert "<script" in visitor.get(path).text


def test_the_interface_tells_whose_a_puzzle_is_and_not_the_page(visitor: Visitor, other: Visitor) -> None:
    begun = visitor.ask("POST", "puzzles", 201, json={})["id"]
    exported = visitor.ask("GET", "export")
    other.ask("POST", "import", json={"keypeg": "history 1", "games": [], "puzzles": exported["puzzles"]})
    imported = other.ask("GET", "puzzles")["open"]
    assert len(imported) != len(begun)
    for identifier, statuses in ((begun, (200, 404)), (imported, (404, 200)), ("x" * 16, (404, 404))):
        assert preview(visitor, f"/puzzles/{identifier}")["og:title"] == "Keypeg"
        assert tuple(each.get(f"/api/puzzles/{identifier}").status_code for each in (visitor, other)) == statuses


def test_a_link_shows_what_it_leads_to(url: str, visitor: Visitor) -> None:
    shown = preview(visitor, "/")
    assert (shown["og:title"], shown["og:url"], shown["og:image"]) == ("Keypeg", f"{url}/", f"{url}/preview.png")
    assert shown["twitter:card"] == "summary_large_image"
    assert preview(visitor, "/daily/2025-02-11")["og:title"] == "Code of the day 42 · Keypeg"
    assert preview(visitor, "/daily/2025-02-31")["og:title"] == "Keypeg"
    assert preview(visitor, "/join/abc")["og:title"] == "Break my code · Keypeg"
    assert preview(visitor, "/challenge/abc")["og:title"] == "Keypeg"


@pytest.mark.parametrize(
    ("headers", "language", "title"),
    [
        ({"Accept-Language": "de-AT,en;q=0.5"}, "de", "Code des Tages 42 · Keypeg"),
        ({"Accept-Language": "fr,es;q=0.5"}, "es", "Código del día 42 · Keypeg"),
        ({"Accept-Language": "de", "Cookie": "keypeg-language=es"}, "es", "Código del día 42 · Keypeg"),
        ({"Accept-Language": "fi"}, "en", "Code of the day 42 · Keypeg"),
    ],
)
def test_a_link_is_shown_in_the_language_of_the_request(
    visitor: Visitor, headers: dict[str, str], language: str, title: str
) -> None:
    text = visitor.get("/daily/2025-02-11", headers=headers).text
    assert f'<html lang="{language}">' in text
    assert f"<title>{title}</title>" in text
    assert f'<meta property="og:title" content="{title}">' in text


def test_a_challenge_shows_what_to_beat(visitor: Visitor, other: Visitor) -> None:
    won, lost = visitor.break_code(visitor.begin()), visitor.do(visitor.begin(), "give-up")
    tokens = [visitor.ask("POST", f"games/{game['id']}/challenge")["token"] for game in (won, lost)]
    said = [preview(other, f"/challenge/{token}")["description"] for token in tokens]
    assert said == [
        f"I found this code in {len(won['turns'])} guesses. Can you do better?",
        "I did not find this code. Can you?",
    ]


def test_nobody_writes_into_the_page(visitor: Visitor) -> None:
    for host in ('x"><script>alert(1)</script>', "<b>"):
        text = visitor.get("/explore", headers={"Host": host}).text
        assert host not in text
        assert '"og:url" content="/explore"' in text
    assert "<i>" not in visitor.get("/<i>'\"").text


def test_a_page_that_is_known_is_not_sent_again(visitor: Visitor) -> None:
    response = visitor.get("/help")
    assert response.headers["cache-control"] == "no-cache"
    again = visitor.get("/help", headers={"If-None-Match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_picture_of_a_link_is_small_enough_and_as_large_as_is_said() -> None:
    data = (STATIC / pages.PICTURE.strip("/")).read_bytes()
    assert struct.unpack(">II", data[16:24]) == pages.PICTURE_SIZE
    assert len(data) < 60_000
