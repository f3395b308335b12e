"""Looking at results: tables, and viewers with their modes."""
