"""The page as it is delivered: what is put together, what is refused, under which names, and how much it is."""

import gzip
import json
import re
from importlib import resources
from pathlib import Path

import pytest

from keypeg.web.bundle import BundleError, Module, in_order, read_module, strip_script, strip_style, write_block
from keypeg.web.delivery import Page, delivered, document, read_sources, words_in
from keypeg.web.guard import HEADERS
from visitor import Visitor

MOST_BYTES = 60_000
STATIC = Path(str(resources.files("keypeg.web"))) / "static"
NAMED = re.compile(r'(?:href|src)="(/[^"]*\.\w+)"')


@pytest.mark.parametrize(
    ("source", "stripped"),
    [
        ("const a = 1; // one\n", "const a=1;"),
        ("/** Say\n * it. */\nsay(  'it'  );", "say('it');"),
        ('const link = "https://x.org"; /* "no" */', 'const link="https://x.org";'),
        ("const text = `a // ${ b + `  ${c}  ` } /* d */\n  e`;", "const text=`a // ${b+`  ${c}  `} /* d */\n  e`;"),
        ("x = { a: `${ f({ b: 1 }) }` }", "x={a:`${f({b:1})}`}"),
        ('const slash = /[/"`]\\//g.test(s);', 'const slash=/[/"`]\\//g.test(s);'),
        ("return /a  b/;", "return/a  b/;"),
        ("x = a / b; // c / d\ny = (a) / 2 / c[0] / d", "x=a/b;y=(a)/2/c[0]/d"),
        ("a\n  .b()\n  .c();", "a.b().c();"),
        ("let a = 1\nlet b = a\n(c)", "let a=1\nlet b=a\n(c)"),
        ("a = b + +c - -d;\ne = f - g;\n++h;", "a=b+ +c- -d;e=f-g;++h;"),
        ("if (a) {\n  b();\n}\nc();", "if(a){b();}\nc();"),
        ("const a = b\n  ? 1 .toFixed()\n  : typeof c;", "const a=b?1 .toFixed():typeof c;"),
        ("class A { #b = 1; get c() { return this.#b; } }", "class A{#b=1;get c(){return this.#b;}}"),
    ],
)
def test_what_only_people_read_is_left_out_of_a_script(source: str, stripped: str) -> None:
    assert strip_script(source) == stripped


def test_what_only_people_read_is_left_out_of_a_style_sheet() -> None:
    source = """
    /* Holes; no "pegs". */
    .row > li:first-child, .row::before { content: "  > ; {"; margin: 0 calc(1px + 2px) }
    @media (width < 600px) { a { --x: 1; } a :hover { color: red; } }
    """
    stripped = (
        '.row>li:first-child,.row::before{content:"  > ; {";margin:0 calc(1px + 2px)}'
        "@media (width < 600px){a{--x:1}a :hover{color:red}}"
    )
    assert strip_style(source) == stripped


def test_a_module_becomes_a_block_that_keeps_its_exports() -> None:
    source = (
        'import {\n  a,\n  b as c,\n} from "../x.js";\nimport { d } from "./y.js";\n\nconst e = a;\n'
        "export const f = c(e);\nexport async function g() {\n  await d;\n}\nexport class H {}\n"
    )
    module = read_module("views/m.js", source)
    code = "const e=a;const f=c(e);async function g(){await d;}\nclass H{}"
    assert module == Module("views/m.js", (("x.js", "{a,b:c}"), ("views/y.js", "{d}")), ("f", "g", "H"), code)
    assert write_block(module) == (f"let $views_m;{{const{{a,b:c}}=$x;const{{d}}=$views_y;{code}\n$views_m={{f,g,H}}}}")
    assert write_block(read_module("m.js", "go();")) == "{go();}"


@pytest.mark.parametrize(
    "statement",
    [
        "export let a = 1;",
        "export default function () {}",
        "export { a };",
        'export * from "./x.js";',
        "export const { a } = b;",
        'import "./x.js";',
        'import * as x from "./x.js";',
        'import x from "./x.js";',
        'const x = await import("./x.js");',
        "const x = await import(`./${name}.js`);",
        "const x = import.meta.url;",
        "{\n  export function a() {}\n}",
    ],
)
def test_a_module_that_would_mean_something_else_in_a_bundle_is_refused(statement: str) -> None:
    with pytest.raises(BundleError, match=re.escape("m.js: a bundle can't hold")) as refused:
        read_module("m.js", f"const before = 1;\n{statement}\n")
    assert re.search("(import|export).*", statement)[0] in str(refused.value)  # type: ignore[index]


@pytest.mark.parametrize("source", ["const a = `b ${c} d;\n", "const a = 'b;\n", "f(/a[/]b);\n"])
def test_something_without_an_end_is_refused(source: str) -> None:
    with pytest.raises(BundleError, match=r"m\.js, line 1: . without an end"):
        read_module("m.js", source)


def read(**sources: str) -> dict[str, Module]:
    return {f"{name}.js": read_module(f"{name}.js", source) for name, source in sources.items()}


