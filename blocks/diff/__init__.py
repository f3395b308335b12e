"""How two documents differ: who is who in them, which cells are not the same, and the edits from one to the other."""
