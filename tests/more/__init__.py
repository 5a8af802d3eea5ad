"""What needs more than `make test` sets up: other browsers. `make test-more` runs it."""