def test_modules_come_after_those_they_build_on() -> None:
    modules = read(
        a='import { b } from "./b.js";\nimport { c } from "./c.js";\n',
        b='import { c } from "./c.js";\nexport const b = 1;',
        c="export const c = 1;",
        d="export const d = 1;",
    )
    assert [module.name for module in in_order(modules, ["a.js"])] == ["c.js", "b.js", "a.js"]


def test_modules_that_import_each_other_or_what_is_not_there_are_refused() -> None:
    circle = read(
        a='import { b } from "./b.js";\n',
        b='import { c } from "./c.js";\nexport const b = 1;',
        c='import { b } from "./b.js";\nexport const c = 1;',
    )
    with pytest.raises(BundleError, match=re.escape("modules import each other: b.js > c.js > b.js")):
        in_order(circle, ["a.js"])
    with pytest.raises(BundleError, match=re.escape("a.js imports b.js, which is not there")):
        in_order(read(a='import { b } from "./b.js";\n'), ["a.js"])
    with pytest.raises(BundleError, match=re.escape("a.js imports c, which b.js does not export")):
        in_order(read(a='import { c } from "./b.js";\n', b="export const b = 1;"), ["a.js"])


def test_both_loaders_export_the_same() -> None:
    exported = [
        set(re.findall(r"^export (?:async )?function (\w+)", (STATIC / name).read_text(), re.MULTILINE))
        for name in ("loader.js", "bundled.js")
    ]
    assert exported[0] == exported[1] == {"load", "loadWords"}


def content_of(name: str) -> str:
    """Return the content of a file of the page by the name it has before its tag."""
    stem, _, extension = name.rpartition(".")
    (content,) = [
        file.content
        for path, file in delivered().files.items()
        if re.fullmatch(rf"/(assets/)?{stem}-\w+\.{extension}", path)
    ]
    return content.decode()


def test_every_module_is_in_one_of_the_scripts() -> None:
    first, rest = (set(re.findall(r"\blet (\$\w+);\{", content_of(name))) for name in ("page.js", "rest.js"))
    modules = {name for name in read_sources() if name.endswith(".js")}
    alone = {"look.js", "worker.js", "main.js", "bundled.js"}  # scripts of their own, or without exports
    assert first | rest == {"$" + re.sub(r"\W", "_", name.removesuffix(".js")) for name in modules - alone}
    assert not first & rest


def test_every_part_of_the_style_is_in_one_of_the_files() -> None:
    style, rest = content_of("page.css"), content_of("rest.js")
    for source in STATIC.glob("css/*.css"):
        written = re.sub(r"/fonts/(\S+)\.woff2", "", strip_style(source.read_text(encoding="utf-8")))
        sheet = re.sub(r"/assets/(\S+)\.woff2", "", style)
        assert written in sheet or json.dumps(written, ensure_ascii=False)[1:-1] in rest, source.name


def test_what_the_first_script_draws_has_its_style_with_it() -> None:
    sources = {name: text.decode() for name, text in read_sources().items() if name.endswith((".js", ".css"))}
    styled = {
        name: set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)))
        for name, text in sources.items()
        if name.endswith(".css")
    }
    first = set(re.findall(r"\.([a-z][\w-]*)", content_of("page.css")))
    later = set().union(*styled.values()) - first
    drawn = {name for name in sources if f"let ${re.sub(r'[^a-z]', '_', name[:-3])};{{" in content_of("page.js")}
    for name in drawn:
        specs = re.findall(r'\bh\(\s*["`](\w*(?:\.[\w-]+)+)|"((?:a|button)\.[\w.-]+)"', sources[name])
        used = {part for pair in specs for part in "".join(pair).split(".")[1:]}
        assert not used & later, name
    assert len(drawn) > 20


def test_words_go_with_the_script_that_has_them_and_english_fills_in() -> None:
    sources = read_sources()
    some = {"locale": "el", "guesses": {"one": "{count} μαντεψιά", "other": "{count} μαντεψιές"}, "strange": "x"}
    greek = Page({**sources, "words/el.json": json.dumps(some).encode()})
    words = {
        language: [
            json.loads(file.content)
            for path, file in sorted(greek.files.items())
            if re.match(rf"/assets/{language}-(rest-)?\w+\.json", path)
        ]
        for language in ("en", "el")
    }
    english = json.loads(sources["words/en.json"])
    for parts in words.values():
        assert len(parts) == 2
        assert not set(parts[0]) & set(parts[1])
    assert words["en"][0] | words["en"][1] == english
    assert words["el"][0] | words["el"][1] == english | some
    assert words_of(greek.html()) == words_of(greek.html(language="fi")) != words_of(greek.html(language="el"))


def words_of(html: str) -> list[str]:
    return re.findall(r'<link rel="preload" href="(/assets/[^"]*\.json)"', html)


def test_words_are_found_whole_and_by_their_pattern() -> None:
    code = 't("a.b"); t(`kind.${kind}`); t(`x.${y}.z`); "c"'
    assert words_in(code, ["a.b", "a.c", "kind.solve", "kinds", "x.1.z", "x.1.y", "c", "locale"]) == {
        *("a.b", "kind.solve", "x.1.z", "c", "locale")
    }


