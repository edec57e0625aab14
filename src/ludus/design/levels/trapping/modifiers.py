"""What a trap changes in a level, cell by cell, and where it may (thesis 3.3.2, figure 3.8).

A modifier is a value that a cell must get, or one of two more: add a solid cell, dig an open one. Adding and digging
are allowed wherever a cell is not obliged to stay, and what they leave is obliged from then on (reading, G14).
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.design.levels.ways.sheets import FIXED, MOVING, OBLIGED_OPEN, OBLIGED_SOLID, OPEN, SOLID

ADD, DIG = 6, 7  # beside the values of cells
MODIFIER_SIGNS = "#=o.td^+"


@rule(inline=True)
def may(modifier, value):
    """The truth table of the modifiers."""
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
def outcome(modifier):
    """The value that a cell has afterwards."""
    if modifier == ADD:
        return OBLIGED_SOLID
    return OBLIGED_OPEN if modifier == DIG else modifier


assert FIXED < ADD  # values and modifiers share their numbers
