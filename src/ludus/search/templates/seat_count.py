"""Template: the number of seats, fixed or from the game data. Free name: SEATS."""

# ruff: noqa: F821
# mypy: ignore-errors

INLINE = ("fixed", "by_table")


def fixed(table):
    return SEATS


def by_table(table):
    return table.seats
