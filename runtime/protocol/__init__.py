"""Messages between a worker and its parent, and the deadlines of answers."""
