"""ema: clone AI Employees and run checked plans of actions on the clones."""

__version__ = "0.1.0"
