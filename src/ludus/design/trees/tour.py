"""Demo of the Delve designer: a tree made for a win rate, and a bad tree with suggested changes.

Both are small: fewer generations than `ludus make delve`, fewer card orders than `ludus inspect delve`.
"""

from __future__ import annotations

from dataclasses import replace

from ludus.core.progress import first_use
from ludus.design.contract import Findings, Order, Sheet
from ludus.design.trees.explaining import mending
from ludus.design.trees.explaining.asks import Frame, InspectAsks, read_frame
from ludus.design.trees.explaining.looking import look_at
from ludus.design.trees.explaining.telling import counted_flaws, heat_of, players_sheet, remedies_sheet, sentences
from ludus.design.trees.making.asks import MakeAsks
from ludus.design.trees.making.made import verdict
from ludus.design.trees.making.setting import read_setting
from ludus.design.trees.making.workshop import Workshop, rater_for
from ludus.design.trees.pictures.flow import win_picture
from ludus.design.trees.pictures.tree import picture
from ludus.design.trees.writing import tree_text
from ludus.games.delve.options import find_tree
from ludus.players import find_compiled

MAKE = MakeAsks(generations=20)
PLAYERS = "thesis-random roulette greedy-card best-turn"
ORDERS = 10  # card orders per deck, encounter and build
BAD, FILE = "bad", "tree.toml"
HEAT = (
    "Bars: when the node is on offer, how often it is the best pick. Boxes: fights won by builds that have it, with "
    "random picks beside it."
)

CHANGED = "The same with the changed values."


def tour(order: Order) -> dict[str, Findings]:
    """Make both chapters of the demo."""
    short = replace(order, games=ORDERS)
    frame = read_frame(InspectAsks(players=PLAYERS), order)
    with first_use(order.game):
        for name in frame.players:
            find_compiled(order.game, name)
    return {"tree": _made(order, short, frame), "bad-tree": _mended(short, frame)}


def _made(order: Order, short: Order, frame: Frame) -> Findings:
    """Make a tree for a win rate, and report the win rates of several bots with it."""
    setting = read_setting(MAKE, order)
    result = Workshop(MAKE, order, setting, rater_for(MAKE, order, setting)).make(0)
    look = look_at("the tree", result.tree, frame, short)
    wins = {played.bot: [stage.wins for stage in played.stages] for played in look.players}
    return Findings(
        title=f"A skill tree, made so that {MAKE.player} wins {100 * MAKE.target_win:g} % of encounters",
        answer=[verdict(result, MAKE, setting), *sentences(look, frame)[1:]],
        sheets=[_without(players_sheet(look, frame), "turns_spread", "build_spread")],
        pictures={
            "tree.svg": (
                picture(result.tree, "The tree"),
                "It is read from left to right: a node after one before it.",
            ),
            "heat.svg": (picture(result.tree, "The tree: picks and wins", heat_of(look)), HEAT),
            "players.svg": (
                win_picture(wins, frame.zone, "Fights won by each player, and the flow zone"),
                "With random picks; the strokes are 95 % intervals.",
            ),
        },
        facts=_facts(order, frame) | {"generations": str(MAKE.generations)},
        files={FILE: tree_text(result.tree)},
    )


def _mended(order: Order, frame: Frame) -> Findings:
    """Report the flaws of a deliberately bad tree, and changes of values that help."""
    tree = find_tree(BAD)
    look = look_at(f"the tree {BAD}", tree, frame, order)
    with order.progress("other values", mending.most_fights(look, frame)) as advance:
        steps = mending.mend(look, frame, order.place, advance)
    flawed = {flaw.node for flaw in look.explained.flaws}
    report = Findings(
        title="A bad tree, and what a designer should change in it",
        answer=[
            f"Of {len(tree)} nodes of the tree {BAD}, {len(flawed)} have flaws ({counted_flaws(look.explained)}), "
            f"and in {100 * look.explained.clear:.0f} % of all choices one node is clearly the best.",
            *mending.told(look, steps),
        ],
        sheets=[remedies_sheet(tree, look.explained.flaws)],
        pictures={"before.svg": (picture(tree, "Before: picks and wins", heat_of(look)), HEAT)},
        facts=_facts(order, frame),
    )
    if steps:
        after = replace(look, tree=steps[-1].tree, explained=steps[-1].explained)
        report.pictures["after.svg"] = (picture(after.tree, "After: picks and wins", heat_of(after)), CHANGED)
        report.sheets.insert(0, mending.sheet(look, steps))
        report.files[FILE] = tree_text(replace(after.tree, name=f"{tree.name} mended"))
    return report


def _without(sheet: Sheet, *names: str) -> Sheet:
    """Hide some columns on the screen; files keep them."""
    columns = [replace(column, shown=column.shown and column.name not in names) for column in sheet.columns]
    return replace(sheet, columns=columns)


def _facts(order: Order, frame: Frame) -> dict[str, str]:
    return {
        "game": f"{order.game.name}, rules version {order.game.version}",
        "players": ", ".join(frame.players),
        "picks are judged by": frame.player,
        "decks": frame.told,
        "orders of cards": f"{ORDERS} for each deck, encounter and build",
        "seed": str(order.seed),
    }
