"""What is typed into a pin: one grammar of literals, with their dtypes and shapes."""
