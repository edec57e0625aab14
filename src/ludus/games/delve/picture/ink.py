"""Colours for card classes and node targets: light ones for areas, dark ones for text."""

from __future__ import annotations

# By target, in the order of TARGETS: area, targeted, mana, energy, then the four classes.
TARGET_FILL = ("#f3d9b1", "#d5dbe3", "#c9d4f5", "#d9e8b8", "#d8c3ee", "#f2c9a0", "#b9d3f0", "#c3dcc0")
TARGET_TEXT = ("#8a5200", "#46525f", "#2f4a9e", "#4b6a12", "#6b3fa0", "#9a4a0a", "#1f5c99", "#33682f")
HEALTH_COLOUR, HEALTH_BACKGROUND = "#a8323e", "#ecd2d0"
ENERGY_COLOUR, MANA_COLOUR = "#4b6a12", "#2f4a9e"
CHOICE_COLOUR = "#d28b00"  # edge of cards and nodes that can be chosen now
FIRST_CLASS_TARGET = 4  # index of the first target that is a single card class
