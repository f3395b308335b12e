"""From a file of anyone to a block that gives batches of it."""
