"""The coach's findings in words: a turn in a few sentences, a game in a few lines."""

from typing import Any

from keypeg.graded import GOOD, Grade, Review
from keypeg.render import Look
from keypeg.study import Promise
from keypeg.words import hints, plain
from keypeg.words.language import text

_EVEN = 1e-9
_UNLUCKY, _LUCKY = 33, 67  # a turn
_UNLUCKY_GAME, _LUCKY_GAME = 40, 60  # a game, in which luck evens out
_FAIR = 75


def score(score: float | None) -> str:
    """Write a score as a whole number; 100 and 0 are reserved for scores that are exactly that."""
    if score is None:
        return "-"
    return str(round(score) if score in (0, 100) else min(max(round(score), 1), 99))


def grade(grade: Grade, look: Look) -> str:
    """Say in a few sentences what happened, and what would have been better, if anything."""
    said = [_feedback(grade, look), _impossible(grade, look), _choice(grade, look), _why(grade, look)]
    if grade.method == "sampled":
        said.append(text("coach.estimated", number=grade.sample))
    return " ".join(filter(None, said))


def _feedback(grade: Grade, look: Look) -> str:
    guess = look.code(grade.turn.guess)
    if grade.is_win:
        if grade.before.value == 1:
            return text("coach.only-code", guess=guess)
        return text("coach.right", guess=guess, codes=plain.codes(grade.before))
    if grade.played.bits < _EVEN:
        return text("coach.nothing-new", guess=guess, possible=plain.possible(grade.after, still=True))
    after, before = plain.count(grade.after), plain.codes(grade.before)
    are_counted = grade.before.is_known and grade.after.is_known
    if grade.luck is None and are_counted:
        return text("coach.left-adversary", guess=guess, after=after, before=before)
    key = "coach.bits-about" if grade.method == "sampled" else "coach.bits"
    told = text(key, bits=grade.bits, expected=grade.played.bits, luck=_luck(grade))
    if not are_counted:
        return text("coach.told", guess=guess, told=told)
    return text("coach.left", guess=guess, after=after, before=before, told=told)


def _luck(grade: Grade) -> str:
    """Say whether the feedback was lucky, and only name the bits as the reason if they agree."""
    luck = grade.luck
    if luck is None or _UNLUCKY <= luck <= _LUCKY:
        return ""
    more = round(grade.bits, 2) - round(grade.played.bits, 2)  # as the reader sees them
    if luck > _LUCKY:
        return text("coach.lucky" if more > 0 else "coach.rarely-fewer")
    return text("coach.unlucky" if more < 0 else "coach.rarely-more")


def _impossible(grade: Grade, look: Look) -> str:
    guess, turns, number = grade.turn.guess, grade.position.turns, grade.contradicted
    if number is None:
        return ""
    if guess == turns[number].guess:
        return text("coach.same-guess", number=number + 1)
    return text("coach.impossible", why=hints.clash(guess, number, turns[number], look))


def _choice(grade: Grade, look: Look) -> str:
    best = look.code(grade.best.guess)
    if grade.before.value == 1:
        return "" if grade.is_best else text("coach.was-only", guess=best)
    if grade.is_best:
        if not grade.all_compared:
            return text("coach.none-found")
        return text("coach.none-better-hard" if grade.hard else "coach.none-better")
    said = _better(grade, best)
    return text("coach.good", more=said) if grade.skill >= GOOD else said


def _better(grade: Grade, best: str) -> str:
    if grade.lost is not None:
        key = "coach.guess-lost" if grade.skill < _EVEN and grade.played.bits >= _EVEN else "coach.guesses"
        return text(key, best=best, least=grade.best.guesses, own=grade.played.guesses)
    if grade.measure == "worst-case":
        return text("coach.worst", best=best, least=_most_left(grade, grade.best), own=_most_left(grade, grade.played))
    if grade.best.bits - grade.played.bits >= 0.005:
        return text("coach.more-bits", best=best, bits=grade.best.bits)
    return text("coach.could-be-right", best=best)


