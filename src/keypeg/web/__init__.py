"""The web page and its JSON interface: games over HTTP, kept in a database.

A front end: it decides no rule and holds no game state. `app.create_app` builds the application, `serve.serve` runs it.
"""
