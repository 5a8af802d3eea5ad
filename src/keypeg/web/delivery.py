"""The page as it is delivered: few files, compressed, with names made from their content, and the HTML that names them.

It is made once, in memory, from the modules, style sheets and words in `static/`, which stay as people write them.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from keypeg.web.bundle import Module, in_order, read_module, strip_script, strip_style, variable, write_block

# What it takes to play is in the first script and style sheet; all other views come later, with what only they need.
FIRST_VIEWS = ("start", "play", "game", "join", "challenge", "missing")
_LATER_MODULES = ("chart.js", "making.js", "options.js", "rounds.js")
_FIRST_STYLES = ("base", "frame", "controls", "pegs", "board", "stage", "entry", "start", "study")
_LOADER, _BUNDLED_LOADER, _WORKER = "loader.js", "bundled.js", "worker.js"

_KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
_PACKED_KINDS = {"css", "html", "js", "json", "svg", "webmanifest"}  # the others are compressed by themselves


@dataclass(frozen=True, slots=True)
class File:
    """Something to send: its content, as it is and compressed."""

    kind: str
    content: bytes
    packed: bytes | None
    tag: str

    @classmethod
    def of(cls, extension: str, content: bytes) -> "File":
        """Compress a content and give it a tag, which changes with it."""
        packed = gzip.compress(content, 9, mtime=0) if extension in _PACKED_KINDS else None
        return cls(_KINDS[extension], content, packed, hashlib.sha256(content).hexdigest()[:12])


class Page:
    """All files of the page, by their paths, and its HTML.

    Raises a `BundleError` if the modules in the folder can't be put together.
    """

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self.files: dict[str, File] = {}
        self._sources = sources
        self._paths: dict[str, str] = {}  # of the sources that are delivered as they are, by their names
        self._first, self._later = self._divide_modules()
        self._add_pictures()
        self._words = self._add_words()
        self._style = self._add("page.css", self._styles(later=False))
        self._rest = self._add_rest()
        self._script = self._add_first_script()
        self._paths["look.js"] = self._add("look.js", strip_script(self._text("look.js")))
        self._paths["keypeg.webmanifest"] = self._add("keypeg.webmanifest", self._linked("keypeg.webmanifest"))
        self._worker = self._add_worker()
        self._template, self._preview = self._write_template()

    def html(
        self,
        preview: str | None = None,
        asked: str | None = None,
        language: str = "en",
        *,
        is_first: bool = True,
    ) -> str:
        """Write the HTML.

        `preview` is what the head says of a path in place of title and description; `asked` is the path of the
        interface that the view asks for, which is loaded at once, as is the rest if the view is not in the first
        script.
        """
        language = language if language in self._words else "en"
        words = self._words[language]
        paths = [words["first"], *([] if is_first else [words["rest"]]), *filter(None, [asked])]
        links = [f'<link rel="preload" href="{path}" as="fetch" crossorigin>' for path in paths]
        if not is_first:
            links.append(f'<link rel="modulepreload" href="{self._rest}">')
        loaded = "\n".join(links)
        html = self._template.replace('<html lang="en">', f'<html lang="{language}">', 1)
        return html.replace(_LOADED_MARK, loaded).replace(_PREVIEW_MARK, preview or self._preview)

    def _add(self, name: str, content: str | bytes, folder: str = "/assets/") -> str:
        """Add a file under a name with its tag, and return its path."""
        stem, _, extension = name.rpartition(".")
        file = File.of(extension, content.encode() if isinstance(content, str) else content)
        path = f"{folder}{stem}-{file.tag}.{extension}"
        self.files[path] = file
        return path

    def _text(self, name: str) -> str:
        return self._sources[name].decode()

    def _linked(self, name: str) -> str:
        """Return a source with the paths of those that are delivered under other names."""
        return self._link(self._text(name))

    def _link(self, text: str) -> str:
        return re.sub(r'(?<=["(])/([\w./-]+)(?=[")])', lambda path: self._paths.get(path[1], path[0]), text)

    def _add_pictures(self) -> None:
        for name, content in self._sources.items():
            if name.startswith(("fonts/", "icons/", "icon.")) and not name.endswith(".txt"):
                self._paths[name] = self._add(name.rpartition("/")[2], content)

    def _styles(self, *, later: bool) -> str:
        names = re.findall(r'<link rel="stylesheet" href="/css/([^"]+)\.css">', self._text("index.html"))
        chosen = [self._linked(f"css/{name}.css") for name in names if (name in _FIRST_STYLES) != later]
        return strip_style("\n".join(chosen))

    def _divide_modules(self) -> tuple[list[Module], list[Module]]:
        """Return the modules of the first script, and the others, in order."""
        texts = {name: self._text(name) for name in self._sources if name.endswith(".js")}
        texts[_LOADER] = texts[_BUNDLED_LOADER]
        modules = {name: read_module(name, text) for name, text in texts.items()}
        begin = [*(f"views/{name}.js" for name in FIRST_VIEWS), "main.js"]
        views = sorted(name for name in modules if name.startswith("views/"))
        first = in_order(modules, begin)
        both = in_order(modules, [*begin, *_LATER_MODULES, *views])
        return first, both[len(first) :]

    def _add_words(self) -> dict[str, dict[str, str]]:
        """Add the words of each language that go with both scripts, in English where it lacks them."""
        used = "\n".join([self._text("index.html"), *(module.code for module in self._first)])
        catalogues = {
            name.removeprefix("words/").removesuffix(".json"): json.loads(content)
            for name, content in sorted(self._sources.items())
            if name.startswith("words/") and name.endswith(".json")
        }
        paths = {}
        for language, catalogue in catalogues.items():
            whole = {**catalogues["en"], "locale": language, **catalogue}
            first = words_in(used, whole)
            rest = {key: entry for key, entry in whole.items() if key not in first}
            paths[language] = {
                "first": self._add(f"{language}.json", _json({key: whole[key] for key in whole if key in first})),
                "rest": self._add(f"{language}-rest.json", _json(rest)),
            }
        return paths

    def _add_rest(self) -> str:
        """Add the script with all that is not in the first, which has its style too."""
        first = {module.name for module in self._first}
        needed = {path for module in self._later for path, _ in module.imports if path in first} | {"words.js"}
        taken = "".join(f"const {variable(name)}=modules[{_json(_stem(name))}];" for name in sorted(needed))
        style = f"const sheet=new CSSStyleSheet();sheet.replaceSync({_json(self._styles(later=True))});"
        return self._add(
            "rest.js",
            f"export async function define(modules,words){{{taken}$words.learn(words);{style}"
            f"document.adoptedStyleSheets.push(sheet);\n{_blocks(self._later)}\nreturn {_exports(self._later)}}}",
        )

    def _add_first_script(self) -> str:
        parts = f"{{first:()=>({_exports(self._first)}),rest:{_json(self._rest)},words:{_json(self._words)}}}"
        return self._add("page.js", f"const PARTS={parts};\n{_blocks(self._first)}")

    def _add_worker(self) -> str:
        own = [path for path in self.files if not path.endswith((".png", ".webmanifest"))]
        files = [self._script, *(path for path in own if path != self._script)]
        version = hashlib.sha256("".join(files).encode()).hexdigest()[:12]
        parts = _json({"version": version, "files": files})
        script = f"const PARTS={parts};\n{strip_script(self._text(_WORKER))}"
        return self._add(_WORKER, script, "/")  # a service worker serves the paths below its own

    def _write_template(self) -> tuple[str, str]:
        """Write the HTML but for what depends on the path and the language, and what its head says by itself."""
        html = self._text("index.html")
        preview = _PREVIEW.search(html)
        assert preview is not None  # noqa: S101 - the page has a title
        style, *others = re.findall(r'<link rel="stylesheet" href="/[^"]+">\n\s*', html)
        for other in others:
            html = html.replace(other, "")
        links = [
            _LOADED_MARK,
            f'<link rel="stylesheet" href="{self._style}">',
            f'<link rel="serviceworker" href="{self._worker}">',
        ]
        html = html.replace(preview[0], _PREVIEW_MARK).replace(style, "\n".join(links) + "\n")
        html = self._link(html.replace('"/main.js"', f'"{self._script}"'))
        return re.sub(r"\n\s+", "\n", html), preview[1]


_PREVIEW = re.compile(r"<!-- preview -->\s*(.*?)\s*<!-- /preview -->", re.DOTALL)
_PREVIEW_MARK, _LOADED_MARK = "<!--preview-->", "<!--loaded-->"


def words_in(code: str, words: Iterable[str]) -> set[str]:
    """Return those keys of a catalogue that the code has, as a whole or with parts to be filled in."""
    named = set(re.findall(r'"([\w.]+)"', code)) | {"locale"}
    patterns = {re.sub(r"\\\$\\\{.*?\\\}", ".*", re.escape(name)) for name in re.findall(r"`([a-z][^`\s]*)`", code)}
    made = re.compile("|".join(sorted(patterns)))
    return {key for key in words if key in named or made.fullmatch(key)}


def _stem(name: str) -> str:
    return name.removesuffix(".js")


def _blocks(modules: Iterable[Module]) -> str:
    return "\n".join(map(write_block, modules))


def _exports(modules: Iterable[Module]) -> str:
    pairs = [f"{_json(_stem(module.name))}:{variable(module.name)}" for module in modules if module.exports]
    return f"{{{','.join(pairs)}}}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_sources(folder: Traversable | None = None, under: str = "") -> dict[str, bytes]:
    """Read all files of a folder, by default those of the page, by their names in it."""
    sources: dict[str, bytes] = {}
    for entry in (folder or resources.files("keypeg.web") / "static").iterdir():
        name = f"{under}{entry.name}"
        if entry.is_dir():
            sources |= read_sources(entry, f"{name}/")
        else:
            sources[name] = entry.read_bytes()
    return sources


@cache
def delivered() -> Page:
    """Return the page, which is made when it is first asked for."""
    return Page(read_sources())


@lru_cache(maxsize=256)
def document(
    preview: str | None = None, asked: str | None = None, language: str = "en", *, is_first: bool = True
) -> File:
    """Return the HTML as a file; see `Page.html`."""
    return File.of("html", delivered().html(preview, asked, language, is_first=is_first).encode())
