"""Rooms in which several people break the same codes; a game can be somebody's in a round of one."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("rounds", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("rooms_of_owner", "rooms", ["owner"])
    op.create_table(
        "room_players",
        sa.Column("room", sa.String(40), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("room", "name", name="one_name_in_room"),
    )
    op.create_index("rooms_of_player", "room_players", ["player"])
    op.add_column("games", sa.Column("room", sa.String(40)))
    op.add_column("games", sa.Column("round", sa.Integer))
    op.create_index("games_of_room", "games", ["room"])
