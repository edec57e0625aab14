"""Observation encoders as templates that are bound to the rules of one game and compiled."""
