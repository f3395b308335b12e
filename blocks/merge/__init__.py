"""Three-way merge of documents, and resolution of conflicts."""
