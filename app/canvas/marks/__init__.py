"""Results, problems and texts shown over blocks: annotations, monitors, tooltips."""
