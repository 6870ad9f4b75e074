"""The shipped tools, one file a method."""
