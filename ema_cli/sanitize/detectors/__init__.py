"""Finders of values by their shape: one file a family, one small interface.

To add a family, write a module with a `Detector` and name it in `detectors.all`.
"""
