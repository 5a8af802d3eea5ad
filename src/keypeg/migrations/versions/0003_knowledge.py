"""A game keeps what was found out about it, and knows the games that have to do with it.

New are the numbers of possible codes after its turns, the coach's skill, the result to beat in a challenge, and the
next game of the two players of a duel; and an index by which everybody's results of a day are counted.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("counts", sa.Text))
    op.add_column("games", sa.Column("skill", sa.Float))
    op.add_column("games", sa.Column("challenge", sa.Text))
    op.add_column("games", sa.Column("next", sa.String(40)))
    op.create_index("games_of_day", "games", ["daily", "source", "outcome", "turn_count"])
