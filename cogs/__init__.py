"""Thin Discord front: slash commands, and the announcer that sends what is owed."""
