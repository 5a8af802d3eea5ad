"""How Alembic runs the migrations: on the connection from `keypeg.database_open`, within its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
