"""What worker and parent say to each other, and how long an answer may take."""
