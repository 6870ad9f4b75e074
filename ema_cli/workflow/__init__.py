"""The workflow graph and its rules."""
