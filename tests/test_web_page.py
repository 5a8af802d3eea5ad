"""The page's files, the paths that are none, and errors in Keypeg's words."""

import json
import re
from importlib import resources
from pathlib import Path

import pytest

from visitor import Visitor

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
    given = {name: visitor.get(f"/{name}").text for name in FILES}
    assert given == {name: (STATIC / name).read_text(encoding="utf-8") for name in FILES}


def test_every_style_sheet_is_linked() -> None:
    linked = re.findall(r'<link rel="stylesheet" href="/([^"]+)">', CODE)
    assert sorted(linked) == [name for name in FILES if name.endswith(".css")]


def test_the_documentation_names_every_file_and_no_other() -> None:
    made = DOC.partition("## How it is made")[2].partition("**To add a language**")[0]
    assert sorted(re.findall(r"`([\w./]+\.\w+)`", made)) == FILES


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


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"x"', b"\xff", b"null", b'{"kind": NaN}'])
def test_what_is_no_json_object(visitor: Visitor, content: bytes) -> None:
    response = visitor.post("/api/games", content=content, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"]["kind"] == "unreadable"
