"""The dialog "Data from ...": from a file of anyone to a block that gives batches of it, and a model that learns."""