def _most_left(grade: Grade, promise: Promise) -> int:
    """Return how many codes a guess leaves at worst; from a sample, about how many."""
    share = promise.partition.largest / promise.partition.total
    return max(1, round(share * grade.before.value))


def _why(grade: Grade, look: Look) -> str:
    """Say why a guess that can't be right is the best one."""
    other = grade.alternative
    if other is None or grade.best.can_win:
        return ""
    if grade.measure == "worst-case":
        figure = text("coach.in-codes", codes=_most_left(grade, other))
    elif other.guesses is None:
        figure = text("coach.in-bits", bits=other.bits)
    else:
        figure = text("coach.in-guesses", guesses=other.guesses)
    if grade.is_best:
        return text("coach.why", other=look.code(other.guess), figure=figure)
    return text("coach.why-best", best=look.code(grade.best.guess), other=look.code(other.guess), figure=figure)


def review(review: Review, look: Look) -> list[str]:
    """Sum up a game, with one line for each thought."""
    if not review.position.turns:
        return [
            text("review.nothing" if review.is_over else "review.nothing-yet", possible=plain.possible(review.left))
        ]
    lines = [_result(review)]
    if review.skill is not None:
        lines += [_scores(review), *_ledger(review), *_rules(review), *_advice(review, look)]
    if review.ungraded:
        lines.append(text("review.ungraded", numbers=", ".join(map(str, review.ungraded))))
    return lines


def _result(review: Review) -> str:
    guesses = len(review.position.turns)
    if review.is_won:
        if review.expected is None:
            return text("review.found", guesses=guesses)
        return text("review.found-best", guesses=guesses, best=review.expected)
    if review.is_over:
        return text("review.not-found", guesses=guesses, codes=plain.codes(review.left))
    return text("review.open", guesses=guesses, possible=plain.possible(review.left, still=True))


def _scores(review: Review) -> str:
    key = "review.mean-scores" if len(review.grades) > 1 else "review.scores"
    if review.luck is None:
        key = f"{key}-adversary"
    return text(key, skill=score(review.skill), luck=score(review.luck))


def _ledger(review: Review) -> list[str]:
    """Say what the choices cost and what the feedback brought: in guesses if that is known, otherwise in bits."""
    if review.luck_bits is None:
        return []
    if review.lost is None or review.fortune is None:
        key = "review.more-bits" if review.luck_bits >= 0 else "review.fewer-bits"
        return [text(key, bits=abs(review.luck_bits))]
    key = "review.saved" if review.fortune >= 0 else "review.cost"
    return [text(key, lost=review.lost, fortune=abs(review.fortune))]


def _rules(review: Review) -> list[str]:
    return [text("review.hard")] if review.hard else []


def _advice(review: Review, look: Look) -> list[str]:
    """Point out the turns at which the most could have been gained, if it was much."""
    turns = [
        text("review.turn", number=grade.number, guess=look.code(grade.turn.guess)) for grade in review.worth_a_look
    ]
    return [text("review.look-again", turns=plain.listed(turns))] if turns else []


def headline(review: Review) -> str:
    """Say in a few words how well a game was played, and how lucky it was; nothing if no turn is graded."""
    if review.skill is None:
        return ""
    played = "well" if review.skill >= GOOD else "fair" if review.skill >= _FAIR else "loose"
    if review.luck is None:
        return text(f"headline.{played}-adversary")
    luck = "lucky" if review.luck > _LUCKY_GAME else "unlucky" if review.luck < _UNLUCKY_GAME else "even"
    return text(f"headline.{played}-{luck}")


def grade_json(found: Grade, look: Look) -> dict[str, Any]:
    """Return a grade as plain data, together with its sentences."""
    return found.as_json() | {"words": grade(found, look)}


def review_json(found: Review, look: Look) -> dict[str, Any]:
    """Return a review as plain data, together with its sentences."""
    turns = [grade_json(grade, look) for grade in found.grades]
    return found.as_json() | {"turns": turns, "headline": headline(found), "words": review(found, look)}