def test_every_file_has_its_tag_in_its_name_and_is_kept_for_good(visitor: Visitor) -> None:
    for path, file in delivered().files.items():
        response = visitor.get(path, headers={"Accept-Encoding": "gzip"})
        assert response.content == file.content
        assert file.tag in path
        assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert response.headers["x-content-type-options"] == "nosniff"
        packed = response.headers.get("content-encoding") == "gzip"
        assert packed == (file.packed is not None)
        assert not packed or response.headers["vary"] == "Accept-Encoding"
    plain = visitor.get(path, headers={"Accept-Encoding": "identity"})
    assert plain.content == file.content
    assert "content-encoding" not in plain.headers


def test_another_content_has_another_name() -> None:
    sources = read_sources()
    changed = Page({**sources, "css/base.css": sources["css/base.css"] + b"\n:root { --extra: 1px; }\n"})
    new = set(changed.files) - set(delivered().files)
    assert sorted(re.sub("-[0-9a-f]{12}", "", path) for path in new) == ["/assets/page.css", "/worker.js"]


def test_a_file_of_another_version_is_not_there(visitor: Visitor) -> None:
    assert visitor.get("/assets/page-000000000000.js").status_code == 404


@pytest.mark.parametrize("path", ["/", "/game/abc", "/help"])
def test_the_page_names_only_what_is_there_and_is_asked_for_again(visitor: Visitor, path: str) -> None:
    response = visitor.get(path, headers={"Accept-Encoding": "gzip"})
    assert response.headers["cache-control"] == "no-cache"
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    named = NAMED.findall(response.text)
    assert set(named) <= set(delivered().files)
    assert len(named) >= 6
    again = visitor.get(path, headers={"If-None-Match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "inline" not in response.headers["content-security-policy"]
    assert not re.search(r"<script(?![^>]* src=)|<style", response.text)


@pytest.mark.parametrize(
    ("path", "asked"),
    [("/", "/api/start"), ("/game/a-B_9", "/api/games/a-B_9"), ("/help", None)],
)
def test_what_a_view_asks_for_first_is_loaded_with_the_page(visitor: Visitor, path: str, asked: str | None) -> None:
    loaded = re.findall(r'<link rel="preload" href="(/api/[^"]*)"', visitor.get(path).text)
    assert loaded == [asked] * (asked is not None)


def test_a_view_of_the_rest_has_the_rest_loaded_with_the_page(visitor: Visitor) -> None:
    rest = {path for path in delivered().files if re.search(r"/(en-)?rest-", path)}
    loaded = {path: set(re.findall('href="([^"]+)"', visitor.get(path).text)) & rest for path in ("/daily", "/play")}
    assert loaded == {"/daily": rest, "/play": set()}
    assert len(rest) == 2


def test_the_head_can_say_what_a_path_is_about() -> None:
    html = document('<title>Day</title>\n<meta name="description" content="A day.">').content.decode()
    assert html.count("<title>") == html.count('name="description"') == 1
    assert "<title>Day</title>" in html
    assert "<title>Keypeg</title>" in document().content.decode()
    assert "<!--" not in html


def over_the_wire(visitor: Visitor, path: str) -> int:
    """Ask for something as a browser would, and count what comes back, headers included."""
    with visitor.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as response:
        response.read()
        head = sum(len(name) + len(value) + 4 for name, value in response.headers.raw) + len("HTTP/1.1 200 OK\r\n\r\n")
        return head + response.num_bytes_downloaded


def test_a_cold_start_is_small(visitor: Visitor) -> None:
    html = visitor.get("/").text
    fonts = re.findall(r'url\("(/assets/[^"]+)"\)', content_of("page.css"))
    unseen = re.compile(r"worker|apple-touch|manifest")  # not loaded before the first view stands
    paths = ["/", "/api/start", *fonts, *(path for path in NAMED.findall(html) if not unseen.search(path))]
    sizes = {path: over_the_wire(visitor, path) for path in paths}
    assert len(paths) == 8
    assert sum(sizes.values()) <= MOST_BYTES, sizes


def test_responses_of_the_interface_are_compressed_and_streams_are_not(visitor: Visitor) -> None:
    assert visitor.get("/api/setup").headers["content-encoding"] == "gzip"
    game = visitor.ask("POST", "games", 201, json={"kind": "duel", "secret": "1234"})
    with visitor.stream("GET", f"/api/games/{game['id']}/events") as response:
        assert "content-encoding" not in response.headers


def test_the_manifest_names_icons_that_are_what_it_says(visitor: Visitor) -> None:
    (path,) = [path for path in delivered().files if path.endswith(".webmanifest")]
    response = visitor.get(path)
    assert response.headers["content-type"] == "application/manifest+json"
    manifest = response.json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["/play", "/daily"]
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"] + [icon for shortcut in manifest["shortcuts"] for icon in shortcut["icons"]]:
        content = visitor.get(icon["src"]).content
        if icon["src"].endswith(".png"):
            width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"


def test_compressed_content_does_not_depend_on_the_time() -> None:
    packed = document().packed
    assert packed is not None
    assert packed[4:8] == bytes(4)
    assert gzip.decompress(packed) == document().content
