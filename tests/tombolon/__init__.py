"""Tests of Tombolon."""
