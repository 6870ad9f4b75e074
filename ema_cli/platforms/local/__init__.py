"""The local platform: SQLite and files by content."""
