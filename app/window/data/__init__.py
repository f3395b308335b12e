"""The dialog "Data from…": from a data file to a block for its batches, and a model that is trained on it."""
