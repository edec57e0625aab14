"""Tables of the report."""

from __future__ import annotations

from typing import Any

from ludus.arena.play_all_pairs import POINTS_PER_DEAL, PairwiseResult
from ludus.core.random import derive
from ludus.lab import Column, Table
from ludus.report.file_and_column_names import unique_column_names
from ludus.stats import Estimate, mean_of_runs, proportion
from ludus.studies.locm_representation.claims_about_training import PUBLISHED_TRAINING
from ludus.studies.locm_representation.config import RepresentationConfig, all_evolutions
from ludus.studies.locm_representation.results import (
    SelfPlay,
    Strength,
    TournamentRow,
    TournamentTable,
    means_by_base,
    published_table,
)

CURVE_POINTS = 25  # points of the curve over rounds


def averages_table(settings: RepresentationConfig, tournament: TournamentTable) -> Table:
    """Every row of Table 5.1 with its two means."""
    thesis = published_table()
    rows = []
    for row in _by_strength(tournament):
        theirs = thesis.get(row.name, {})
        over_bases = mean_of_runs(list(tournament.base_means(row).values())) if len(row.members) > 1 else None
        rows.append(
            [
                row.name,
                len(row.members),
                tournament.weighted_mean(row),
                tournament.plain_mean(row),
                over_bases,
                _as_fraction(theirs.get("global_average")),
                _as_fraction(theirs.get("plain_average")),
            ]
        )
    columns = [
        Column.text("row", "agent"),
        Column.integer("agents"),
        Column.estimate("weighted", "weighted mean", percent=True),
        Column.estimate("plain", "plain mean", percent=True),
        Column.estimate("runs", "over evolutions", percent=True),
        Column.number("thesis_weighted", "thesis", percent=True, shown_digits=1),
        Column.number("thesis_plain", "its plain mean", percent=True, shown_digits=1),
    ]
    caption = (
        "Win rates in the tournament. The weighted mean counts every opponent alike, as the thesis's global average "
        "does; the plain mean counts every column of its Table 5.1 alike. Intervals are over deals; those over "
        "evolutions say what to expect of another evolution of the kind, and evolutions from the same base count as "
        "one. The thesis's field had ReinforcedGreediness, "
        f"too. Seed {derive(settings.seed, 'tournament')}."
    )
    return Table("averages", columns, rows, caption)


def cells_table(settings: RepresentationConfig, tournament: TournamentTable) -> Table:
    """Table 5.1, one cell per row."""
    thesis, seed, n = published_table(), derive(settings.seed, "tournament"), 2 * settings.tournament_rounds
    rows, again = [], []
    for row in tournament.rows:
        for column in tournament.rows:
            if row is not column:
                theirs = thesis.get(row.name, {}).get(column.name)
                games = n * len(row.members) * len(column.members)
                rows.append([row.name, column.name, games, tournament.cell(row, column), _as_fraction(theirs)])
                names = [_bot_text(tournament.names[side.members[0]], settings) for side in (row, column)]
                again.append(f"ludus match locm {' '.join(names)} -n {n} --seed {seed}")
    columns = [
        Column.text("row", "agent"),
        Column.text("column", "against"),
        Column.integer("games"),
        Column.estimate("share", "wins", percent=True),
        Column.number("thesis", percent=True, shown_digits=1),
    ]
    caption = "Every cell of Table 5.1, with the command that plays the games of its first pair again."
    return Table("cells", columns, rows, caption, again, max_shown_rows=24)


def agents_table(settings: RepresentationConfig, tournament: TournamentTable, self_play: dict[str, SelfPlay]) -> Table:
    """Every evolution: final strength and history."""
    rows = []
    for number, evolution in enumerate(all_evolutions(settings)):
        history, row = self_play[evolution.name], tournament.find_row(evolution.row_name)
        assert row is not None
        alone = TournamentRow(evolution.name, (number,))
        last = history.count - 1
        rows.append(
            [
                evolution.name,
                tournament.weighted_mean(alone),
                history.against_all(0),
                history.against_all(last),
                history.gain(),
                history.later_wins(),
                history.largest_step(),
                len(history.weaker_generations()),
            ]
        )
    columns = [
        Column.text("evolution"),
        Column.estimate("tournament", "in the tournament", percent=True),
        Column.estimate("first", "first best against all bests", percent=True),
        Column.estimate("last", "last best against all bests", percent=True),
        Column.estimate("gain", percent=True),
        Column.estimate("later_wins", "later generation wins", percent=True),
        Column.number("largest_step", "largest step, of the gain"),
        Column.integer("forgotten", "weaker generations"),
    ]
    caption = (
        "One line an evolution. Weaker generations are those whose best is significantly weaker against all bests than "
        "its neighbours; a chance of 1 % that any of an evolution is called so without being it."
    )
    return Table("agents", columns, rows, caption)


