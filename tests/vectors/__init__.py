"""Worked examples of the rules pages as pure data."""
