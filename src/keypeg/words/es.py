"""Spanish: the catalogue, from a file of messages for each part of Keypeg."""

from keypeg.words import (
    es_coach,
    es_contradiction,
    es_errors,
    es_hints,
    es_history,
    es_match,
    es_names,
    es_plain,
    es_play,
    es_reasons,
    es_report,
    es_share,
    es_solve,
    es_terminal,
    es_usage,
    es_web,
)

MESSAGES: dict[str, str] = {
    **es_plain.MESSAGES,
    **es_names.MESSAGES,
    **es_hints.MESSAGES,
    **es_history.MESSAGES,
    **es_match.MESSAGES,
    **es_coach.MESSAGES,
    **es_contradiction.MESSAGES,
    **es_reasons.MESSAGES,
    **es_share.MESSAGES,
    **es_errors.MESSAGES,
    **es_terminal.MESSAGES,
    **es_play.MESSAGES,
    **es_solve.MESSAGES,
    **es_report.MESSAGES,
    **es_usage.MESSAGES,
    **es_web.MESSAGES,
}
