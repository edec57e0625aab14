"""Kingdoms page: cards and sets to choose from, and replays of measured games.

Dominion's designer measures, swaps and makes kingdoms in background jobs, like the designers of other games; its
intermediate results arrive through the socket of the job. This package adds only what the page cannot know itself.
"""
