"""English: the catalogue, from a file of messages for each part of Keypeg."""

from keypeg.words import (
    en_coach,
    en_contradiction,
    en_errors,
    en_hints,
    en_history,
    en_lessons,
    en_match,
    en_plain,
    en_play,
    en_reasons,
    en_report,
    en_share,
    en_solve,
    en_terminal,
    en_usage,
    en_web,
)

MESSAGES: dict[str, str] = {
    **en_plain.MESSAGES,
    **en_hints.MESSAGES,
    **en_history.MESSAGES,
    **en_match.MESSAGES,
    **en_coach.MESSAGES,
    **en_contradiction.MESSAGES,
    **en_reasons.MESSAGES,
    **en_lessons.MESSAGES,
    **en_share.MESSAGES,
    **en_errors.MESSAGES,
    **en_terminal.MESSAGES,
    **en_play.MESSAGES,
    **en_solve.MESSAGES,
    **en_report.MESSAGES,
    **en_usage.MESSAGES,
    **en_web.MESSAGES,
}
