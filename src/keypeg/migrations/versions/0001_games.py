"""The first tables: games and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(64)),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("source", sa.String(8), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("daily", sa.String(10)),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("trail", sa.Text, nullable=False),
        sa.Column("pending", sa.Text),
        sa.Column("suggestion", sa.Text),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("answers", sa.String(10)),
        sa.Column("invite", sa.String(40), unique=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.UniqueConstraint("owner", "daily", name="one_daily_game"),
    )
    op.create_index("games_of_owner", "games", ["owner", "created"])
    op.create_index("games_of_guest", "games", ["guest", "created"])
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
