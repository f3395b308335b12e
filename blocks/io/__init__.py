"""Files of anyone are read within bounds, and locked."""
