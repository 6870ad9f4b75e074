"""The one YAML reader and writer, JSON documents, and saving them."""
