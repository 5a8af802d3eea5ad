"""German: the catalogue, from a file of messages for each part of Keypeg."""

from keypeg.words import (
    de_coach,
    de_contradiction,
    de_errors,
    de_hints,
    de_history,
    de_match,
    de_names,
    de_plain,
    de_play,
    de_reasons,
    de_report,
    de_share,
    de_solve,
    de_terminal,
    de_usage,
    de_web,
)

MESSAGES: dict[str, str] = {
    **de_plain.MESSAGES,
    **de_names.MESSAGES,
    **de_hints.MESSAGES,
    **de_history.MESSAGES,
    **de_match.MESSAGES,
    **de_coach.MESSAGES,
    **de_contradiction.MESSAGES,
    **de_reasons.MESSAGES,
    **de_share.MESSAGES,
    **de_errors.MESSAGES,
    **de_terminal.MESSAGES,
    **de_play.MESSAGES,
    **de_solve.MESSAGES,
    **de_report.MESSAGES,
    **de_usage.MESSAGES,
    **de_web.MESSAGES,
}
