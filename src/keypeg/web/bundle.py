"""Puts the page's modules together into scripts, and takes out of scripts and style sheets what only people read.

The modules keep to a part of the language: `import { a, b as c } from "./x.js"`, and `export` before a function, a
class or a constant, both at the beginning of a line. Anything else is refused: it would not mean the same in a bundle.
"""

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_EVENT = re.compile(r"""["'`/{}]""")  # what may begin or end something that is not plain code
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""")
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*")
_TEMPLATE = re.compile(r"[`}](?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)", re.DOTALL)
# A slash divides what ends like this, unless it is one of the words; after all else it begins a regular expression.
_VALUE = re.compile(r"(?P<word>[\w$]+)\s*\Z|[)\]}\ue001]\s*\Z")
_NO_VALUES = {"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await"}

_LITERAL = re.compile("\ue000([0-9]+)\ue001")
_SPACES = re.compile(r"[ \t]+")
_LINES = re.compile(r"[ \t]*\n\s*")
# A statement does not end with a line that ends like the first, or before a line that begins like the second.
_OPEN_LINE = re.compile(r"(?<=[(\[{,;:?=>&|<*%!~^])\n|\n(?=[)\]}.,;:?=&|<>*%])")
# A space separates two words, a number from a dot, and two signs that would be another one together.
_IDLE_SPACE = re.compile(r"(?<![\w$#+\-/]) | (?![\w$#.+\-/])|(?<=[\w$#]) (?=[+\-/])|(?<=[+\-/]) (?=[\w$#.])")

# An import by an address that is only known when it runs means the same in a bundle; one by a path does not.
_LINKING = re.compile(r"(?<![.\w$#])(?:import|export)\b(?!\s*:|\([\w$]+\))")
_IMPORT = re.compile(r"^import \{(?P<taken>[\w$\s,]*)\} from \ue000(?P<path>[0-9]+)\ue001;$", re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:(?:async )?function\*? ([\w$]+)\(|class ([\w$]+)\b|const ([\w$]+) =))",
    re.MULTILINE,
)


class BundleError(Exception):
    """Modules that can't be put into a bundle: which, where, and why."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module without its imports and exports, and these apart."""

    name: str
    imports: tuple[tuple[str, str], ...]  # the module, and what is taken from it as a pattern: "{h,replace:put}"
    exports: tuple[str, ...]
    code: str


@dataclass(slots=True)
class _Blanked:
    """A script in which each literal is only a number, so that the rest can be searched and changed."""

    text: str = ""
    literals: list[str] = field(default_factory=list)

    def add(self, literal: str) -> None:
        self.text += f"\ue000{len(self.literals)}\ue001"
        self.literals.append(literal)

    def filled(self) -> str:
        return _LITERAL.sub(lambda match: self.literals[int(match[1])], self.text)


def _blank(source: str) -> _Blanked:
    """Leave out comments, and put strings, templates and regular expressions aside."""
    blanked = _Blanked()
    templates: list[int] = []  # for each template that is open, how many braces are open in its ${}
    at = 0
    while event := _EVENT.search(source, at):
        blanked.text += source[at : event.start()]
        at, mark = event.start(), event[0]
        if comment := _COMMENT.match(source, at):
            blanked.text += "\n" if "\n" in comment[0] else " "
            at = comment.end()
        elif kind := _literal_kind(mark, blanked.text, templates):
            literal = kind.match(source, at)
            if literal is None:
                raise BundleError(f"line {source.count(chr(10), 0, at) + 1}: {mark} without an end")
            if mark == "}":
                templates.pop()
            if kind is _TEMPLATE and literal[0].endswith("${"):
                templates.append(0)
            blanked.add(literal[0])
            at = literal.end()
        else:
            if templates and mark in "{}":
                templates[-1] += 1 if mark == "{" else -1
            blanked.text += mark
            at += 1
    blanked.text += source[at:]
    return blanked


