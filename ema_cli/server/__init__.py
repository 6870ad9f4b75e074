"""The local platform behind HTTP."""
