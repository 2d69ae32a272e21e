"""The catalogue of user-visible text."""
