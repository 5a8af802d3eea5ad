"""What games are summed up by, in columns of its own; and the code on which an adversary settled in the end."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_SUMMED = {
    "sqlite": """UPDATE games SET guesses = json_extract(summary, '$.guesses'),
        called_off = coalesce(json_extract(summary, '$.called_off'), 0)""",
    "postgresql": """UPDATE games SET guesses = (summary::json ->> 'guesses')::int,
        called_off = coalesce((summary::json ->> 'called_off')::boolean, false)""",
}


def upgrade() -> None:
    op.add_column("games", sa.Column("guesses", sa.Integer))
    op.add_column("games", sa.Column("called_off", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("secret", sa.Text))
    op.execute(_SUMMED[op.get_bind().dialect.name])
