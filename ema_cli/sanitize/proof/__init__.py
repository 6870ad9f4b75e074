"""The independent scan: whether anything that was to go is still there.

It shares no rule with the part that replaces: neither detectors nor folding nor pseudonyms are
imported here, so that a mistake there shows here. What it finds is a part of what they find. It
says how much is left, never what.
"""
