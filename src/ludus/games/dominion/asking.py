"""How a clause asks a player, and how it continues with the next seat or the next clause."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.table import YOU


@rule(inline=True)
def ask(state, question, seat):
    state.asked = question
    state.chooser = seat
    state.least = 0
    state.most = 1
    state.lowest = 0
    state.what = 0


@rule(inline=True)
def next_step(frame):
    frame.step += 1
    frame.around = 0


@rule
def next_seat(table, frame, step):
    """Finish the clause for this seat."""
    frame.around += 1
    if step.who == YOU or frame.around >= table.seats:
        next_step(frame)
