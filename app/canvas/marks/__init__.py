"""What lies over blocks: annotations, monitors, tooltips."""
