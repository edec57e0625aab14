"""A position by the score of the game itself: the own points less the mean of the others'.

For games that name no features. Free names: points, seats.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def evaluate(table, state, seat, params, scratch):
    mine, theirs, others = int(points(state, seat)), 0, seats(table) - 1
    for other in range(others + 1):
        if other != seat:
            theirs += int(points(state, other))
    if others == 0:
        return float(mine)
    return (mine * others - theirs) / others
