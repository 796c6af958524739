"""Tests of Briscola."""
