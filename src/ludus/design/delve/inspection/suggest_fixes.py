"""Suggested fixes of a tree: nodes moved, retargeted, merged, removed or revalued, so that more are worth picking.

    fixed = find_fixes(measured, settings, request)
    fixed.tree, fixed.changes            the tree after all changes, and each change in words
    fixed.explained                      its flaws with the decks of the inspection

A tree should get better choices and stay as hard: the changes raise the total of the ratings of choices, with the
present win ratio and size as targets. They are chosen with decks drawn for this, and judged with the decks of the
inspection, of which none is among the drawn ones. With decks of one's own the changes are chosen with these, and the
answer says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.delve.builds.random_pick_probabilities import build_probabilities
from ludus.design.delve.inspection.measure_tree import ChoiceAnalysis, TreeMeasurement, analyse_choices
from ludus.design.delve.inspection.report import describe_flaw_counts
from ludus.design.delve.options import HELD_OUT_DECKS, REFERENCE_DECKS, InspectionSettings
from ludus.design.delve.playtest.bot_win_rates import summarise_bots
from ludus.design.delve.playtest.fights import play_encounters
from ludus.design.delve.rating.choice_measures import DeckGroup, check_measurable
from ludus.design.delve.rating.choice_ratings import ChoiceRater, ChoiceScale
from ludus.design.delve.rating.tree_ratings import TreeGoals
from ludus.design.delve.search.choice_tuning import counted_wins
from ludus.design.delve.search.mending import MAX_CHANGES, TreeChange, describe_flaws, mend_tree
from ludus.design.delve.variation.mutable_tree import TreeLimits
from ludus.games.delve.game_data import heldout_decks, reference_decks
from ludus.games.delve.random_decks import draw_decks
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.util.errors import ContentError
from ludus.util.text import plural

DRAWN_MIXED, DRAWN_THREE_TYPES = 16, 8  # drawn decks: of any cards, of three types
NEW_MIXED, NEW_THREE_TYPES = 8, 4  # in the set of decks that the tree is expected to meet
ORDERS = 10  # card orders per deck, encounter and build


@dataclass(frozen=True)
class MendedTree:
    """A tree with changes, measured with the decks of the inspection."""

    tree: SkillTree
    changes: list[TreeChange]
    explained: ChoiceAnalysis
    wins: Estimate  # with random picks
    decks: str  # that the changes were chosen with
    same_decks: bool  # they are those of the inspection


def find_fixes(
    measured: TreeMeasurement, settings: InspectionSettings, request: DesignRequest, steps: int = MAX_CHANGES
) -> MendedTree:
    """Return the tree with up to `steps` changes; fewer if none is worth it.

    Raises:
        ContentError: nodes have prices, or there are too many builds to play with all.
        OptionError: see `check_mendable`.
    """
    tree = measured.tree
    check_mendable(tree, settings)
    rater, description, same = _mending_rater(measured, settings, request)
    start = rater.measure(tree)
    if start is None:
        raise ContentError(f"tree {tree.name!r}: it has too many builds to mend it by play")
    goals = TreeGoals(min(0.99, max(0.01, counted_wins(rater, start))), settings.turns, len(tree))
    rater.scale = ChoiceScale(goals)
    limits = TreeLimits(len(tree), max(len(settings.encounters) - 1, 1))
    with request.progress("mending", steps, "change") as advance:
        changes = mend_tree(tree, rater, limits, steps, advance)
    if not changes:
        wins = measured.bot_result(settings.main_bot).wins
        return MendedTree(tree, [], measured.explained, wins, description, same)
    mended, before = changes[-1].tree, measured.played
    builds = build_probabilities(mended, len(settings.encounters), seed=request.seed)
    played = play_encounters(
        *(builds, before.bots, settings.decks, before.orders, before.seed, request.backend),
        foes=settings.encounters,
        rules=settings.rules,
    )
    return MendedTree(mended, changes, analyse_choices(played), summarise_bots(played)[0].wins, description, same)


def check_mendable(tree: SkillTree, settings: InspectionSettings) -> None:
    """Check that a tree can be mended.

    Raises:
        ContentError: nodes have prices.
        OptionError: a node does something else than raise damage, or an encounter gives other than one skill point.
    """
    check_measurable(settings.encounters, tree)
    if any(node.price != 1 for node in tree.nodes):
        raise ContentError(f"tree {tree.name!r}: only trees in which every node costs one point can be mended")


def describe_fixes(measured: TreeMeasurement, fixed: MendedTree, settings: InspectionSettings) -> list[str]:
    """Describe the changes in sentences."""
    if not fixed.changes:
        if not measured.explained.flaws:
            return ["There is nothing to mend."]
        return [f"No change of a node was found that would help, with {fixed.decks}."]
    changes = "; ".join(change.text for change in fixed.changes)
    before, after = measured.explained, fixed.explained
    judged = (
        f"with the same {settings.deck_description}, so the result may be too good"
        if fixed.same_decks
        else f"with {settings.deck_description}, on which no change was tried"
    )
    return [
        f"What to change, found with {fixed.decks}: {changes}. Then, {judged}: flaws are {describe_flaw_counts(after)} "
        f"instead of {describe_flaw_counts(before)}, {fixed.wins.in_percent()} of encounters are won, and in "
        f"{100 * after.indifferent:.0f} % of the choices any node will do instead of {100 * before.indifferent:.0f} %."
    ]


def fixes_table(fixed: MendedTree) -> Table:
    """Return a table of the changes."""
    columns = [
        Column.integer("step"),
        Column.text("change"),
        Column.integer("nodes"),
        Column.number("total", "total of ratings"),
        Column.text("flaws", f"flaws left with {fixed.decks}"),
    ]
    rows = [
        [number, change.text, len(change.tree), round(change.total, 4), describe_flaws(change.flaws)]
        for number, change in enumerate(fixed.changes, 1)
    ]
    return Table("changes", columns, rows, "What to change, one after another")


def _mending_rater(
    measured: TreeMeasurement, settings: InspectionSettings, request: DesignRequest
) -> tuple[ChoiceRater, str, bool]:
    """The rater that changes are chosen with, the description of its decks, and whether they are those inspected."""
    built_in = settings.deck_source in (HELD_OUT_DECKS, REFERENCE_DECKS)
    if built_in:
        merged = heldout_decks() if settings.deck_source == HELD_OUT_DECKS else reference_decks()  # without twins
        known = (*settings.decks, *merged)
        decks = draw_decks(derive(request.seed, "mending decks"), known, DRAWN_MIXED, DRAWN_THREE_TYPES)
        kinds = range(DRAWN_MIXED), range(DRAWN_MIXED, len(decks))
        groups = [DeckGroup(tuple(kind), new) for kind, new in zip(kinds, (NEW_MIXED, NEW_THREE_TYPES), strict=True)]
        description = f"{plural(len(decks), 'drawn deck')}"
    else:
        decks, description = settings.decks, f"the {plural(len(settings.decks), 'deck')} themselves"
        groups = [DeckGroup(tuple(range(len(decks))), len(decks))]
    scale = ChoiceScale(TreeGoals(turns=settings.turns, nodes=len(measured.tree)))
    rater = ChoiceRater(
        *(decks, settings.encounters, groups, scale, settings.main_bot, ORDERS, derive(request.seed, "mending")),
        backend=request.backend,
        rules=settings.rules,
    )
    return rater, description, not built_in
