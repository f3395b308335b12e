"""Replay of recorded steps, to show their values and to find causes, without side effects."""
