"""What an edit means for the rest: undo, pages that use the edited one, results that are out of date, recovery."""
