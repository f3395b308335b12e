"""Files: documents, journals, libraries, examples, and other files of a document."""
