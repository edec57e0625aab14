"""`ludus make delve --online`: adaptive trees against a fixed one, for a ladder of bots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet
from ludus.design.trees.making.asks import MakeAsks, read_ladder
from ludus.design.trees.making.setting import Setting
from ludus.design.trees.pictures.tree import picture
from ludus.design.trees.searching.journeys import Journey, journey
from ludus.design.trees.searching.online import FIGHTS, OFFERS, Grower
from ludus.design.trees.writing import tree_text
from ludus.games.delve.scenario import default_tree
from ludus.players import find_compiled
from ludus.stats import Estimate
from ludus.stats.ratios import ratio_share

JOURNEYS = 6  # per bot and deck


def make_online(asks: MakeAsks, order: Order, setting: Setting) -> Findings:
    """Play every bot of the ladder through the encounters with a tree that adapts to it, and with a fixed one."""
    names, tree = read_ladder(asks.ladder), setting.tree or default_tree()
    decks = setting.proof
    rounds = JOURNEYS if order.games is None else max(1, order.games // len(decks) // len(names))
    grown: dict[str, list[Journey]] = {name: [] for name in names}
    fixed: dict[str, list[Journey]] = {name: [] for name in names}
    with first_use(order.game):
        for name in names:
            find_compiled(order.game, name)
    with order.progress("journeys", 2 * rounds * len(decks) * len(names), "journey") as advance:
        for number, deck in enumerate(decks):
            grower = Grower(deck, setting.foes, names, asks.target_win, derive(order.seed, "grower", number))
            for name in names:
                for k in range(rounds):
                    seed = derive(order.seed, "journey", number, k)
                    grown[name].append(journey(name, grower, seed))
                    fixed[name].append(journey(name, grower, seed, tree))
                    advance(2)
    return _tell(asks, order, setting, tree.name, grown, fixed)


def _tell(
    asks: MakeAsks,
    order: Order,
    setting: Setting,
    tree: str,
    grown: dict[str, list[Journey]],
    fixed: dict[str, list[Journey]],
) -> Findings:
    names = list(grown)
    shares = [[_wins(ways[name]) for name in names] for ways in (fixed, grown)]
    off = [np.nanmean([abs(share.value - asks.target_win) for share in row]) for row in shares]
    rows = [
        [name, shares[0][k], shares[1][k], _through(fixed[name]), _through(grown[name]), _value(grown[name])]
        for k, name in enumerate(names)
    ]
    columns = [Column("player"), Column("fixed", "share", "wins, fixed tree"), Column("grown", "share", "grown tree")]
    columns += [
        Column("through_fixed", "number", "all encounters, fixed tree"),
        Column("through_grown", "number", "grown"),
    ]
    columns += [Column("value", "number", "mean value of a picked node")]
    longest = {name: max(grown[name], key=lambda way: len(way.won)) for name in (names[0], names[-1])}
    return Findings(
        title=f"{order.game.title}: trees that grow while they are played",
        answer=[
            f"With the fixed tree {tree}, players are {100 * off[0]:.0f} points of percent off the win ratio of "
            f"{100 * asks.target_win:g} % on average; with trees that grow for each of them, {100 * off[1]:.0f}.",
            f"The weakest, {names[0]}, wins {shares[0][0].in_percent()} of its encounters with the fixed tree and "
            f"{shares[1][0].in_percent()} with grown ones; the strongest, {names[-1]}, {shares[0][-1].in_percent()} "
            f"and {shares[1][-1].in_percent()}.",
        ],
        sheets=[Sheet("online", "Encounters won, from the second on, of those that were reached", columns, rows)],
        pictures={
            f"grown_{k}.svg": (picture(way.tree, f"Grown for {name}"), f"What grew for {name} on its longest way.")
            for k, (name, way) in enumerate(longest.items(), 1)
        },
        facts={
            "game": f"{order.game.name}, rules version {order.game.version}",
            "ladder": ", ".join(names),
            "growth": f"{OFFERS} nodes before each encounter, by {FIGHTS} fights of each player of the ladder",
            "journeys": f"{len(grown[names[0]])} of each player with each tree, {setting.proved}",
            "seed": str(order.seed),
        },
        files={f"grown_{k}.toml": tree_text(way.tree) for k, way in enumerate(longest.values(), 1)},
        notes=_NOTES,
    )


def _wins(ways: Sequence[Journey]) -> Estimate:
    """Share of encounters won, from the second on: before the first there is nothing to pick."""
    x = np.array([sum(way.won[1:]) for way in ways], np.float64)
    d = np.array([len(way.won[1:]) for way in ways], np.float64)
    return ratio_share(len(ways), x.sum(), d.sum(), (x * x).sum(), (x * d).sum(), (d * d).sum())


def _through(ways: Sequence[Journey]) -> float:
    """Share of playthroughs in which everything was won."""
    most = max(len(way.won) for way in ways)
    return round(float(np.mean([len(way.won) == most and way.won[-1] for way in ways])), 4)


def _value(ways: Sequence[Journey]) -> float:
    """Mean value of the picked nodes."""
    values = [way.tree.nodes[node].value for way in ways for node in way.had]
    return round(float(np.mean(values)), 4) if values else 0.0


_NOTES = [
    "A growing tree offers nodes that are as strong as this kind of player needs; the skill of the player is estimated "
    "from turns and hit points in earlier encounters. Where the strongest node is too weak for a deck, or the weakest "
    "too strong, the win ratio cannot be met.",
]
