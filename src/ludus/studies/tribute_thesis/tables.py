"""Tables of the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludus.bots import FAULTS
from ludus.core.game_registry import load_game
from ludus.games.tribute.card_and_patron_lookups import patron_names, selectable_patrons
from ludus.lab import Column, Table
from ludus.stats import mean, proportion
from ludus.studies.claims import Claim
from ludus.studies.tribute_thesis.claims import EQUAL_WITHIN, difference_from_thesis, equality_statement
from ludus.studies.tribute_thesis.config import GAME, FiveBots, TributeThesisConfig, pair_games, patch_content
from ludus.studies.tribute_thesis.experiment import MatchupRecord, matchup_result_name, matchup_seed
from ludus.studies.tribute_thesis.published import (
    PRINTED_PAIRS,
    THESIS_AVERAGES,
    THESIS_BOTS,
    THESIS_FAVOURITES,
    published_interval,
    published_win_rate,
)
from ludus.studies.tribute_thesis.results import ThesisResults
from ludus.util.text import plural

PICKS = 4  # patrons that are drafted for a game
SHOWN_FAULTS = ("illegal move", "crashed")  # shown even if no bot has one


def table_7_1_table(results: ThesisResults, claims: Sequence[Claim]) -> Table:
    """Round robin of the five bots, published numbers next to ours, with the verdict on their equality."""
    verdicts = {claim.statement: claim.verdict for claim in claims}
    rows = []
    for one, other in PRINTED_PAIRS:
        published, intended = (_bot_texts(five, one, other) for five in _bot_versions(results))
        rows.append(
            [
                one,
                other,
                published_interval(published_win_rate(one, other)),
                results.round_robin.payoff(*published),
                difference_from_thesis(results, one, other),
                verdicts[equality_statement(one, other)],
                results.round_robin.payoff(*intended),
                *_own_faults(results, published),
            ]
        )
    columns = [
        Column.text("bot"),
        Column.text("against"),
        Column.estimate("thesis", percent=True),
        Column.estimate("published", "here, as published", percent=True),
        Column.estimate("difference", "as published, more than the thesis", percent=True),
        Column.text("equal", f"equal to within {100 * EQUAL_WITHIN:.0f} points"),
        Column.estimate("intended", "here, as intended", percent=True),
        Column.integer("faults", "games lost by its own fault, as published"),
        Column.integer("other_faults", "the same of the other"),
    ]
    caption = (
        "Table 7.1, wins of the first against the second. The thesis's intervals follow from its 400 games, and the "
        "difference has the errors of both. Equality is judged with all claims. The searches of the thesis thought for "
        "as long as its machine let them, and its engine had other rules in places."
    )
    return Table("table-7-1", columns, rows, caption)


def faults_table(results: ThesisResults) -> Table:
    """Games that each bot lost by its own fault."""
    robin = results.round_robin
    counts = {name: robin.fault_counts(name) for name in robin.players}
    occurring = [fault for fault in FAULTS if fault in SHOWN_FAULTS or any(row[fault] for row in counts.values())]
    rows = [
        [name, robin.game_count(name), robin.fault_share(name), *(counts[name][fault] for fault in occurring)]
        for name in robin.players
    ]
    columns = [
        Column.text("player"),
        Column.integer("games"),
        Column.estimate("share", "lost by its own fault", percent=True),
        *(Column.integer(fault.replace(" ", "_"), f"by: {fault}") for fault in occurring),
    ]
    caption = (
        "All against all: games that a bot lost because it made an illegal move or crashed. Bots as published do what "
        "their programs do; where these fail, so do they."
    )
    return Table("faults", columns, rows, caption)


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
        name, games = matchup_result_name("all", one, other), pair_games(results.settings, one, other)
        again.append(_match_command(results, name, one, other, games))
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
    runs = results.tournaments
    rows = [
        [name, runs.payoff(number, 0), runs.payoff(number, 1), runs.gain(number), runs.gain_alone(number)]
        for number, name in enumerate(THESIS_BOTS)
    ]
    columns = [
        Column.text("bot"),
        Column.estimate("random", "with random patrons", percent=True),
        Column.estimate("apriori", "with apriori", percent=True),
        Column.estimate("change", percent=True),
        Column.estimate("alone", "change if it alone has a list", percent=True),
    ]
    caption = (
        f"Figure 7.1 in numbers, over {plural(len(runs.runs), 'repetition')}. In the second half all bots draft by "
        "their lists at once, so each also meets the wishes of the others. If it alone has a list, the others draft at "
        "random as before."
    )
    return Table("tournaments", columns, rows, caption)


def lists_table(results: ThesisResults) -> Table:
    """Learned list of each bot in each repetition."""
    rows = [
        [
            name,
            repetition + 1,
            ", ".join(_title(patron) for patron in run.learned_lists[number]),
            run.rule_counts[number],
        ]
        for number, name in enumerate(THESIS_BOTS)
        for repetition, run in enumerate(results.tournaments.runs)
    ]
    columns = [
        Column.text("bot"),
        Column.integer("repetition"),
        Column.text("list", "what it has learned to draft"),
        Column.integer("by_rules", "of these by rules"),
    ]
    return Table("lists", columns, rows, "Learned patrons, the most wanted first.", max_shown_rows=5)


def favourites_table(results: ThesisResults) -> Table:
    """How often MaxPrestige learned each patron, and what the patron does to its win rate."""
    five = results.tournaments.runs[0].players
    content = patch_content(results.settings.patch)
    names = patron_names(content)
    rows = [
        [
            _title(names[number]),
            "yes" if names[number] in THESIS_FAVOURITES else "no",
            len(results.tournaments.runs),
            results.tournaments.top_picks(0, names[number], PICKS),
            results.round_robin.patron_effect(five[0], number, five),
        ]
        for number in selectable_patrons(content)
    ]
    columns = [
        Column.text("patron"),
        Column.text("thesis", "a favourite in the thesis"),
        Column.integer("repetitions"),
        Column.integer("learned", f"among its first {PICKS} in so many"),
        Column.estimate("effect", "wins more with it in the game", percent=True),
    ]
    return Table("favourites", columns, rows, "Patrons of MaxPrestige.")


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


def _own_faults(results: ThesisResults, pair: tuple[str, str]) -> tuple[int, int]:
    """Number of games that each of two bots lost against the other by its own fault."""
    one, other = pair
    counts = [results.round_robin.fault_counts(*players) for players in ((one, [other]), (other, [one]))]
    return sum(counts[0].values()), sum(counts[1].values())


def _title(patron: str) -> str:
    return patron.replace("_", " ")


def _match_command(results: ThesisResults, name: str, one: str, other: str, games: int) -> str:
    seed = matchup_seed(results.settings.seed, name)
    return f"ludus match {GAME} {one} {other} -n {games} --seed {seed}{_patch_option(results.settings)}"


def _patch_option(settings: TributeThesisConfig) -> str:
    """Option of the cards for commands, unless they are today's."""
    return "" if settings.patch == TributeThesisConfig().patch else f" -o patch={settings.patch}"
