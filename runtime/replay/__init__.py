"""Steps taken again from what was kept of them: what they computed, and why, without any effect."""
