"""Watch Knuth's strategy narrow down a code: what each guess may leave at worst, and what it leaves."""

from keypeg import Code, Position, Turn, Variant, score, strategy

knuth = strategy("knuth")
secret = Code("6413")
position = Position(Variant.parse("p4c6"))

while not position.is_won:
    guess = knuth.choose(position)
    partition = position.partition(guess)
    feedback = score(secret, guess)
    position = position.play(Turn(guess, feedback))
    print(f"{guess}  {feedback}  {partition.total:>4} codes -> at worst {partition.largest}, now {partition[feedback]}")
