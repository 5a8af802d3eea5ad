"""What is said when the computer breaks the player's code in a terminal, if it takes more than a message."""

from keypeg.contradiction import Contradiction
from keypeg.game import Outcome
from keypeg.render import Look
from keypeg.rules import Code, Feedback
from keypeg.words import contradiction
from keypeg.words.language import text


def opening(look: Look, guesses: int | None, strategy: str, *, known: bool) -> str:
    """Say in a line what game this is; `known` says that the secret is."""
    variant, bulls = look.variant, "-bulls" if look.palette.bulls else ""
    key = f"solve.opening{'-known' if known else ''}{'' if guesses is not None else '-no-limit'}{bulls}"
    return text(key, variant=variant, pegs=variant.pegs, colors=variant.colors, guesses=guesses, strategy=strategy)


def how_to(what: str, look: Look) -> str:
    """Say how a guess is answered: in key pegs, or in bulls and cows."""
    return text(f"solve.{what}-bulls" if look.palette.bulls else f"solve.{what}")


def guess(number: int, guess: Code, look: Look, secret: Code | None, *, shown: bool) -> str:
    """Say a guess that waits for its feedback, and the secret if it is known and shown."""
    said = [text("solve.guess", number=number, guess=look.code(guess))]
    if secret is not None:
        said.append(text("solve.your-code", code=look.code(secret)) if shown else text("solve.your-code-hidden"))
    return " ".join(said)


def contradictory_feedback(found: Contradiction, look: Look) -> str:
    """Say which turns may be wrong, and how to correct one."""
    head = [text("solve.inconsistent")]
    if found.corrections:
        head.append(text("solve.one-slip" if len(found.corrections) == 1 else "solve.slips"))
    fixes = ((number, right) for number, feedbacks in found.corrections.items() for right in feedbacks)
    number, right = next(fixes, (1, Feedback(1, 1)))
    lines = [f"  {line}" for line in contradiction.lines(found, look)]
    correct = text("solve.correct", command=f"fix {number + 1} {look.feedback(right)}")
    return "\n".join([" ".join(head), *lines, correct])


def won(guess: Code, look: Look, number: int, guesses: int | None) -> str:
    """Say that the code is broken."""
    key = "solve.won" if guesses is None else "solve.won-of"
    return text(key, number=number, guesses=guesses, guess=look.code(guess))


def lost(outcome: Outcome, secret: Code | None, look: Look, tries: int) -> str:
    """Say that the code is not broken: given up after a number of tries, or out of guesses."""
    if outcome is Outcome.GIVEN_UP:
        said = text("solve.gave-up", tries=tries)
    elif secret is None:
        return text("solve.safe")
    else:
        said = text("solve.out-of-guesses")
    return said if secret is None else f"{said} {text('solve.your-code-was', code=look.code(secret))}"


def broken(outcome: Outcome, number: int, strategy: str, sampled: int) -> str:
    """Sum up how a known secret was broken, if it was; `sampled` counts the guesses that were found by sampling."""
    key = f"solve.{'broken' if outcome is Outcome.WON else 'not-broken'}{'-sampled' if sampled else ''}"
    return text(key, number=number, strategy=strategy, sampled=sampled)
