"""What both games in a terminal say, if it takes more than a message: the rules, limits, explanations."""

from keypeg import render
from keypeg.palette import CLASSIC
from keypeg.render import Look
from keypeg.rules import Code, Variant, score
from keypeg.words import plain
from keypeg.words.language import has, text

_EXAMPLES = (
    (Code("1133"), Code("1113"), "rules.third-red"),
    (Code("1234"), Code("1111"), "rules.one-red"),
    (Code("1122"), Code("2213"), "rules.elsewhere"),
    (Code("1234"), Code("4321"), "rules.all-elsewhere"),
)


def rules_page(variant: Variant) -> str:
    """Explain the rules, and white pegs with repeated colors by worked examples."""
    about = "rules.about" if variant.repeats else "rules.about-no-repeats"
    lines = [
        text(about, pegs=variant.pegs, colors=variant.colors, codes=variant.size),
        "",
        f"  {text('rules.black', sign=render.BLACK)}",
        f"  {text('rules.white', sign=render.WHITE)}",
        "",
        text("rules.counting"),
        "",
    ]
    for secret, guess, why in _EXAMPLES:
        lines += [f"  {_example(secret, guess)}", f"      {text(why)}"]
    return "\n".join(lines)


def _example(secret: Code, guess: Code) -> str:
    look, feedback = Look(Variant(4, 6), CLASSIC), score(secret, guess)
    return text(
        "rules.example",
        secret=look.code(secret),
        guess=look.code(guess),
        key_pegs=render.key_pegs(feedback, 4),
        feedback=plain.feedback(feedback, look),
    )


def explain(program: str, form: str) -> str:
    """Say what a command does, written as it is typed; `program` is the game that it belongs to."""
    name = form.lower().replace(" ", "-")
    own = f"command.{program}.{name}"
    return text(own) if has(own) else text(f"command.{name}")


def limit_left(guesses_left: int | None) -> str:
    """Say how many guesses are left; None if there is no limit."""
    return text("terminal.no-limit") if guesses_left is None else text("terminal.guesses-left", number=guesses_left)


def luck(variant: Variant, guesses: int | None) -> list[str]:
    """Say that it takes luck to stay within a limit, if no strategy could guarantee it."""
    if guesses is None or guesses >= variant.pegs + variant.colors:  # which suffice wherever a proof is quick
        return []
    from keypeg.exact import turns_needed  # noqa: PLC0415 - the usual limits don't need it at every start

    least = turns_needed(variant)
    return [text("terminal.luck", least=least, variant=variant)] if guesses < least else []
