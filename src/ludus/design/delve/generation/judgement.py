"""Judgement of a made tree by play: win ratio and turns against the targets, and the flaws of its nodes.

    judged = judge_tree(played, counted)
    judged.wins, judged.turns        over decks: the interval has the spread of the decks
    judged.analysis.flaws

Decks differ far more than orders of cards, so a deck is the unit of the intervals. Encounters that no node can affect
do not count for the win ratio: the first one, and those that every deck wins without a node or loses with the
strongest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ludus.backends import Backend
from ludus.design.base.report_parts import name_some
from ludus.design.base.verdict_texts import MET, JudgedTarget, targets_text
from ludus.design.delve.inspection.measure_tree import ChoiceAnalysis, analyse_choices
from ludus.design.delve.options import DelveMakeOptions, read_turns
from ludus.design.delve.playtest.bot_win_rates import BotResult, summarise_bots, turns_by_order, win_rate_by_order
from ludus.design.delve.playtest.deck_intervals import turns_over_decks, wins_over_decks
from ludus.design.delve.playtest.fights import FightResults
from ludus.design.delve.rating.choice_ratings import counted_cells
from ludus.design.delve.rating.fight_memo import PlayedMemo
from ludus.games.delve.decks_and_encounters import THESIS_RULES, GameRules
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.judgement import ClaimedRange, within
from ludus.util.text import plural

TARGET_TOLERANCE = 0.05  # tolerance of the target win rate
MAX_NAMED_FLAWS = 6  # in the answer; the table of flaws has all
FLAW_KINDS = ("out of reach", "dominated", "never useful", "redundant", "obvious")


@dataclass(frozen=True)
class TreeJudgement:
    """Results of a tree with the decks that it is judged with."""

    result: BotResult  # over all encounters
    analysis: ChoiceAnalysis
    decks: tuple[str, ...]
    counted: np.ndarray  # by deck and encounter: whether nodes can affect it
    won: np.ndarray  # by deck, encounter and card order: share of fights won with random picks
    won_turns: np.ndarray  # by deck, encounter and card order: turns of fights won, times their share

    @property
    def win_rates(self) -> np.ndarray:
        """Share of fights won, by deck and encounter."""
        return np.asarray(self.won.mean(axis=2))

    @property
    def win_turns(self) -> np.ndarray:
        """Turns of fights won, times their share, by deck and encounter."""
        return np.asarray(self.won_turns.mean(axis=2))

    @property
    def encounters(self) -> np.ndarray:
        """Whether each encounter counts."""
        return np.asarray(self.counted.any(axis=0))

    @property
    def wins(self) -> Estimate:
        """Win ratio over the encounters that count; a deck is the unit of the interval."""
        return wins_over_decks(self.won[:, self._counts].mean(axis=1))

    @property
    def deck_wins(self) -> np.ndarray:
        """Win ratio of each deck over the encounters that count, or over all if none does."""
        return np.asarray(self.win_rates[:, self._counts].mean(axis=1))

    @property
    def _counts(self) -> np.ndarray:
        """Whether the win ratio is over an encounter: those that count, or all if none does."""
        return self.encounters if self.encounters.any() else np.ones(len(self.encounters), bool)

    @property
    def turns(self) -> Estimate:
        """Turns of a fight won, over all decks; a deck is the unit of the interval."""
        return turns_over_decks(self.won_turns.sum(axis=1), self.won.sum(axis=1))

    def flaw_counts(self) -> dict[str, int]:
        """Number of flaws by kind."""
        return {kind: sum(flaw.kind == kind for flaw in self.analysis.flaws) for kind in FLAW_KINDS}


def judged_targets(wins: Estimate, turns: Estimate, options: DelveMakeOptions) -> list[JudgedTarget]:
    """Return the targets of a tree with what was measured; if no fight is won, there is no judgement on the turns."""
    return [
        JudgedTarget("the win ratio", wins, within(options.target_win, TARGET_TOLERANCE), is_share=True),
        JudgedTarget("the turns", turns, ClaimedRange(*read_turns(options.turns), closed=True)),
    ]


def judge_tree(played: FightResults, counted: np.ndarray) -> TreeJudgement:
    """Return the judgement of a tree whose fights were played with all builds."""
    encounters = range(len(played.encounters))
    won = [win_rate_by_order(played, 0, k) for k in encounters]
    turns = [turns_by_order(played, 0, k) for k in encounters]
    return TreeJudgement(
        summarise_bots(played)[0],
        analyse_choices(played),
        tuple(deck.name for deck in played.decks),
        counted,
        np.stack(won, axis=1),
        np.stack(turns, axis=1),
    )


def find_counted_cells(
    played: FightResults, player: str, backend: Backend | None = None, rules: GameRules = THESIS_RULES
) -> np.ndarray:
    """Return which encounters nodes can affect, by deck and encounter, with the orders of cards of played fights."""
    given = player, played.decks, played.encounters, played.orders, played.seed, backend, rules
    return counted_cells(PlayedMemo(*given))


def judgement_sentences(
    name: str, tree: SkillTree, judged: TreeJudgement, options: DelveMakeOptions, decks: str, comparisons: int
) -> list[str]:
    """Return the verdict on the targets, and what is said of flaws.

    Args:
        name: name of the tree.
        tree: the tree.
        judged: its results.
        options: the targets.
        decks: the decks that it is judged with, in words.
        comparisons: number of targets of all trees in the report.
    """
    wins, turns, everywhere = judged.wins, judged.turns, judged.result.wins.value
    low, high = read_turns(options.turns)
    pace = "no encounter is won" if math.isnan(turns.value) else f"a win takes {turns.value:.1f} turns"
    flaws = judged.flaw_counts()
    affected = " that nodes affect" if judged.encounters.any() else ""
    targets = judged_targets(wins, turns, options)
    flawed = all(target.verdict(comparisons) == MET for target in targets) and any(flaws.values())
    sentences = [
        f"{name.capitalize()} {targets_text(targets, comparisons)}{', but has flaws' if flawed else ''}: "
        f"{options.player} wins {wins.in_percent()} of the encounters{affected} with random picks (asked: "
        f"{100 * options.target_win:g} %; {100 * everywhere:.1f} % of all encounters), and {pace} (asked: {low:g} to "
        f"{high:g}), with {decks}; {plural(len(tree), 'node')} (asked: {options.nodes} at most)."
    ]
    return [*sentences, flaws_sentence(tree, judged, decks)]


def flaws_sentence(tree: SkillTree, judged: TreeJudgement, decks: str) -> str:
    """Return what is said of the flaws of a tree; one that has some is not called good.

    Args:
        tree: the tree.
        judged: its results.
        decks: the decks that it is judged with, in words.
    """
    if judged.analysis.indifferent >= 1:
        return "It is not good: no choice matters to any deck."
    choices = (
        f"of its picks {100 * judged.analysis.forced:.0f} % are forced, and in "
        f"{100 * judged.analysis.indifferent:.0f} % of its choices any node will do."
    )
    flaws = judged.flaw_counts()
    if not any(flaws.values()):
        return f"With {decks}, no node is out of reach, dominated, never useful, redundant or obvious; {choices}"
    counts = ", ".join(f"{count} {kind}" for kind, count in flaws.items() if count)
    ranked = sorted(judged.analysis.flaws, key=lambda flaw: FLAW_KINDS.index(flaw.kind))
    named = name_some([f"{tree.nodes[flaw.node].name} ({flaw.kind})" for flaw in ranked], MAX_NAMED_FLAWS)
    return f"It is not good yet, with {decks}: {counts}: {named}; {choices}"


def flaw_counts_table(judged: dict[str, tuple[SkillTree, TreeJudgement]]) -> Table:
    """Return a table of the number of flaws of every tree, and of the nodes that have them."""
    columns = [
        Column.text("tree"),
        Column.text("kind"),
        Column.integer("count", "nodes"),
        Column.number("share", "% of nodes"),
        Column.text("nodes", "which"),
    ]
    rows = [
        [
            *(name, kind, count, round(100 * count / max(1, len(tree)), 1)),
            ", ".join(tree.nodes[flaw.node].name for flaw in entry.analysis.flaws if flaw.kind == kind),
        ]
        for name, (tree, entry) in judged.items()
        for kind, count in entry.flaw_counts().items()
    ]
    return Table("flaws", columns, rows, "Flaws of nodes, by play with the decks that the trees are judged with")


def judged_encounters_table(judged: dict[str, TreeJudgement]) -> Table:
    """Return a table of win ratio and turns by encounter; a deck is the unit of the intervals."""
    columns = [
        Column.text("tree"),
        Column.integer("encounter"),
        Column.share("wins", "encounters won"),
        Column.number("turns", "turns of a win"),
        Column.text("counts", "nodes can affect it"),
        Column.integer("decks", "decks that they can affect"),
    ]
    rows = []
    for name, entry in judged.items():
        for k, counts in enumerate(entry.encounters.tolist()):
            wins, won = wins_over_decks(entry.won[:, k]), float(entry.win_rates[:, k].sum())
            turns = float(entry.win_turns[:, k].sum()) / won if won > 0 else math.nan
            affected = int(entry.counted[:, k].sum())
            rows.append([name, k + 1, wins, round(turns, 2), "yes" if counts else "no", affected])
    return Table("encounters", columns, rows, "Encounters, over the decks that the trees are judged with")


def judged_decks_table(judged: dict[str, TreeJudgement]) -> Table:
    """Return a table of win ratio and turns by deck."""
    columns = [
        Column.text("tree"),
        Column.text("deck"),
        Column.number("wins", "encounters won, where nodes count"),
        Column.number("all_wins", "in all encounters"),
        Column.number("turns", "turns of a win"),
    ]
    rows = []
    for name, entry in judged.items():
        for k, deck in enumerate(entry.decks):
            won = float(entry.win_rates[k].sum())
            turns = float(entry.win_turns[k].sum()) / won if won > 0 else math.nan
            wins = round(float(entry.deck_wins[k]), 3), round(float(entry.win_rates[k].mean()), 3)
            rows.append([name, deck, *wins, round(turns, 2)])
    return Table("decks", columns, rows, "Decks that the trees are judged with")
