"""The web page and its JSON interface: games over HTTP, kept in a database.

This is a front end: it decides no rule and holds no game state. `app.create_app` builds the application, and
`serve.serve` runs it.
"""
