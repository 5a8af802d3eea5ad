"""The documentation site: the pages of this repository, the reference from the docstrings, tables, notebooks.

    python docs/site.py

Puts the pages together in build/pages, lets Zensical make the site in build/site, and then follows every link of it; a
link that leads nowhere fails the build. `make docs` installs what this needs and runs it.
"""

import ast
import contextlib
import csv
import html
import io
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

import keypeg

ROOT = Path(__file__).parents[1]
PAGES, SITE = ROOT / "build" / "pages", ROOT / "build" / "site"

MOVED = {"README.md": "index.md", "docs/index.md": "guide.md", "results/README.md": "data/index.md"}
"""Where a page of the repository stands on the site, if that is another place than its name says."""

FILES = ("CITATION.cff", "LICENSE")
"""What is on the site as it is."""

URLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]

REPOSITORY = URLS["Homepage"]
"""Where links lead to anything that is not on the site."""

ADDRESS = f"{URLS['Documentation']}/"
"""Where the site will stand: the page for addresses that lead nowhere has to name it in each of its links."""

SECTIONS = {
    "Play": ["tutorial", "puzzles", "coach", "page", "pictures"],
    "Look up": ["reference", "strategies", "vocabulary"],
    "Research": ["research", "results", "large", "cluster", "gpu"],
    "Build on it": ["environments", "server", "architecture", "contributing", "security"],
}
LINK = re.compile(r"(?P<before>!?\[[^\]]*\]\(|\b(?:src|href)=\")(?P<to>[^)\"\s]+)")
MODULE = re.compile(r"^\| `(keypeg\.\w+)` \|", re.MULTILINE)


# ---- The pages -------------------------------------------------------------------------------------------------------


def place_of(path: str) -> str | None:
    """Return where a file of the repository stands on the site; None if it doesn't."""
    if path in MOVED:
        return MOVED[path]
    folder, _, name = path.rpartition("/")
    if path in FILES or (folder == "" and path.endswith(".md")):
        return name.lower() if path.endswith(".md") else name
    if folder == "examples" and path.endswith(".ipynb"):
        return f"notebooks/{name.removesuffix('.ipynb')}.md"
    if path.startswith("docs/images/") or (folder == "docs" and path.endswith(".md")):
        return path.removeprefix("docs/")
    return f"data/{name}" if folder == "results" else None


def page_of(path: str) -> str:
    return with_links((ROOT / path).read_text(encoding="utf-8"), path)


def with_links(text: str, path: str) -> str:
    """Return what a file of the repository says with its links as they are on the site, or to the repository."""

    def moved(match: re.Match[str]) -> str:
        link, hash_, anchor = match["to"].partition("#")
        target = (ROOT / path).parent / link
        if not link or ":" in link or not target.exists():
            return match[0]
        inside = target.resolve().relative_to(ROOT).as_posix()
        place = place_of(f"{inside}/README.md" if target.is_dir() else inside)
        if place is None:
            return f"{match['before']}{REPOSITORY}/{'tree' if target.is_dir() else 'blob'}/main/{inside}{hash_}{anchor}"
        ups = "../" * (len(Path(place_of(path) or "").parts) - 1)
        return f"{match['before']}{ups}{place}{hash_}{anchor}"

    return LINK.sub(moved, text)


def write(place: str, text: str) -> None:
    path = PAGES / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def assemble() -> list[dict[str, Any]]:
    """Write all pages, and return the navigation."""
    shutil.rmtree(PAGES, ignore_errors=True)
    pages = sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
    for path in [*pages, "results/README.md"]:
        write(place_of(path) or path, page_of(path))
    shutil.copytree(ROOT / "docs" / "images", PAGES / "images")
    shutil.copytree(ROOT / "docs" / "theme", PAGES / "theme")
    for name in ("fonts/fraunces.woff2", "icon.svg"):
        shutil.copy(ROOT / "src" / "keypeg" / "web" / "static" / name, PAGES / "theme")
    for name in FILES:
        shutil.copy(ROOT / name, PAGES)
    for file in (ROOT / "results").iterdir():
        if file.suffix != ".md":
            shutil.copy(file, PAGES / "data")
    write("data/tables.md", tables())
    modules = MODULE.findall((ROOT / "docs" / "reference.md").read_text(encoding="utf-8"))
    for name in modules:
        write(f"api/{name.removeprefix('keypeg.')}.md", f"# `{name}`\n\n::: {name}\n")
    notebooks = {path.stem: notebook(path) for path in sorted((ROOT / "examples").glob("*.ipynb"))}
    for stem, text in notebooks.items():
        write(f"notebooks/{stem}.md", text)
    return navigation(modules, notebooks)


def navigation(modules: list[str], notebooks: dict[str, str]) -> list[dict[str, Any]]:
    sections: list[dict[str, Any]] = [{"Home": "index.md"}, {"Where to read": "guide.md"}]
    for title, stems in SECTIONS.items():
        sections.append({title: [f"{stem}.md" for stem in stems if (PAGES / f"{stem}.md").exists()]})
    research = next(section["Research"] for section in sections if "Research" in section)
    research += [{"Comparisons": "data/index.md"}, {"All tables": "data/tables.md"}]
    sections.append({"Notebooks": [{heading(text): f"notebooks/{stem}.md"} for stem, text in notebooks.items()]})
    sections.append({"Python": [{name: f"api/{name.removeprefix('keypeg.')}.md"} for name in modules]})
    return sections


