"""Games hosted in channels: people, settings, the log, and the one door for every change."""
