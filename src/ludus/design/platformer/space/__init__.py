"""Measures, archives and campaigns of levels."""
