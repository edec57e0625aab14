"""Template: the number of seats, fixed or from the game data. Free name: SEATS."""

# ruff: noqa: F821
# mypy: ignore-errors

INLINE = ("fixed", "from_data")


def fixed(data):
    return SEATS


def from_data(data):
    return data.seats
