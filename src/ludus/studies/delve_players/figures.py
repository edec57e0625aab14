"""Figures of the report."""

from __future__ import annotations

from ludus.lab import Figure
from ludus.lab.figures import Bar, Series, bars, curves
from ludus.studies.delve_players.findings import Findings


def players(found: Findings) -> Figure:
    """Win rate of each bot: figures 27 to 31 of the thesis in one."""
    marks = []
    for player in found.ranked():
        win_rate = found.win(player)
        marks.append(Bar(player, win_rate.value, win_rate.low, win_rate.high))
    title = "Fights won"
    svg = bars(marks, title=title, x_title="share of fights", percent=True)
    return Figure("players", svg, f"{title}, with 95 % intervals; the thesis's figures 27 to 31.")


def paired(found: Findings) -> Figure:
    """Win rate difference of each bot to BestTurnBot on the same fights."""
    reference, marks = found.settings.urgent[-2], []
    for player in found.ranked():
        if player not in (reference, found.settings.urgent[0]):
            difference = found.ahead(player, reference)
            marks.append(Bar(player, difference.value, difference.low, difference.high))
    title = f"Fights won more than {reference}"
    svg = bars(marks, title=title, x_title="difference", percent=True, mark=0.0)
    caption = f"{title} wins, on the same fights, with 95 % intervals; {found.settings.urgent[0]} is far to the left."
    return Figure("paired", svg, caption)


def turns(found: Findings) -> Figure:
    """Turns to win: figures 32 to 36 of the thesis."""
    marks = []
    for player in found.ranked():
        turns_to_win = found.turns_to_win(player)
        marks.append(Bar(player, turns_to_win.value, turns_to_win.low, turns_to_win.high))
    title = "Turns to win"
    svg = bars(marks, title=title, x_title="turns in fights won")
    return Figure("turns", svg, f"{title}, with 95 % intervals; the thesis's figures 32 to 36.")


def encounters(found: Findings) -> Figure:
    """Win rates by encounter."""
    numbers = range(found.wins.shape[3])
    bots_shown = dict.fromkeys((found.settings.ours, *reversed(found.settings.urgent)))
    lines = [Series(player, [found.win(player, k).value for k in numbers]) for player in bots_shown]
    title = "Fights won by encounter"
    svg = curves(
        [k + 1 for k in numbers],
        lines,
        title=title,
        x_title="encounter",
        y_title="share of fights",
        percent=True,
        possible=(0, 1),
    )
    return Figure("encounters", svg, f"{title}, by players that aim at the most urgent.")


def picks(found: Findings) -> Figure:
    """Encounters won in whole runs."""
    marks = []
    for runner in found.runners:
        encounters_won = found.cleared(runner)
        marks.append(Bar(runner, encounters_won.value, encounters_won.low, encounters_won.high))
    title = "Encounters won in a run"
    svg = bars(marks, title=title, x_title="encounters")
    return Figure("picks", svg, f"{title}, by player and way to pick nodes, with 95 % intervals.")
