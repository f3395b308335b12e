"""Effects of edits: undo, updates of pages that use the edited one, stale results, recovery."""
