"""Figures of the report."""

from __future__ import annotations

from ludus.lab import Figure
from ludus.lab.figures import Bar, Series, bar_chart, line_chart
from ludus.studies.delve_players.findings import DelvePlayersResults


def players_figure(results: DelvePlayersResults) -> Figure:
    """Win rate of each bot: figures 27 to 31 of the thesis in one."""
    marks = []
    for player in results.ranked_bots():
        win_rate = results.win_rate(player)
        marks.append(Bar(player, win_rate.value, win_rate.low, win_rate.high))
    title = "Fights won"
    svg = bar_chart(marks, title=title, x_title="share of fights", percent=True)
    return Figure("players", svg, f"{title}, with 95 % intervals; the thesis's figures 27 to 31.")


def paired_figure(results: DelvePlayersResults) -> Figure:
    """Win rate difference of each bot to BestTurnBot on the same fights."""
    reference, marks = results.settings.urgent[-2], []
    for player in results.ranked_bots():
        if player not in (reference, results.settings.urgent[0]):
            difference = results.win_difference(player, reference)
            marks.append(Bar(player, difference.value, difference.low, difference.high))
    title = f"Fights won more than {reference}"
    svg = bar_chart(marks, title=title, x_title="difference", percent=True, reference=0.0)
    caption = f"{title} wins, on the same fights, with 95 % intervals; {results.settings.urgent[0]} is far to the left."
    return Figure("paired", svg, caption)


def turns_figure(results: DelvePlayersResults) -> Figure:
    """Turns to win: figures 32 to 36 of the thesis."""
    marks = []
    for player in results.ranked_bots():
        turns_to_win = results.turns_to_win(player)
        marks.append(Bar(player, turns_to_win.value, turns_to_win.low, turns_to_win.high))
    title = "Turns to win"
    svg = bar_chart(marks, title=title, x_title="turns in fights won")
    return Figure("turns", svg, f"{title}, with 95 % intervals; the thesis's figures 32 to 36.")


def encounters_figure(results: DelvePlayersResults) -> Figure:
    """Win rates by encounter."""
    numbers = range(results.wins.shape[3])
    bots_shown = dict.fromkeys((results.settings.ours, *reversed(results.settings.urgent)))
    lines = [Series(player, [results.win_rate(player, k).value for k in numbers]) for player in bots_shown]
    title = "Fights won by encounter"
    svg = line_chart(
        [k + 1 for k in numbers],
        lines,
        title=title,
        x_title="encounter",
        y_title="share of fights",
        percent=True,
        value_range=(0, 1),
    )
    return Figure("encounters", svg, f"{title}, by players that aim at the most urgent.")


def picks_figure(results: DelvePlayersResults) -> Figure:
    """Encounters won in whole runs."""
    marks = []
    for runner in results.runners:
        encounters_won = results.encounters_won(runner)
        marks.append(Bar(runner, encounters_won.value, encounters_won.low, encounters_won.high))
    title = "Encounters won in a run"
    svg = bar_chart(marks, title=title, x_title="encounters")
    return Figure("picks", svg, f"{title}, by player and way to pick nodes, with 95 % intervals.")
