"""Block types with their pins, facts about ops, documentation, and search."""
