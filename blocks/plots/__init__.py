"""Numbers as lines, pixels and tiles: numpy alone."""
