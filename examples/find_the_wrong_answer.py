"""Find out which feedback was wrong when no code is consistent with all turns."""

from keypeg import InconsistentFeedback, Position

try:
    Position.parse("p4c6 1122=1b1w 1344=0b1w 5516=0b1w 2526=1b0w")
except InconsistentFeedback as error:
    print(error)
    for number, feedbacks in error.contradiction.corrections.items():
        for feedback, candidates in feedbacks.items():
            print(f"  if turn {number + 1} was {feedback}: candidates left: {candidates}")
