"""What lies on disk: documents, journals, libraries, examples, and the files beside them."""