def _literal_kind(mark: str, before: str, templates: Sequence[int]) -> re.Pattern[str] | None:
    """Return what kind of literal begins with this mark, or goes on after it; None if it is plain code."""
    if mark in "\"'":
        return _STRING
    if mark == "/":
        return None if _is_value(before) else _REGEX
    is_template = mark == "`" or (mark == "}" and templates and not templates[-1])
    return _TEMPLATE if is_template else None


def _is_value(text: str) -> bool:
    value = _VALUE.search(text, max(0, len(text) - 80))
    return value is not None and value["word"] not in _NO_VALUES


def _strip(blanked: _Blanked) -> str:
    """Leave out white space that separates nothing; statements still end where they ended."""
    text = _LINES.sub("\n", _SPACES.sub(" ", blanked.text)).strip()
    text = _IDLE_SPACE.sub("", _OPEN_LINE.sub("", text))
    return _Blanked(text, blanked.literals).filled()


def strip_script(source: str) -> str:
    """Leave out of a script what only people read."""
    return _strip(_blank(source))


def strip_style(source: str) -> str:
    """Leave out of a style sheet what only people read."""
    pieces = re.split(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')""", re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL))
    for number in range(0, len(pieces), 2):
        piece = re.sub(r"\s+", " ", pieces[number])
        pieces[number] = re.sub(r" ?([{};,>]) ?|(:) ", r"\1\2", piece).replace(";}", "}")
    return "".join(pieces).strip()


def read_module(name: str, source: str) -> Module:
    """Take a module apart, or refuse what a bundle can't hold."""
    try:
        blanked = _blank(source)
    except BundleError as error:
        raise BundleError(f"{name}, {error}") from None
    folder = posixpath.dirname(name)
    imports = []
    for match in _IMPORT.finditer(blanked.text):
        path = posixpath.normpath(posixpath.join(folder, blanked.literals[int(match["path"])][1:-1]))
        taken = re.sub(r"\s+|,\s*$", "", re.sub(r"\s+as\s+", ":", match["taken"]))
        imports.append((path, f"{{{taken}}}"))
    exports = [next(filter(None, match.groups())) for match in _EXPORT.finditer(blanked.text)]
    blanked.text = _EXPORT.sub("", _IMPORT.sub("", blanked.text))
    if other := _LINKING.search(blanked.text):
        line = blanked.text[other.start() :].partition("\n")[0]
        raise BundleError(f"{name}: a bundle can't hold {_Blanked(line, blanked.literals).filled()!r}")
    return Module(name, tuple(imports), tuple(exports), _strip(blanked))


def in_order(modules: Mapping[str, Module], roots: Sequence[str]) -> list[Module]:
    """Return modules and all that they import, each after those it builds on, or refuse a cycle."""
    done: dict[str, Module] = {}

    def add(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise BundleError(f"modules import each other: {' > '.join((*path[path.index(name) :], name))}")
        if name in done:
            return
        if name not in modules:
            raise BundleError(f"{path[-1] if path else 'the page'} imports {name}, which is not there")
        for imported, taken in modules[name].imports:
            add(imported, (*path, name))
            names = {part.partition(":")[0] for part in taken.strip("{}").split(",")}
            if missing := names.difference(done[imported].exports):
                raise BundleError(f"{name} imports {', '.join(sorted(missing))}, which {imported} does not export")
        done[name] = modules[name]

    for root in roots:
        add(root, ())
    return list(done.values())


def variable(name: str) -> str:
    """Return the name under which a bundle has the exports of a module."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def write_block(module: Module) -> str:
    """Write a module as a block whose exports are kept in a variable, for the blocks after it."""
    taken = "".join(f"const{pattern}={variable(path)};" for path, pattern in module.imports)
    if not module.exports:
        return f"{{{taken}{module.code}}}"
    kept = variable(module.name)
    return f"let {kept};{{{taken}{module.code}\n{kept}={{{','.join(module.exports)}}}}}"
