"""The documentation site builds, and every link of it leads somewhere."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site() -> ModuleType:
    spec = importlib.util.spec_from_file_location("keypeg_site", ROOT / "docs" / "site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_site_builds_without_a_dead_link(site: ModuleType) -> None:
    pytest.importorskip("zensical", reason="Zensical is not installed: make docs installs it")
    assert site.build() == []
    made = {path.parent.relative_to(site.SITE).as_posix() for path in site.SITE.rglob("index.html")}
    assert {".", "guide", "tutorial", "reference", "data", "data/tables", "api/position", "contributing"} <= made
    assert {f"notebooks/{path.stem}" for path in (ROOT / "examples").glob("*.ipynb")} <= made
    position = (site.SITE / "api" / "position" / "index.html").read_text(encoding="utf-8")
    assert "A variant and the turns played" in position
    environments = (site.SITE / "api" / "envs" / "index.html").read_text(encoding="utf-8")
    assert 'id="keypeg.envs.Mastermind.reset"' in environments


def test_a_dead_link_is_found(site: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "index.html").write_text('<h1 id="top">There</h1>')
    (tmp_path / "index.html").write_text(
        '<a href="there/#top">a</a> <a href="there/#bottom">b</a> <a href="gone/">c</a> <img src="none.svg">'
    )
    assert site.dead_links(tmp_path) == ["index.html: gone/", "index.html: none.svg", "index.html: there/#bottom"]


def test_the_page_for_dead_addresses_has_links_that_work_at_any_of_them(site: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "index.html").write_text("<h1>There</h1>")
    links = "".join(f'<a href="{to}">a</a>' for to in ("/keypeg/", "/keypeg/there/", "/there/"))
    (tmp_path / "404.html").write_text(links)
    (tmp_path / "index.html").write_text("<h1>Here</h1>")
    assert site.ADDRESS == "https://keypeg.github.io/keypeg/"
    assert site.dead_links(tmp_path) == ["404.html: /there/"]


def test_a_link_to_what_is_not_on_the_site_leads_to_the_repository(site: ModuleType) -> None:
    page = site.page_of("docs/environments.md")
    for kind, path in (("tree", "examples/machines"), ("blob", "examples/machines/player.py")):
        assert f"]({site.REPOSITORY}/{kind}/main/{path})" in page
    assert "](coach.md)" in page
    assert "](images/learning.svg)" in page
