"""The grammar of values typed into pins, with their dtypes and shapes."""
