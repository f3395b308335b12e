"""Running pages from the window: the worker, its target, results and their states."""
