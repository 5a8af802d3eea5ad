"""Puzzles that people work on, each as the line of its session."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("daily", sa.String(10)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.UniqueConstraint("owner", "daily", name="one_daily_puzzle"),
    )
    op.create_index("puzzles_of_owner", "puzzles", ["owner", "created"])
