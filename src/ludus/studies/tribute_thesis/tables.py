"""Tables of the report."""

from __future__ import annotations

from collections import Counter

from ludus.bots import FAULTS
from ludus.core.game_registry import load_game
from ludus.lab import Column, Table
from ludus.stats import mean, proportion
from ludus.studies.tribute_thesis.config import GAME, FiveBots
from ludus.studies.tribute_thesis.experiment import MatchupRecord, matchup_result_name, matchup_seed
from ludus.studies.tribute_thesis.published import THESIS_AVERAGES, THESIS_BOTS, published_interval, published_win_rate
from ludus.studies.tribute_thesis.results import ThesisResults


def table_7_1_table(results: ThesisResults) -> Table:
    """Round robin of the five bots, published numbers next to ours."""
    rows = []
    for one in THESIS_BOTS:
        for other in THESIS_BOTS:
            if one != other:
                theirs = published_interval(published_win_rate(one, other))
                ours = [results.round_robin.payoff(*_bot_texts(five, one, other)) for five in _bot_versions(results)]
                apart = any(estimate.low > theirs.high or estimate.high < theirs.low for estimate in ours[:1])
                rows.append([one, other, theirs, *ours, "differ" if apart else "agree"])
    columns = [
        Column.text("bot"),
        Column.text("against"),
        Column.estimate("thesis", percent=True),
        Column.estimate("published", "here, as published", percent=True),
        Column.estimate("intended", "here, as intended", percent=True),
        Column.text("agreement", "thesis and as published"),
    ]
    caption = (
        "Table 7.1, wins of the first against the second. The thesis's intervals follow from its 400 games. It differs "
        "where its interval and ours do not meet; its engine had eight patrons and other rules in places, and its "
        "searches thought for as long as its machine let them."
    )
    return Table("table-7-1", columns, rows, caption)


def averages_table(results: ThesisResults) -> Table:
    """Mean of each row of Table 7.1."""
    rows = [
        [
            name,
            THESIS_AVERAGES[name],
            *(results.round_robin.average_payoff(five[number], five) for five in _bot_versions(results)),
            results.round_robin.payoff(results.settings.intended[number], results.settings.published[number]),
        ]
        for number, name in enumerate(THESIS_BOTS)
    ]
    columns = [
        Column.text("bot"),
        Column.number("thesis", percent=True, shown_digits=0),
        Column.estimate("published", "here, as published", percent=True),
        Column.estimate("intended", "here, as intended", percent=True),
        Column.estimate("mended", "as intended against as published", percent=True),
    ]
    return Table("averages", columns, rows, "Mean win rates against the other four, and what mending the bots brings.")


def pairs_table(results: ThesisResults) -> Table:
    """Every pair, with the command that plays it again."""
    rows, again = [], []
    reasons = (*load_game(GAME).end_reasons, *FAULTS)
    for (one, other), matchup in results.round_robin.meetings.items():
        rows.append(
            [
                one,
                other,
                len(matchup.half_points),
                proportion(matchup.payoffs_by_deal),
                mean(matchup.seat_differences),
                matchup.turns,
                _end_reason_counts(matchup, reasons),
            ]
        )
        again.append(
            _match_command(results, matchup_result_name("all", one, other), one, other, results.settings.games)
        )
    columns = [
        Column.text("player"),
        Column.text("against"),
        Column.integer("games"),
        Column.estimate("share", "wins", percent=True),
        Column.estimate("seats", "more in the first seat", percent=True),
        Column.number("turns", shown_digits=1),
        Column.text("ends", "how games ended"),
    ]
    return Table(
        "all", columns, rows, "All against all, with the command that plays each pair again.", again, max_shown_rows=30
    )


def field_table(results: ThesisResults) -> Table:
    """Mean payoff of every bot."""
    names = results.round_robin.players
    means = {name: results.round_robin.average_payoff(name, names) for name in names}
    ranked = sorted(names, key=lambda name: -means[name].value)
    rows = [[name, means[name], results.round_robin.seat_advantage(name)] for name in ranked]
    columns = [
        Column.text("player"),
        Column.estimate("share", "wins against all others", percent=True),
        Column.estimate("seats", "more in the first seat", percent=True),
    ]
    return Table("field", columns, rows, "Mean over all rivals, and what the first seat is worth to each player.")


def halves_table(results: ThesisResults) -> Table:
    """The tournaments before and after apriori."""
    rows = []
    for number, name in enumerate(THESIS_BOTS):
        before, after = (results.tournaments.payoff(number, half) for half in range(2))
        change, alone = results.tournaments.gain(number), results.gain_alone(number)
        order = ", ".join(word.replace("_", " ") for word in results.learned_lists[number])
        rows.append([name, before, after, change, alone, order, results.rule_counts[number]])
    columns = [
        Column.text("bot"),
        Column.estimate("random", "with random patrons", percent=True),
        Column.estimate("apriori", "with apriori", percent=True),
        Column.estimate("change", percent=True),
        Column.estimate("alone", "change if it alone has a list", percent=True),
        Column.text("list", "what it has learned to draft"),
        Column.integer("by_rules", "of these by rules"),
    ]
    caption = (
        "Figure 7.1 in numbers. In the second half all bots draft by their lists at once, so each also meets the "
        "wishes of the others. If it alone has a list, the others draft at random as before."
    )
    return Table("tournaments", columns, rows, caption)


def widths_table(results: ThesisResults) -> Table:
    """Figure 7.2 in numbers."""
    rows, again = [], []
    for width, matchup in results.widths.items():
        rows.append(
            [
                width,
                len(matchup.half_points),
                proportion(matchup.payoffs_by_deal),
                proportion(matchup.payoffs_in_seat(True)),
                proportion(matchup.payoffs_in_seat(False)),
                mean(matchup.seat_differences),
            ]
        )
        beam = results.settings.beam.format(width=width)
        again.append(
            _match_command(results, f"width/{width}", beam, results.settings.rival, results.settings.width_games)
        )
    columns = [
        Column.integer("width"),
        Column.integer("games"),
        Column.estimate("share", "wins of the beam", percent=True),
        Column.estimate("first", "in the first seat", percent=True),
        Column.estimate("second", "in the second seat", percent=True),
        Column.estimate("seats", "difference", percent=True),
    ]
    return Table("widths", columns, rows, f"Beams against {results.settings.rival}.", again)


def course_table(results: ThesisResults) -> Table:
    """Every point of figure 7.1."""
    lines = [results.tournaments.running_mean(number) for number in range(len(THESIS_BOTS))]
    rows = [
        [name, k + 1, float(value)]
        for name, line in zip(THESIS_BOTS, lines, strict=True)
        for k, value in enumerate(line)
    ]
    columns = [Column.text("bot"), Column.integer("tournament"), Column.number("mean", "mean so far", percent=True)]
    return Table(
        "course", columns, rows, "Mean win rates so far, counted anew from the second half on.", max_shown_rows=5
    )


def _bot_versions(results: ThesisResults) -> list[FiveBots]:
    return [results.settings.published, results.settings.intended]


def _bot_texts(five: FiveBots, one: str, other: str) -> tuple[str, str]:
    return five[THESIS_BOTS.index(one)], five[THESIS_BOTS.index(other)]


def _end_reason_counts(matchup: MatchupRecord, reasons: tuple[str, ...]) -> str:
    counts = Counter(reasons[k] for k in matchup.reasons.tolist())
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])))


def _match_command(results: ThesisResults, name: str, one: str, other: str, games: int) -> str:
    return f"ludus match {GAME} {one} {other} -n {games} --seed {matchup_seed(results.settings.seed, name)}"
