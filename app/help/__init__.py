"""The documentation as help: the pages of `docs/`, completed by what the program says of itself, and searched."""
