"""Tests of Tresette."""
