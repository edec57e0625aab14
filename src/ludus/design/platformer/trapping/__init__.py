"""Traps of a level: sequences along its routes."""
