"""Debugging in the window: breakpoints, paused runs, failed and past steps."""
