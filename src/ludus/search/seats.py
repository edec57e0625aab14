"""How many play. Free name: SEATS, where a game does not leave it to its table."""

# ruff: noqa: F821
# mypy: ignore-errors

INLINE = ("fixed", "by_table")


def fixed(table):
    return SEATS


def by_table(table):
    return table.seats
