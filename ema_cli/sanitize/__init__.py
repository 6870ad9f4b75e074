"""Sanitizing: values in, values out."""
