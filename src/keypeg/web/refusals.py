"""Every error response of the interface: a status, a kind for programs, and a message for people."""

import re
from collections.abc import Mapping
from typing import Any, Unpack

from keypeg.errors import InconsistentFeedback, KeypegError, NotAllowed, TooLarge, Unavailable, UnreadableText
from keypeg.web import wire


class Refusal(Exception):
    """A request that is refused, and the reason, which is said in the language in use when the response is written."""

    def __init__(
        self,
        status: int,
        kind: str,
        reason: KeypegError,
        *,
        headers: dict[str, str] | None = None,
        **details: Unpack[wire.ErrorDetails],
    ) -> None:
        super().__init__(status, kind, reason)
        self.status = status
        self.kind = kind
        self.reason = reason
        self.headers = headers or {}
        self.details = details

    def __str__(self) -> str:
        return str(self.reason)

    @property
    def error(self) -> wire.Error:
        return {"kind": self.kind, "message": str(self), **self.details}


_KINDS: tuple[tuple[type[KeypegError], str], ...] = (
    (UnreadableText, "unreadable"),
    (TooLarge, "too-large"),
    (InconsistentFeedback, "inconsistent"),
    (NotAllowed, "not-allowed"),
)


def kind_of(error: KeypegError) -> str:
    """Return what programs are told about an error of the library."""
    return next((kind for type_, kind in _KINDS if isinstance(error, type_)), "not-allowed")


_RETRY_S = 2


def refusal_of(error: KeypegError) -> Refusal:
    """Turn an error of the library into a response."""
    if isinstance(error, Unavailable):
        reason = KeypegError("web-unsure" if error.is_unsure else "web-unavailable")
        return Refusal(503, "unavailable", reason, headers={"Retry-After": str(_RETRY_S)}, retry_after=_RETRY_S)
    return Refusal(422, kind_of(error), error)


def no_such_game() -> Refusal:
    return Refusal(404, "not-found", KeypegError("web-no-game"))


def dead_link() -> Refusal:
    return Refusal(404, "gone", KeypegError("web-link-dead"))


def busy(seconds: int, reason: KeypegError) -> Refusal:
    return Refusal(429, "busy", reason, headers={"Retry-After": str(seconds)}, retry_after=seconds)


def misshapen(problem: Mapping[str, Any]) -> UnreadableText:
    """Say which field is wrong by what pydantic found, without quoting its value, which may be a secret."""
    field, given = ".".join(map(str, problem["loc"][1:])), problem.get("ctx", {})
    if not field or problem["type"] == "json_invalid":
        return UnreadableText("web-json")
    match problem["type"]:
        case "missing":
            return UnreadableText("web-field-missing", field=field)
        case "extra_forbidden":
            return UnreadableText("web-field-unknown", field=field)
        case "string_too_long":
            return UnreadableText("web-field-long", field=field, limit=given["max_length"])
        case "literal_error":
            choices = ", ".join(re.findall("'[^']*'", given["expected"]))
            return UnreadableText("web-field-choice", field=field, choices=choices)
        case "greater_than_equal":
            return UnreadableText("web-field-least", field=field, limit=given["ge"])
        case "less_than_equal":
            return UnreadableText("web-field-most", field=field, limit=given["le"])
    return _mistyped(problem["type"], field)


def _mistyped(problem: str, field: str) -> UnreadableText:
    match problem:
        case "string_pattern_mismatch":  # only dates have a pattern
            return UnreadableText("web-field-date", field=field)
        case "int_type" | "int_parsing" | "int_parsing_size" | "int_from_float":
            return UnreadableText("web-field-number", field=field)
        case "bool_type" | "bool_parsing":
            return UnreadableText("web-field-switch", field=field)
    return UnreadableText("web-field-text", field=field)


def misshapen_import(problem: Mapping[str, Any]) -> KeypegError:
    """Say that a file can't be imported: those who choose one know nothing of its fields."""
    match problem["loc"]:
        case ("body", "games", int(index), *_):
            return UnreadableText("web-import", number=index + 1, error=KeypegError("web-import-row"))
    return UnreadableText("web-import-file")
