"""Indexes by age, so that what is not kept for ever is found without a look at everything else.

They are by when a row was made, not when it was changed last: a turn that is played costs no more than before.
"""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("games_by_age", "games", ["outcome", "created"])
    op.create_index("puzzles_by_age", "puzzles", ["created"])
    op.create_index("rooms_by_age", "rooms", ["created"])
