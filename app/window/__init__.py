"""The window: pages as tabs, palette, inspector, problems, results, and the engine that talks to the worker."""
