"""The `database` command: what a server's database has, and what is done to the whole of it."""

import time
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path

from keypeg.console import note, progress_bar, show, show_json
from keypeg.database import Database
from keypeg.database_care import Care, Facts
from keypeg.exit_codes import FAILURE, SUCCESS
from keypeg.past_games import time_text
from keypeg.retention import Retention, expire, expired
from keypeg.words import text
from keypeg.words.language import number as written

_UNITS = ("B", "kB", "MB", "GB", "TB")
_KILO = 1000


@dataclass(frozen=True, slots=True)
class DatabaseOptions:
    """What to do, and with which database."""

    action: str
    file: Path | None = None
    """The backup, for those actions that need one."""
    url: str | None = None
    retention: Retention = field(default_factory=Retention)
    dry_run: bool = False
    force: bool = False
    json: bool = False


def database(options: DatabaseOptions) -> int:
    """Do what is asked for; return the exit code."""
    if options.action == "expire":
        return _expire(options)
    with closing(Care(options.url)) as care:
        match options.action:
            case "info":
                return _inform(care.facts(), as_json=options.json)
            case "check":
                return _check(care, as_json=options.json)
            case "vacuum":
                before, after = care.vacuum()
                said = text("database.vacuumed", before=size(before), after=size(after))
                return _tell(options, said, before=before, after=after)
            case "backup":
                return _back_up(care, options)
        return _restore(care, options)


def _inform(facts: Facts, *, as_json: bool) -> int:
    times = {name: None if at is None else time_text(at) for name, at in _times(facts).items()}
    if as_json:
        show_json(asdict(facts) | times)
        return SUCCESS
    rows = [
        [text("database.place"), facts.url],
        [text("database.step"), _step(facts)],
        [text("database.size"), size(facts.bytes)],
        [text("database.free"), size(facts.free_bytes) if facts.free_bytes else ""],
        *([text(f"database.{name.replace('_', '-')}"), written(number)] for name, number in facts.rows.items()),
        [text("database.open-games"), written(facts.open_games)],
        *([text(f"database.{name}"), at or ""] for name, at in times.items()),
    ]
    width = max(len(name) for name, _ in rows)
    show(*(f"{name:<{width}}  {value}" for name, value in rows if value))
    return SUCCESS


def _step(facts: Facts) -> str:
    """Say which step the tables are at, and what becomes of them."""
    step = text("database.no-tables") if facts.step is None else facts.step
    if facts.is_current:
        return step
    return text("database.new-step" if facts.is_newer else "database.old-step", step=step)


def _times(facts: Facts) -> dict[str, int | None]:
    return {"oldest": facts.oldest, "newest": facts.newest}


def _check(care: Care, *, as_json: bool) -> int:
    with progress_bar(text("database.checking")) as progress:
        problems = list(care.problems(progress))
    if as_json:
        show_json({"url": care.url, "problems": problems})
    else:
        show(*problems, text("database.problems", number=len(problems)) if problems else text("database.good"))
    return FAILURE if problems else SUCCESS


def _back_up(care: Care, options: DatabaseOptions) -> int:
    path = options.file or Path()
    with progress_bar(text("database.backing-up")) as progress:
        bytes_ = care.back_up(path, replace=options.force, progress=progress)
    said = text("database.backed-up", path=path, bytes=size(bytes_))
    return _tell(options, said, path=str(path), bytes=bytes_)


def _restore(care: Care, options: DatabaseOptions) -> int:
    path = options.file or Path()
    with progress_bar(text("database.restoring")) as progress:
        care.restore(path, replace=options.force, progress=progress)
    said = text("database.restored", path=path, database=care.url)
    return _tell(options, said, path=str(path), database=care.url)


def _expire(options: DatabaseOptions) -> int:
    """Delete what is older than asked for; Ctrl-C leaves the rest where it is."""
    with closing(Care(options.url)) as care:
        care.check_there()
    gone = {"games": 0, "puzzles": 0, "rooms": 0}
    with closing(Database(options.url)) as games:
        now = time.time_ns() // 1_000_000
        found = expired(games, options.retention, now)
        if options.dry_run:
            return _tell(options, _counted("would-expire", found), **found)
        whole = sum(found.values())
        try:
            with progress_bar(text("database.expiring")) as progress:
                for name, number in expire(games, options.retention, now):
                    gone[name] += number
                    if progress is not None:
                        progress(sum(gone.values()), whole)
        except KeyboardInterrupt:
            note(_counted("expired", gone))
            raise
    return _tell(options, _counted("expired", gone), **gone)


def _counted(what: str, rows: dict[str, int]) -> str:
    return text(f"database.{what}", games=rows["games"], puzzles=rows["puzzles"], rooms=rows["rooms"])


def _tell(options: DatabaseOptions, said: str, **facts: object) -> int:
    """Say what was done, or print the facts of it."""
    if options.json:
        show_json(facts)
    else:
        show(said)
    return SUCCESS


def size(number: float) -> str:
    """Write a number of bytes as people do."""
    unit = 0
    while number >= _KILO and unit < len(_UNITS) - 1:
        number /= _KILO
        unit += 1
    return f"{written(round(number, 1) if unit else round(number))} {_UNITS[unit]}"
