"""SQLite: knows rows and JSON text, not the game."""
