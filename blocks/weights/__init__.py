"""Large arrays of documents, in weight files in the same folder, found by the hash of each array."""
