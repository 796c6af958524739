"""Policies over any game, and the registry that finds policies wherever they come from."""
