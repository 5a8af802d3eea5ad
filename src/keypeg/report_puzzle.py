"""Puzzles written out: as text, as JSON, and as prompts with answers that measure language models."""

import json
from itertools import islice

from keypeg import puzzle_record, puzzles, render
from keypeg.console import show, show_json
from keypeg.errors import UnreadableText
from keypeg.puzzle_record import Wanted
from keypeg.puzzles import Puzzle
from keypeg.render import Look
from keypeg.terminal import write
from keypeg.terminal_puzzle import PuzzleOptions
from keypeg.words import puzzles as said
from keypeg.words import text

FORMATS = ("text", "json")


def export(options: PuzzleOptions, count: int, form: str) -> int:
    """Print puzzles with their answers: of the collection, or made by a seed."""
    if form not in FORMATS:
        raise UnreadableText("puzzle-format", text=form)
    chosen = _chosen(options, count)
    if form == "json":
        show_json([puzzle.as_json() | {"answer": str(puzzle.answer)} for puzzle in chosen])
    else:
        show("\n\n\n".join(_text(puzzle, options) for puzzle in chosen))
    return 0


def benchmark(options: PuzzleOptions, count: int | None) -> int:
    """Print puzzles as prompts with their answers and grades, one JSON object per line."""
    for number, puzzle in enumerate(_chosen(options, count), 1):
        look = Look(puzzle.variant, options.palette or puzzle.variant.palette)
        asked = {"prompt": said.prompt(puzzle, look), "answer": said.answer(puzzle.answer, look)}
        write(json.dumps({"id": f"keypeg-{number}", **puzzle.as_json(), **asked}, ensure_ascii=False))
    return 0


def _chosen(options: PuzzleOptions, count: int | None) -> list[Puzzle]:
    """Return the puzzles of a day or a seed, or the first ones of the collection that are wanted."""
    if options.day is not None:
        return [puzzle_record.of_day(options.day)]
    if options.seed is not None:
        return list(islice(options.puzzles(), count or 1))
    wanted: Wanted = options.wanted
    return [Puzzle.parse(text) for text in islice(filter(wanted.has, puzzles.texts()), count)]


def _text(puzzle: Puzzle, options: PuzzleOptions) -> str:
    look = Look(puzzle.variant, options.palette or puzzle.variant.palette)
    day = None if options.day is None else str(options.day)
    answer = text("puzzle.answer", answer=said.answer(puzzle.answer, look))
    board = render.turns_text(puzzle.turns, look)
    return "\n".join([said.title(puzzle, day), "", board, "", said.task(puzzle), answer])
