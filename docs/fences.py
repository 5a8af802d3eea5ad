"""Sessions in docstrings as code: an extension for Griffe, which reads the docstrings for the documentation site."""

import re
from typing import Any

import griffe

_SESSION = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Fences(griffe.Extension):
    """Put a fence around each session, so that it is not read as Markdown."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = _SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
