# The public names, each with the module that has it: for type checkers, and for `__init__.py`, which reads this list.

from keypeg.coach import Review as Review
from keypeg.coach import review as review
from keypeg.effort import Effort as Effort
from keypeg.errors import InconsistentFeedback as InconsistentFeedback
from keypeg.errors import KeypegError as KeypegError
from keypeg.errors import NotAllowed as NotAllowed
from keypeg.errors import TooLarge as TooLarge
from keypeg.errors import UnreadableText as UnreadableText
from keypeg.exact import Search as Search
from keypeg.game import Adversary as Adversary
from keypeg.game import Drawn as Drawn
from keypeg.game import Fixed as Fixed
from keypeg.game import play as play
from keypeg.match import Match as Match
from keypeg.palette import Palette as Palette
from keypeg.partition import Partition as Partition
from keypeg.position import Position as Position
from keypeg.reasons import Explanation as Explanation
from keypeg.reasons import explain as explain
from keypeg.replay import verify as verify
from keypeg.research import Tree as Tree
from keypeg.room import Room as Room
from keypeg.rules import Code as Code
from keypeg.rules import Feedback as Feedback
from keypeg.rules import Turn as Turn
from keypeg.rules import Variant as Variant
from keypeg.rules import score as score
from keypeg.session import BreakSession as BreakSession
from keypeg.session import SolveSession as SolveSession
from keypeg.strategies import grow as grow
from keypeg.strategies import strategy as strategy
from keypeg.study import Study as Study
from keypeg.study import advise as advise
from keypeg.tournament import Tournament as Tournament
from keypeg.tree import StrategyTree as StrategyTree

__all__: list[str]  # noqa: PYI035 - the names above
__version__: str
