"""How Alembic runs the migrations: on the connection that `keypeg.database` hands over, within its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
