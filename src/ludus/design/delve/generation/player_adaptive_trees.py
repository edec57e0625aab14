"""`ludus make delve --online`: adaptive trees against a fixed one, for a ladder of bots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import check_bots, read_ladder
from ludus.design.base.report_parts import game_fact
from ludus.design.delve.charts.tree_chart import tree_chart
from ludus.design.delve.generation.make_inputs import TreeInputs
from ludus.design.delve.options import DelveMakeOptions
from ludus.design.delve.search.player_adaptive_growth import (
    FIGHTS_PER_BOT,
    NEW_NODES,
    AdaptiveGrower,
    Playthrough,
    play_through,
)
from ludus.design.delve.tree_writer import tree_text
from ludus.games.delve.game_data import default_tree
from ludus.report.report_model import Figure, File, Report
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.intervals import ratio_proportion
from ludus.util.text import plural

PLAYTHROUGHS_PER_DECK = 6  # per bot and deck


def make_adaptive_trees(options: DelveMakeOptions, request: DesignRequest, inputs: TreeInputs) -> Report:
    """Play every bot of the ladder through the encounters with a tree that adapts to it, and with a fixed one."""
    names, tree = read_ladder(options.ladder), inputs.tree or default_tree()
    decks = inputs.held_out_decks
    rounds = PLAYTHROUGHS_PER_DECK if request.games is None else max(1, request.games // len(decks) // len(names))
    grown: dict[str, list[Playthrough]] = {name: [] for name in names}
    fixed: dict[str, list[Playthrough]] = {name: [] for name in names}
    check_bots(request.game, names)
    with request.progress("journeys", 2 * rounds * len(decks) * len(names), "journey") as advance:
        for number, deck in enumerate(decks):
            grower = AdaptiveGrower(
                deck, inputs.encounters, names, options.target_win, derive(request.seed, "grower", number)
            )
            for name in names:
                for k in range(rounds):
                    seed = derive(request.seed, "journey", number, k)
                    grown[name].append(play_through(name, grower, seed))
                    fixed[name].append(play_through(name, grower, seed, tree))
                    advance(2)
    return _adaptive_report(options, request, inputs, tree.name, grown, fixed)


def _adaptive_report(
    options: DelveMakeOptions,
    request: DesignRequest,
    inputs: TreeInputs,
    tree: str,
    grown: dict[str, list[Playthrough]],
    fixed: dict[str, list[Playthrough]],
) -> Report:
    names = list(grown)
    shares = [[_wins(playthroughs[name]) for name in names] for playthroughs in (fixed, grown)]
    off = [np.nanmean([abs(share.value - options.target_win) for share in row]) for row in shares]
    rows = [
        [
            name,
            shares[0][k],
            shares[1][k],
            _completion_rate(fixed[name]),
            _completion_rate(grown[name]),
            _mean_picked_value(grown[name]),
        ]
        for k, name in enumerate(names)
    ]
    columns = [
        Column.text("player"),
        Column.share("fixed", "wins, fixed tree"),
        Column.share("grown", "grown tree"),
    ]
    columns += [
        Column.number("through_fixed", "all encounters, fixed tree"),
        Column.number("through_grown", "grown"),
    ]
    columns += [Column.number("value", "mean value of a picked node")]
    longest = {name: max(grown[name], key=lambda playthrough: len(playthrough.won)) for name in (names[0], names[-1])}
    return Report(
        title=f"{request.game.title}: trees that grow while they are played",
        answer=[
            f"With the fixed tree {tree}, players are {100 * off[0]:.0f} points of percent off the win ratio of "
            f"{100 * options.target_win:g} % on average; with trees that grow for each of them, {100 * off[1]:.0f}.",
            f"The weakest, {names[0]}, wins {shares[0][0].in_percent()} of its encounters with the fixed tree and "
            f"{shares[1][0].in_percent()} with grown ones; the strongest, {names[-1]}, {shares[0][-1].in_percent()} "
            f"and {shares[1][-1].in_percent()}.",
        ],
        parts=[
            Table("online", columns, rows, "Encounters won, from the second on, of those that were reached"),
            *(
                Figure(
                    f"grown_{k}",
                    tree_chart(playthrough.tree, f"Grown for {name}"),
                    f"What grew for {name} on its longest way.",
                )
                for k, (name, playthrough) in enumerate(longest.items(), 1)
            ),
            *(
                File(f"grown_{k}.toml", tree_text(playthrough.tree))
                for k, playthrough in enumerate(longest.values(), 1)
            ),
            *_NOTES,
        ],
        facts={
            "game": game_fact(request),
            "ladder": ", ".join(names),
            "growth": f"{NEW_NODES} nodes before each encounter, by {FIGHTS_PER_BOT} encounters of each player of the "
            "ladder",
            "journeys": f"{len(grown[names[0]])} of each player with each tree; trees grow for the deck that is "
            f"played, each of {plural(len(inputs.held_out_decks), 'deck')}",
            "seed": str(request.seed),
        },
    )


def _wins(ways: Sequence[Playthrough]) -> Estimate:
    """Share of encounters won, from the second on: before the first there is nothing to pick."""
    x = np.array([sum(playthrough.won[1:]) for playthrough in ways], np.float64)
    d = np.array([len(playthrough.won[1:]) for playthrough in ways], np.float64)
    return ratio_proportion(len(ways), x.sum(), d.sum(), (x * x).sum(), (x * d).sum(), (d * d).sum())


def _completion_rate(ways: Sequence[Playthrough]) -> float:
    """Share of playthroughs in which everything was won."""
    most = max(len(playthrough.won) for playthrough in ways)
    return round(float(np.mean([len(playthrough.won) == most and playthrough.won[-1] for playthrough in ways])), 4)


def _mean_picked_value(ways: Sequence[Playthrough]) -> float:
    """Mean value of the picked nodes."""
    values = [playthrough.tree.nodes[node].value for playthrough in ways for node in playthrough.had]
    return round(float(np.mean(values)), 4) if values else 0.0


_NOTES = [
    "A growing tree offers nodes that are as strong as this kind of player needs; the skill of the player is estimated "
    "from turns and hit points in earlier encounters. Where the strongest node is too weak for a deck, or the weakest "
    "too strong, the win ratio cannot be met.",
]
