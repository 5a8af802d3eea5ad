"""Words: the one place where sentences are made, from facts.

What Keypeg finds out are facts: typed values with a kind and its numbers. The functions here say them in the language
in use. A further language is one more catalogue (`keypeg.words.en` is the English one) and a line in
`keypeg.words.language.LANGUAGES`.
"""

from keypeg.errors import KeypegError
from keypeg.words import contradiction
from keypeg.words.language import has, speaking, text

__all__ = ["error", "speaking", "text"]


def error(error: KeypegError) -> str:
    """Say what went wrong and what to do instead."""
    if error.kind == "contradiction":
        return contradiction.message(error.facts["contradiction"])
    key = f"error.{error.kind}"
    return text(key, **error.facts) if has(key) else error.kind
