"""Slow, obvious plain-Python references, written from the rules pages alone."""
