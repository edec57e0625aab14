"""Demo of the Delve designer, and speed benchmarks of tree rating for `ludus bench`.

The demo makes a tree for a win rate, and suggests changes to a bad tree. Both are small: fewer generations than `ludus
make delve`, fewer card orders than `ludus inspect delve`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from ludus.arena.speed_benchmark import ThroughputTask
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import check_bots
from ludus.design.base.report_parts import game_fact
from ludus.design.delve.charts.encounter_charts import win_rate_chart
from ludus.design.delve.charts.tree_chart import tree_chart
from ludus.design.delve.generation.make import SkillTreeMaker, make_rater
from ludus.design.delve.generation.make_inputs import read_inputs
from ludus.design.delve.generation.report import result_sentences
from ludus.design.delve.inspection import suggest_fixes
from ludus.design.delve.inspection.flow_judgement import FlowJudgement
from ludus.design.delve.inspection.measure_tree import measure_tree
from ludus.design.delve.inspection.report import (
    answer_sentences,
    bots_table,
    describe_flaw_counts,
    remedies_table,
    tree_heat,
)
from ludus.design.delve.options import (
    DelveInspectOptions,
    DelveMakeOptions,
    InspectionSettings,
    read_inspection_settings,
)
from ludus.design.delve.rating.rater import Rater, TreeGoals
from ludus.design.delve.tree_writer import tree_text
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.game_data import default_encounters, reference_decks
from ludus.games.delve.options import find_tree
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.report.report_model import Figure, File, Report
from ludus.report.table_model import Table
from ludus.util.text import plural

DEMO_CHANGES = 3
DEMO_OPTIONS = DelveMakeOptions(generations=20)
DEMO_BOTS = "thesis-random roulette greedy-card best-turn"
CARD_ORDERS = 10  # card orders per deck, encounter and build
BAD_TREE, TREE_FILE = "bad", "tree.toml"
HEAT_CAPTION = (
    "Bars: when the node is on offer, how often it is the best pick. Boxes: encounters won by builds that have it, "
    "with random picks beside it."
)

CHANGED_CAPTION = "The same after the changes."


def make_demo(request: DesignRequest) -> dict[str, Report]:
    """Make both chapters of the demo."""
    short = replace(request, games=CARD_ORDERS)
    settings = read_inspection_settings(DelveInspectOptions(players=DEMO_BOTS), request)
    check_bots(request.game, settings.bots)
    return {"tree": _made_tree_report(request, short, settings), "bad-tree": _fixed_tree_report(short, settings)}


def _made_tree_report(request: DesignRequest, short: DesignRequest, settings: InspectionSettings) -> Report:
    """Make a tree for a win rate, and report the win rates of several bots with it."""
    inputs = read_inputs(DEMO_OPTIONS, request)
    result = SkillTreeMaker(DEMO_OPTIONS, request, inputs, make_rater(DEMO_OPTIONS, request, inputs)).make(0)
    measured = measure_tree("the tree", result.tree, settings, short)
    flow = FlowJudgement(measured.players, settings, nodes=measured.explained.nodes)
    wins = {played.bot: [stage.wins for stage in played.encounters] for played in measured.players}
    return Report(
        title=f"A skill tree, made so that {DEMO_OPTIONS.player} wins {100 * DEMO_OPTIONS.target_win:g} % of "
        "encounters",
        answer=[*result_sentences(result, DEMO_OPTIONS, inputs)[:1], *answer_sentences(measured, settings, flow)[1:]],
        parts=[
            _hide_columns(bots_table(measured, flow), "turns_spread", "build_spread"),
            Figure(
                "tree",
                tree_chart(result.tree, "The tree"),
                "It is read from left to right: a node after one before it.",
            ),
            Figure("heat", tree_chart(result.tree, "The tree: picks and wins", tree_heat(measured)), HEAT_CAPTION),
            Figure(
                "players",
                win_rate_chart(wins, settings.zone, "Encounters won by each player, and the flow zone"),
                "With random picks; the strokes are 95 % intervals.",
            ),
            File(TREE_FILE, tree_text(result.tree)),
        ],
        facts=_facts(request, settings) | {"generations": str(DEMO_OPTIONS.generations)},
    )


def _fixed_tree_report(request: DesignRequest, settings: InspectionSettings) -> Report:
    """Report the flaws of a deliberately bad tree, and changes that help."""
    tree = find_tree(BAD_TREE)
    measured = measure_tree(f"the tree {BAD_TREE}", tree, settings, request)
    fixed = suggest_fixes.find_fixes(measured, settings, request, steps=DEMO_CHANGES)
    flawed = {flaw.node for flaw in measured.explained.flaws}
    report = Report(
        title="A bad tree, and what a designer should change in it",
        answer=[
            f"Of {plural(len(tree), 'node')} of the tree {BAD_TREE}, {len(flawed)} have flaws "
            f"({describe_flaw_counts(measured.explained)}), and in {100 * measured.explained.clear:.0f} % of all "
            "choices one node is clearly the best.",
            *suggest_fixes.describe_fixes(measured, fixed, settings),
        ],
        parts=[
            remedies_table(tree, measured.explained.flaws),
            Figure("before", tree_chart(tree, "Before: picks and wins", tree_heat(measured)), HEAT_CAPTION),
        ],
        facts=_facts(request, settings),
    )
    if fixed.changes:
        after = replace(measured, tree=fixed.tree, explained=fixed.explained)
        parts: list[Figure | File] = [
            Figure("after", tree_chart(after.tree, "After: picks and wins", tree_heat(after)), CHANGED_CAPTION),
            File(TREE_FILE, tree_text(replace(after.tree, name=f"{tree.name} mended"))),
        ]
        report = replace(report, parts=[suggest_fixes.fixes_table(fixed), *report.parts, *parts])
    return report


def _hide_columns(table: Table, *names: str) -> Table:
    """Hide some columns on the screen; files keep them."""
    columns = [replace(column, on_screen=column.on_screen and column.name not in names) for column in table.columns]
    return replace(table, columns=columns)


def _facts(request: DesignRequest, settings: InspectionSettings) -> dict[str, str]:
    return {
        "game": game_fact(request),
        "players": ", ".join(settings.bots),
        "picks are judged by": settings.main_bot,
        "decks": settings.deck_description,
        "orders of cards": f"{CARD_ORDERS} for each deck, encounter and build",
        "seed": str(request.seed),
    }


USUAL_NODES, LARGE_TREE_NODES = 15, 100
MIN_TREES_PER_SECOND = 100.0  # trees per second


def rating_benchmarks() -> Sequence[ThroughputTask]:
    """Return the benchmarks: typical trees, the one with the most builds, and a tree that has to be sampled."""
    small, large = (
        Rater(reference_decks(), default_encounters(), TreeGoals(nodes=nodes))
        for nodes in (USUAL_NODES, LARGE_TREE_NODES)
    )
    typical = [TreeSpace(nodes=USUAL_NODES).random(np.random.default_rng(seed), USUAL_NODES) for seed in range(8)]
    return (
        ThroughputTask(
            f"rating trees of {USUAL_NODES} nodes", "trees/s", partial(_rate, small, typical), MIN_TREES_PER_SECOND
        ),
        ThroughputTask(
            f"rating {USUAL_NODES} nodes in a row",
            "trees/s",
            partial(_rate, small, [_flat_tree(USUAL_NODES)]),
            MIN_TREES_PER_SECOND,
        ),
        ThroughputTask(
            f"rating {LARGE_TREE_NODES} nodes in a row",
            "trees/s",
            partial(_rate, large, [_flat_tree(LARGE_TREE_NODES)]),
        ),
    )


def _rate(rater: Rater, trees: Sequence[SkillTree]) -> int:
    for tree in trees:
        rater.rate(tree)
    return len(trees)


def _flat_tree(nodes: int) -> SkillTree:
    """A tree in which every node is available from the beginning."""
    return SkillTree("row", tuple(SkillNode(f"{TARGETS[i % 8]} {i // 8 + 1}", i % 8, 1 + i % 4) for i in range(nodes)))
