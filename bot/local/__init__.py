"""The real bot against the simulated Discord: local play, and what tests share of it."""
