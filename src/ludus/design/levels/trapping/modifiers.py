"""Modifiers of cells: what a trap changes in a level, and where it may (thesis 3.3.2, figure 3.8).

A modifier is a value that a cell must have, or one of two more: add a solid cell, dig an open one. Adding and digging
are allowed where a cell is not obliged to stay, and the changed cell is obliged from then on (reading, G14).
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.design.levels.ways.sheets import FIXED, MOVING, OBLIGED_OPEN, OBLIGED_SOLID, OPEN, SOLID

ADD, DIG = 6, 7  # in addition to the values of cells
MODIFIER_SIGNS = "#=o.td^+"


@rule(inline=True)
def is_allowed(modifier, value):
    """Truth table of the modifiers."""
    if modifier in (SOLID, OPEN):
        return value == modifier
    if modifier == OBLIGED_SOLID:
        return value in (SOLID, OBLIGED_SOLID)
    if modifier == OBLIGED_OPEN:
        return value in (OPEN, OBLIGED_OPEN)
    if modifier == MOVING:
        return value == OPEN
    return value in (SOLID, OPEN)  # FIXED, ADD and DIG


@rule(inline=True)
def value_after(modifier):
    """Value of a cell after the modifier."""
    if modifier == ADD:
        return OBLIGED_SOLID
    return OBLIGED_OPEN if modifier == DIG else modifier


assert FIXED < ADD  # values and modifiers share their numbers
