"""A player for `keypeg evaluate`: reads a position per line, writes a guess per line.

    keypeg evaluate --player "python examples/machines/player.py entropy"

Any program that does the same can be measured, in any language. Lines look like `p4c6 1122=1b1w 1134=0b2w`.
"""

import sys

from keypeg import Position, strategy

chosen = strategy(sys.argv[1] if len(sys.argv) > 1 else "entropy")
for line in sys.stdin:
    print(chosen.choose(Position.parse(line)), flush=True)
