"""Results of a run: monitors, breakpoints, conditions that end a run, differences of two runs."""
