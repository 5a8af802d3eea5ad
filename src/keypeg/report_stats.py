"""The `stats` command: what past games sum up to, and how skill developed."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from keypeg import coach, past_games, puzzle_record, words
from keypeg.console import bar, bar_room, histogram, progress_bar, show, show_json
from keypeg.errors import KeypegError
from keypeg.exit_codes import SUCCESS
from keypeg.past_games import PastGame, Statistics, VariantStatistics
from keypeg.puzzle_record import Standing
from keypeg.session import BreakSession, parse_session
from keypeg.words import text

_GROUPS = 10
"""How many bars the chart of skill has at most."""


def stats(graded: int, *, as_json: bool) -> int:
    """Show what all games sum up to, and the skill of the newest ones in which the person guessed."""
    games = past_games.finished_games()
    found = past_games.sum_up(games, datetime.now(UTC).date())
    skills = _skills([game for game in games if game.is_breaker and game.turn_count][:graded])
    done = puzzle_record.done()
    standing = puzzle_record.sum_up(done, datetime.now(UTC).date())
    if as_json:
        show_json(
            {
                **asdict(found),
                "puzzles": asdict(standing),
                "skill": [
                    {"finished": past_games.time_text(game.finished or 0), "variant": game.variant, "skill": skill}
                    for game, skill in skills
                ],
            }
        )
    elif not games and not done:
        show(text("history.none"))
    else:
        show(
            *(_summary(found) if games else ()),
            *_puzzles(standing),
            *(line for group in found.variants for line in _histogram(group)),
            *_chart(skills),
        )
    return SUCCESS


def _puzzles(standing: Standing) -> list[str]:
    if not standing.done:
        return []
    return [
        text(
            "stats.puzzles",
            rating=standing.rating,
            done=standing.done,
            solved=standing.solved,
            row=standing.streak.longest,
            days=standing.daily.longest,
        )
    ]


def _skills(games: Sequence[PastGame]) -> list[tuple[PastGame, float]]:
    """Grade games, and return them oldest first; one that can't be graded is left out."""
    found = []
    with progress_bar(text("stats.grading")) as bar:
        for number, game in enumerate(games):
            if bar:
                bar(number, len(games))
            try:
                session = parse_session(game.line)
                hard = isinstance(session, BreakSession) and session.hard
                skill = coach.review(session.position, hard=hard, codemaker=session.codemaker_kind).skill
            except KeypegError:
                continue
            if skill is not None:
                found.append((game, skill))
    return found[::-1]


def _summary(found: Statistics) -> list[str]:
    daily, broken = found.daily, found.won + found.lost + found.given_up
    lines = [
        text(
            "stats.games",
            games=found.games,
            broken=broken,
            won=found.won,
            lost=found.lost,
            given_up=found.given_up,
        )
    ]
    if broken:
        lines.append(text("stats.streak", current=found.streak.current, longest=found.streak.longest))
    if daily.played:
        current, longest = daily.streak.current, daily.streak.longest
        lines.append(text("stats.daily", won=daily.won, played=daily.played, current=current, longest=longest))
    return lines


def _histogram(group: VariantStatistics) -> list[str]:
    """Draw in how many guesses the code was found, with a bar for the games in which it was not."""
    bars = {str(bar.guesses): bar.games for bar in group.histogram if bar.games}
    if group.won < group.games:
        bars[text("stats.not-found")] = group.games - group.won
    head = text(f"stats.{group.kind}", variant=group.variant, games=group.games)
    average = [] if group.average is None else [f"  {text('stats.average', average=group.average, best=group.best)}"]
    return ["", head, *histogram(bars), *average]


def _chart(skills: Sequence[tuple[PastGame, float]]) -> list[str]:
    """Draw the mean skill over time, in groups of equally many games."""
    if not skills:
        return []
    each = math.ceil(len(skills) / _GROUPS)
    mean = sum(skill for _, skill in skills) / len(skills)
    lines = ["", text("stats.skill", games=len(skills), mean=words.score(mean))]
    longest = bar_room(len("  2026-01-05  100  ") + len(text("stats.skill-group", number=each)))
    for first in range(0, len(skills), each):
        group = skills[first : first + each]
        part = sum(skill for _, skill in group) / len(group)
        number, drawn = text("stats.skill-group", number=len(group)), bar(part / 100, longest)
        lines.append(f"  {words.day(str(group[-1][0].day))} {drawn:<{longest}} {words.score(part):>3}  {number}")
    return lines