def generations_table(notes: dict[str, list[Any]], self_play: dict[str, SelfPlay]) -> Table:
    """Every generation of every evolution."""
    rows = []
    for name, evolution_notes in notes.items():
        weaker = set(self_play[name].weaker_generations())
        for number, note in enumerate(evolution_notes):
            share = self_play[name].against_all(number)
            facts = [note["games"], note["score"], note["mean_score"], note["length"]]
            rows.append([name, number, *facts, share, number in weaker])
    columns = [
        Column.text("evolution"),
        Column.integer("generation"),
        Column.integer("games"),
        Column.number("score", "best's score", percent=True),
        Column.number("mean_score", "mean score", percent=True),
        Column.number("length", "decisions in a game"),
        Column.estimate("share", "best against all bests", percent=True),
        Column.boolean("weaker"),
    ]
    return Table("generations", columns, rows, "What happened in every generation.", max_shown_rows=12)


def heat_table(self_play: dict[str, SelfPlay]) -> Table:
    """Every cell of every heat map, below the diagonal."""
    rows = [
        [name, y, x, float(shares[y, x])]
        for name, history in self_play.items()
        for shares in [history.payoffs()]
        for y in range(history.count)
        for x in range(y)
    ]
    columns = [Column.text("evolution"), Column.integer("later"), Column.integer("earlier")]
    share = Column.number("share", "wins of the later", file_digits=4, percent=True)
    caption = "The best of a later generation against the best of an earlier one."
    return Table("heat", [*columns, share], rows, caption, max_shown_rows=4)


def strength_table(strengths: dict[str, Strength]) -> Table:
    """Best of every generation against the final agents of other bases."""
    rows = [
        [name, generation, strength.against_others(generation)]
        for name, strength in strengths.items()
        for generation in range(len(strength.by_deal))
    ]
    columns = [Column.text("evolution"), Column.integer("generation"), Column.estimate("share", "wins", percent=True)]
    caption = (
        "The best of every generation against the final agents of all evolutions of other bases, every kind of agent "
        "with equal weight. Intervals are over deals."
    )
    return Table("strength", columns, rows, caption, max_shown_rows=8)


def training_table(settings: RepresentationConfig, payoffs: dict[str, Estimate], groups: dict[str, Estimate]) -> Table:
    """Fixed-opponent agents against their own training opponent."""
    theirs = {
        f"{kind}-{scheme}": percent for scheme, kinds in PUBLISHED_TRAINING.items() for kind, percent in kinds.items()
    }
    rows = [[name, share, _as_fraction(theirs.get(name))] for name, share in {**groups, **payoffs}.items()]
    columns = [
        Column.text("agent"),
        Column.estimate("share", "wins against the training opponent", percent=True),
        Column.number("thesis", percent=True, shown_digits=1),
    ]
    caption = (
        "The thesis's numbers against Baseline2 are those of its Table 5.1; its text gives Linear and BinaryTree the "
        "other way round."
    )
    return Table("training", columns, rows, caption)


def rounds_table(settings: RepresentationConfig, tournament: TournamentTable) -> Table:
    """Weighted mean after a number of rounds."""
    total = settings.tournament_rounds
    marks = sorted({max(1, round(total * k / CURVE_POINTS)) for k in range(1, CURVE_POINTS + 1)})
    rows = [[row.name, k, tournament.weighted_mean(row, k)] for row in tournament.rows for k in marks]
    columns = [Column.text("row", "agent"), Column.integer("rounds"), Column.estimate("share", "wins", percent=True)]
    return Table(
        "rounds", columns, rows, "The tournament after so many rounds; a round is two games a pair.", max_shown_rows=8
    )


def lengths_table(settings: RepresentationConfig, notes: dict[str, list[Any]]) -> Table:
    """Decisions per game, by scheme and generation."""
    rows = []
    schemes = {
        evolution.scheme: [e for e in all_evolutions(settings) if e.scheme == evolution.scheme]
        for evolution in all_evolutions(settings)
    }
    for scheme, members in schemes.items():
        for number in range(settings.generations):
            values = [notes[evolution.name][number]["length"] for evolution in members]
            rows.append([scheme, number, mean_of_runs(list(means_by_base(members, values).values()))])
    columns = [Column.text("scheme"), Column.integer("generation"), Column.estimate("length", "decisions in a game")]
    return Table("lengths", columns, rows, "How long games are, the 60 picks of the draft included.", max_shown_rows=8)


def turns_table(settings: RepresentationConfig, matchups: PairwiseResult) -> Table:
    """Effect of a beam over whole turns on every agent."""
    agents = all_evolutions(settings)
    rivals = 1 + len(settings.field)
    shares = [proportion(points / POINTS_PER_DEAL) for points in matchups.points]
    rows = [[evolution.name, *shares[k * rivals : (k + 1) * rivals]] for k, evolution in enumerate(agents)]
    columns = [Column.text("agent"), Column.estimate("itself", "against itself without", percent=True)]
    columns += [
        Column.estimate(name, f"against {text}", percent=True)
        for name, text in zip(unique_column_names(settings.field, "against_"), settings.field, strict=True)
    ]
    caption = "Wins of each agent with a beam over whole turns (width 8) instead of the best single move."
    return Table("turns", columns, rows, caption)


def _bot_text(name: str, settings: RepresentationConfig) -> str:
    """Text of a tournament player for the command line."""
    return name if name in settings.field else f"agent:genome={{run}}/agents/{name}.json"


def _by_strength(tournament: TournamentTable) -> list[TournamentRow]:
    return sorted(tournament.rows, key=lambda row: -tournament.weighted_mean(row).value)


def _as_fraction(percent: float | None) -> float | None:
    return None if percent is None else percent / 100
