"""The page's files, the paths that are none, and errors in Keypeg's words."""

import pytest

from visitor import Visitor


@pytest.mark.parametrize(
    "path", ["/", "/game/abc", "/join/x-y_z", "/explore?position=p4c6+1122=1b1w", "/daily/2026-01-05"]
)
def test_every_view_is_the_page(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "<script" in answer.text


@pytest.mark.parametrize(
    ("name", "kind"), [("main.js", "javascript"), ("css/base.css", "text/css"), ("icon.svg", "svg")]
)
def test_files_come_by_name(visitor: Visitor, name: str, kind: str) -> None:
    answer = visitor.get(f"/{name}")
    assert (answer.status_code, kind in answer.headers["content-type"]) == (200, True)
    again = visitor.get(f"/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path", ["/nothing.js", "/../pyproject.toml", "/%2e%2e/app.py", "/static/../../app.py", "/api", "/api/"]
)
def test_what_is_not_there(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["kind"] == "not-found"


def test_a_method_that_is_not_for_this_path(visitor: Visitor) -> None:
    answer = visitor.put("/api/games", json={})
    assert answer.status_code == 405
    assert answer.json()["error"] == {"kind": "not-allowed", "message": "PUT can't be done here"}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"x"', b"\xff", b"null", b'{"kind": NaN}'])
def test_what_is_no_json_object(visitor: Visitor, content: bytes) -> None:
    answer = visitor.post("/api/games", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == "unreadable"
