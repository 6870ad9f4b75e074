"""Documents: the one YAML reader and writer, JSON texts, and saving them."""
