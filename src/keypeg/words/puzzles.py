"""Puzzles in words: what is asked, what is said of an answer, hints, and what puzzles sum up to."""

from collections.abc import Sequence

from keypeg.game import Outcome
from keypeg.puzzle_session import Help, PuzzleSession, Try
from keypeg.puzzles import Answer, Puzzle
from keypeg.render import Look
from keypeg.words import plain, reasons
from keypeg.words.hints import clash
from keypeg.words.language import text
from keypeg.words.terminal import rules_page

_FEW = 6


def title(puzzle: Puzzle, day: str | None) -> str:
    """Name a puzzle by its variant and grade."""
    kind, name = text(f"puzzle.kind-{puzzle.kind}"), reasons.grade(puzzle.grade)
    said = text("puzzle.title", variant=puzzle.variant, kind=kind, grade=puzzle.grade, name=name)
    return said if day is None else text("puzzle.title-daily", title=said, day=plain.day(day))


def task(puzzle: Puzzle) -> str:
    """Say what is asked for."""
    return text(f"puzzle.ask-{puzzle.kind}")


def answer(given: Answer, look: Look) -> str:
    """Write an answer as it is typed."""
    return str(given) if isinstance(given, int) else look.code(given)


def tried(found: Try, session: PuzzleSession) -> str:
    """Say whether an answer is right, and if not, why."""
    look, given = session.look, answer(found.answer, session.look)
    if found.is_right:
        return text(f"puzzle.right-{session.puzzle.kind}", answer=given)
    if found.turn is not None and not isinstance(found.answer, int):
        why = clash(found.answer, found.turn, session.turns[found.turn], look)
        return text("puzzle.not-code", answer=given, why=why)
    if found.feedback is None:
        return text("puzzle.not-wrong", answer=given)
    codes = _some([look.code(code) for code in found.codes])
    return text("puzzle.not-win", answer=given, feedback=plain.feedback(found.feedback, look), codes=codes)


def _some(codes: Sequence[str]) -> str:
    more = len(codes) - _FEW
    return plain.listed(codes) if more <= 0 else text("puzzle.more", codes=", ".join(codes[:_FEW]), number=more)


def hint(found: Help, session: PuzzleSession) -> list[str]:
    """Say a hint, in one line or several."""
    look = session.look
    if found.step is not None:
        return reasons.step(found.step, session.turns, look)
    if found.turn is not None:
        lines = reasons.lines(found.steps, session.turns, look)
        return [text("puzzle.hint-turn", number=found.turn + 1), *lines]
    if found.can_win is not None:
        return [text("puzzle.hint-can" if found.can_win else "puzzle.hint-cannot")]
    return [text("puzzle.hint-codes", number=len(found.codes), codes=" ".join(map(look.code, found.codes)))]


def solution(session: PuzzleSession) -> str:
    """Say the answer once somebody has given up."""
    kind = session.puzzle.kind
    return text(f"puzzle.solution-{kind}", answer=answer(session.puzzle.answer, session.look))


def ending(session: PuzzleSession) -> str:
    """Say how it went."""
    if session.outcome is Outcome.GIVEN_UP:
        return solution(session)
    if not session.hints and not session.wrong:
        return text("puzzle.solved")
    return text("puzzle.solved-with", hints=session.hints, wrong=session.wrong)


def closing(session: PuzzleSession) -> list[str]:
    """Say what stays on the screen."""
    puzzle = session.puzzle
    why = [text("puzzle.why", position=puzzle.line)] if puzzle.kind == "code" else []
    return [ending(session), *why]


def prompt(puzzle: Puzzle, look: Look) -> str:
    """Put a puzzle to somebody who knows nothing of Keypeg, such as a language model."""
    turns = "\n".join(plain.turn(number, turn, look) for number, turn in enumerate(puzzle.turns, 1))
    form = text("puzzle.form-turn" if puzzle.kind == "wrong" else "puzzle.form-code", pegs=puzzle.variant.pegs)
    key = "terminal.digits" if look.palette.has_digits else "terminal.colors"
    colors = text(key, colors=", ".join(plain.named(look).legend()))
    return "\n\n".join([rules_page(look), colors, f"{text('puzzle.turns')}\n{turns}", f"{task(puzzle)} {form}"])
