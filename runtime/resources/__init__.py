"""Capture the contents of queues, tables, iterators and accumulators, and restore them into a session."""
