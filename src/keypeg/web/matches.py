"""Matches: games that follow each other, with roles that change, and a score.

Each game knows the match as it was before it, so the next round needs nothing but the game that ended. Every code that
the server draws has a seed of its own, since a game that is over may be exported with its seed.
"""

from keypeg.errors import NotAllowed
from keypeg.game import Drawn, Fixed
from keypeg.match import Match
from keypeg.session import BreakSession, SolveSession
from keypeg.session_match import PERSON
from keypeg.strategies import with_seed
from keypeg.web.games import Games, changing, new_seat, partner_of
from keypeg.web.seats import Names, Seat, read_match, write_match

_TRIES = 5
_DRAWS = 10**9  # the seed of a strategy has fewer digits


def next_round(games: Games, identifier: str, names: Names, secret: str | None) -> tuple[Seat, bool]:
    """Return the next round of a match, and whether it was begun just now.

    Who broke the code sets the next one, between two people; against the computer nobody has to tell theirs.
    """
    for _ in range(_TRIES):
        seat = games.seat(identifier, names)
        match = seat.match
        if match is None:
            raise NotAllowed("web-match-none")
        if not seat.session.is_over:
            raise NotAllowed("round-open", number=match.number)
        there = games.after(seat)
        if there is not None:
            return games.seat(there.id, names), False
        if match.is_over:
            raise NotAllowed("match-over", rounds=match.rounds)
        games.check_room(names[0])
        begun = _between_friends(seat, match, names, secret) if seat.is_duel else _against_computer(games, seat, match)
        if games.add_after(seat, begun.stored):
            return games.seat(begun.stored.id, names), True
    raise changing()


def _between_friends(seat: Seat, match: Match, names: Names, secret: str | None) -> Seat:
    if seat.role == "codemaker":
        raise NotAllowed("web-match-turn")
    if secret is None:
        raise NotAllowed("web-duel-secret")
    before = seat.breaking
    variant, palette = before.variant, before.look.palette
    codemaker = Fixed(variant.code(secret, palette))
    session = BreakSession(variant, codemaker, guesses=before.guesses, hard=before.hard, palette=palette)
    more = {"guest": partner_of(seat), "answered_by": seat.stored.answered_by}
    return new_seat(names[0], "duel", session, match=write_match(match, None), **more)


def _against_computer(games: Games, seat: Seat, match: Match) -> Seat:
    terms, palette = match.terms, seat.session.look.palette
    _, strategy = read_match(seat.stored.match or "")
    text = write_match(match, strategy)
    if match.breaker == PERSON:
        codemaker = Drawn(games.draw_seed())
        session = BreakSession(terms.variant, codemaker, guesses=terms.guesses, palette=palette)
        return new_seat(seat.stored.owner, "break", session, match=text)
    drawing = with_seed(strategy or "", games.draw_seed() % _DRAWS)
    solving = SolveSession(terms.variant, strategy=drawing, guesses=terms.guesses, palette=palette)
    return new_seat(seat.stored.owner, "solve", solving, match=text)