def heading(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ")


# ---- Tables ----------------------------------------------------------------------------------------------------------


def tables() -> str:
    """Return all tables of results/ on a page: a click on a heading sorts by its column."""
    parts = ["# All tables", "A click on a heading sorts by its column; a second one turns the order round."]
    for path in sorted((ROOT / "results").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        parts += [f"## {path.stem}", f"{len(rows)} rows; the file: [{path.name}]({path.name})", table(head, rows)]
    return "\n\n".join(parts) + "\n"


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table without its empty columns, and with no more digits than one reads."""
    columns = [number for number in range(len(head)) if any(row[number] for row in rows)]
    titles = "".join(f"<th>{html.escape(head[number].replace('_', ' '))}</th>" for number in columns)
    lines = [
        "<tr>" + "".join(f"<td>{html.escape(short(row[number]))}</td>" for number in columns) + "</tr>" for row in rows
    ]
    body = "\n".join(lines)
    inside = f"<thead><tr>{titles}</tr></thead>\n<tbody>\n{body}\n</tbody>"
    return f'<div class="frame"><table class="sortable">\n{inside}\n</table></div>'


def short(cell: str) -> str:
    return f"{float(cell):.5g}" if re.fullmatch(r"\d+\.\d{5,}(e-?\d+)?", cell) else cell


# ---- Notebooks -------------------------------------------------------------------------------------------------------


def notebook(path: Path) -> str:
    """Run a notebook, and return it as a page with what its cells show."""
    names: dict[str, Any] = {}
    parts: list[str] = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(with_links(source, path.relative_to(ROOT).as_posix()))
        else:
            parts += [f"```python\n{source}\n```", *shown(source, names)]
    return "\n\n".join(parts) + "\n"


def shown(source: str, names: dict[str, Any]) -> Iterator[str]:
    """Run a cell, and tell what it prints and what its last expression looks like."""
    parsed = ast.parse(source)
    last = parsed.body.pop() if isinstance(parsed.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(parsed, "cell", "exec"), names)  # noqa: S102 - a notebook of this repository
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307 - likewise
    if printed.getvalue():
        yield f"```text\n{printed.getvalue().rstrip()}\n```"
    if value is not None:
        picture = getattr(value, "_repr_svg_", None) or getattr(value, "_repr_html_", None)
        text = f"```text\n{value!r}\n```" if picture is None else picture()
        yield text if picture is None else f'<div class="shown">\n{text}\n</div>'


# ---- The site --------------------------------------------------------------------------------------------------------


def configuration(nav: list[dict[str, Any]]) -> str:
    """Return Zensical's configuration, as TOML."""
    text = (ROOT / "docs" / "theme" / "zensical.toml").read_text(encoding="utf-8")
    named = {"site_name": f"Keypeg {keypeg.__version__}", "site_url": ADDRESS}
    given = {**named, "docs_dir": PAGES.name, "site_dir": SITE.name, "nav": nav}
    lines = [f"{name} = {toml(value)}" for name, value in given.items()]
    return text.replace("[project]\n", "[project]\n" + "\n".join(lines) + "\n", 1)


def toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {toml(one)}" for name, one in value.items()) + " }"
    return json.dumps(value)


class Links(HTMLParser):
    """The links of a page, and the places in it to which others can lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors = {"", "__skip"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {name for key in ("id", "name") if (name := given.get(key))}
        if tag not in ("base", "link") or given.get("rel") in ("stylesheet", "icon"):
            self.links += [to for key in ("href", "src") if (to := given.get(key))]


def dead_links(site: Path) -> list[str]:
    """Return the links of a site that lead nowhere in it, or out of it to anything that is loaded."""
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    dead = []
    for path, page in pages.items():
        for link in page.links:
            if urlsplit(link).scheme or link.startswith("//"):
                continue
            name, anchor = urldefrag(unquote(link))
            if name.startswith("/"):  # as in 404.html, which is shown at any address
                target = site / name.removeprefix(urlsplit(ADDRESS).path)
            else:
                target = path.parent / name if name else path
            target = (target / "index.html" if target.is_dir() else target).resolve()
            there = pages.get(target)
            if not target.is_file() or (there is not None and anchor not in there.anchors):
                dead.append(f"{path.relative_to(site)}: {link}")
    return sorted(set(dead))


def build() -> list[str]:
    """Build the site, and return its dead links."""
    file = ROOT / "build" / "zensical.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(configuration(assemble()), encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--config-file", str(file)]
    subprocess.run(command, check=True)
    return dead_links(SITE)


def main() -> int:
    dead = build()
    print(*dead, f"{SITE / 'index.html'}: {len(dead)} dead links", sep="\n")  # noqa: T201
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
