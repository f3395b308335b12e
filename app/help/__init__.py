"""The documentation as help: the pages of `docs/`, completed by generated lists, and searched."""
