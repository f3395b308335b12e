"""Looking at results: tables, viewers and their modes."""
