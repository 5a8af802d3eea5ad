"""A game can be a round of a match: it knows what was agreed, and how the rounds before it ended."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("match", sa.Text))
