"""The large arrays of documents: in files beside them, found by the hash of each array."""
