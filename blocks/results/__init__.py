"""What is shown of a run: monitors, conditions that end it, how two runs differ."""
