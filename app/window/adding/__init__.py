"""Finding a block type, and adding a block of it."""
