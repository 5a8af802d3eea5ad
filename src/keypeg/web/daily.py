"""The code of the day: the same for everybody, drawn by a keyed hash of the date."""

import hashlib
import hmac
from collections import Counter
from datetime import date, timedelta

from keypeg.database import Page
from keypeg.game import Drawn, Outcome
from keypeg.past_games import streak_of_days
from keypeg.session import BreakSession
from keypeg.web import wire_history
from keypeg.web.days import FIRST, GUESSES, VARIANT, number_of, today
from keypeg.web.games import Games, new_seat
from keypeg.web.refusals import Refusal
from keypeg.web.seats import Names, Seat, seat_of


def codemaker_of(day: date, key: str) -> Drawn:
    """Return the codemaker of a day. Without the key, nobody can work out the code from the date."""
    digest = hmac.new(key.encode(), f"keypeg code of the day {day}".encode(), hashlib.sha256)
    return Drawn(int.from_bytes(digest.digest()))


class Daily:
    """A server's codes of the day, by its key."""

    def __init__(self, games: Games, key: str) -> None:
        self._games = games
        self._key = key

    def streak(self, names: Names) -> wire_history.Streak:
        """Return how many codes of the day a visitor has found in a row."""
        days = {date.fromisoformat(day) for day in self._games.database.days_won(names)}
        found = streak_of_days(days, today())
        return {"current": found.current, "longest": found.longest}

    def start(self, day: date, names: Names) -> wire_history.Today:
        """Describe the code of a day as the start of the page shows it."""
        stored = self._games.database.game_of_day(names[0], str(day))
        return {
            "date": str(day),
            "number": number_of(day),
            "outcome": None if stored is None else Outcome(stored.outcome),
            "turn_count": 0 if stored is None else stored.turn_count,
            "streak": self.streak(names),
        }

    def describe(self, day: date, names: Names) -> wire_history.Daily:
        """Describe a day's code to a visitor, with their own game if they have started it."""
        stored = self._games.database.game_of_day(names[0], str(day))
        is_over = stored is not None and stored.outcome != Outcome.OPEN
        return {
            "date": str(day),
            "number": number_of(day),
            "variant": str(VARIANT),
            "guesses": GUESSES,
            "first": str(FIRST),
            "today": str(today()),
            "streak": self.streak(names),
            "game": None if stored is None else seat_of(stored, names).describe(),
            "everybody": self._everybody(day) if is_over else None,
        }

    def _everybody(self, day: date) -> wire_history.Everybody:
        """Count how everybody did."""
        rows = self._games.database.results_of_day(str(day))
        ended: Counter[str] = Counter()
        won: Counter[int] = Counter()
        for outcome, turn_count, number in rows:
            ended[outcome] += number
            if outcome == Outcome.WON:
                won[turn_count] += number
        return {
            "games": ended.total(),
            "histogram": [{"guesses": guesses, "games": won[guesses]} for guesses in range(1, GUESSES + 1)],
            "lost": ended[Outcome.LOST],
            "given_up": ended[Outcome.GIVEN_UP],
        }

    def begin(self, day: date, names: Names) -> tuple[Seat, bool]:
        """Return a visitor's game of a day, and whether it was started just now."""
        stored = self._games.database.game_of_day(names[0], str(day))
        if stored is not None:
            return seat_of(stored, names), False
        self._games.check_room(names[0])
        session = BreakSession(VARIANT, codemaker_of(day, self._key), guesses=GUESSES)
        try:
            return self._games.begin(new_seat(names[0], "break", session, daily=str(day))), True
        except Refusal:
            stored = self._games.database.game_of_day(names[0], str(day))
            if stored is None:
                raise
            return seat_of(stored, names), False

    def archive(self, before: date | None, count: int, names: Names) -> wire_history.Archive:
        """List days, newest first, with how this visitor did."""
        last = today() if before is None else before - timedelta(days=1)
        days = [last - timedelta(days=back) for back in range(count) if last - timedelta(days=back) >= FIRST]
        played = {
            stored.daily: stored
            for stored in self._games.database.games(names, Page(count=self._games.limits.games, daily=True))
        }
        return {
            "days": [
                {
                    "date": str(day),
                    "number": number_of(day),
                    "outcome": Outcome(game.outcome) if (game := played.get(str(day))) else None,
                    "game": game.id if game else None,
                    "turn_count": game.turn_count if game else 0,
                }
                for day in days
            ]
        }
