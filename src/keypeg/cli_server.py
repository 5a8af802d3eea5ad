"""The commands of a server: to run it, and to look after its database."""

# ruff: noqa: PLC0415, PLR0913 - imports inside commands keep --help instant; the options of a command are its arguments

from keypeg import cli_checks, cli_options
from keypeg.errors import NotAllowed


def serve(
    *,
    host: cli_options.Host = "127.0.0.1",
    port: cli_options.Port = 8000,
    database: cli_options.Database = None,
    rate: cli_options.Rate = 1200,
    stored: cli_options.Stored = 10_000,
    keep_days: cli_options.KeepDays = None,
    proxies: cli_options.Proxies = None,
    workers: cli_options.ServeWorkers = 1,
    observers: cli_options.Observers = None,
    log: cli_options.LogForm = "text",
    access_log: cli_options.AccessLog = False,
    open_page: cli_options.Open = False,
) -> int:
    """Play in the browser: serve the page until Ctrl-C."""
    try:
        from keypeg.web import workers as web
        from keypeg.web.serve import ServeOptions
    except ModuleNotFoundError as error:
        raise NotAllowed("web-packages", package=error.name) from error

    return web.serve(
        ServeOptions(
            host=host,
            port=port,
            database=database,
            open_page=open_page,
            requests_per_minute=rate,
            stored_per_day=stored,
            keep_days=keep_days,
            proxies=tuple(proxies or ()),
            workers=workers,
            observers=tuple(observers or ()),
            log=log,
            access_log=access_log,
        )
    )


def database(
    action: cli_options.DatabaseAction,
    file: cli_options.BackupFile = None,
    *,
    database: cli_options.Database = None,
    unplayed: cli_options.Unplayed = None,
    left: cli_options.Left = None,
    finished: cli_options.Finished = None,
    dry_run: cli_options.DryRun = False,
    force: cli_options.Force = False,
    json: cli_options.Json = False,
) -> int:
    """Look after a server's database.

    All actions but restore work while a server uses it. The exit code is 1 if check finds a problem.
    """
    cli_checks.check_database()
    try:
        from keypeg import report_database as report
        from keypeg.retention import Retention
    except ModuleNotFoundError as error:
        raise NotAllowed("web-packages", package=error.name) from error

    days = Retention(unplayed, left, finished)
    return report.database(report.DatabaseOptions(action, file, database, days, dry_run, force, json))
