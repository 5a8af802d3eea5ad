"""A throw-away language, for the tests: English in the letters of another script, and what finds English beside it."""

# ruff: noqa: RUF001 - the other script is Greek

import re
import string
from string import Formatter

from keypeg import exact, plot, strategies
from keypeg.languages import LANGUAGES, Language
from keypeg.palette import PALETTES
from keypeg.words.language import ENGLISH

SCRIPT = str.maketrans(string.ascii_letters + "'", "αβγδεζηθικλμνξοπρστυφχψωϊϋ" + "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫ" + "’")


def in_script(template: str) -> str:
    """Write the words of a template in the other script, and leave the places for facts as they are."""
    made = ""
    for literal, name, form, conversion in Formatter().parse(template):
        made += literal.translate(SCRIPT)
        if name is not None:
            spec = form or ""
            made += f"{{{name}{'!' + conversion if conversion else ''}"
            made += f":{spec.translate(SCRIPT) if '|' in spec else spec}}}" if spec else "}"
    return made


EXPLANATIONS = {f"strategy.{name}": strategies.strategy(name).explanation for name in strategies.names()}
MEANINGS = {
    f"parameter.{name}.{parameter.name}": parameter.meaning
    for name in strategies.names()
    for parameter in strategies.parameters(name)
}
COLORS = [color.name for palette in PALETTES.values() for color in palette.extended(20).colors]
NAMED_COLORS = {f"color.{name}": name for name in COLORS if name.isalpha()}
STRANGE = Language(
    "xx",
    {
        key: in_script(template)
        for key, template in {**ENGLISH.messages, **EXPLANATIONS, **MEANINGS, **NAMED_COLORS}.items()
    },
)

NAMES = [
    *strategies.names(),
    *(parameter.name for name in strategies.names() for parameter in strategies.parameters(name)),
    *("classic", "super", "bulls", "board", "safe", *COLORS, *(color.title() for color in COLORS)),
    *(*exact.OBJECTIVES, *plot.FORMATS, *LANGUAGES),
    *("bad", "digits", "sky", "hints", "variant", "blank", "test_language", "Bad"),
]
QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
DATA = re.compile(
    r"\w*\d\w*"  # a code, a turn, a position, a number
    r"|(?!black, \d+ white)"  # a name, but not the words of a feedback
    rf"\b(?:{'|'.join(sorted(map(re.escape, NAMES), key=len, reverse=True))})\b"
    r"|\b[RGBYOPCMWK]{4,}\b"  # a code by the letters of the classic palette
    r"|\bno such file or directory\b|\bmissing the file\b"  # the system's own words
)


def english_in(said: str) -> list[str]:
    """List the words in Latin letters that are no data: nothing quoted, no code and no name."""
    return re.findall("[A-Za-z]{2,}", DATA.sub("", QUOTED.sub("", said)))
