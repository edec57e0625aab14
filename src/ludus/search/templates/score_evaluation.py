"""Template: evaluation by the game's own score: the own score minus the mean of the others.

For games without features. Free names: score, seats.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def evaluate(data, state, seat, params, scratch):
    mine, theirs, others = int(score(state, seat)), 0, seats(data) - 1
    for other in range(others + 1):
        if other != seat:
            theirs += int(score(state, other))
    if others == 0:
        return float(mine)
    return (mine * others - theirs) / others
