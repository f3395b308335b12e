"""Running pages from the window: the worker, its target, what it tells."""
