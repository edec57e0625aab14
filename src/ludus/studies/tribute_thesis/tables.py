"""Tables of the report."""

from __future__ import annotations

from collections import Counter

from ludus.core.registry import find_game
from ludus.lab import Column, Table
from ludus.players import FAULTS
from ludus.stats import mean, share
from ludus.studies.tribute_thesis.config import GAME, Five
from ludus.studies.tribute_thesis.findings import Findings
from ludus.studies.tribute_thesis.meetings import Meeting, seed_of
from ludus.studies.tribute_thesis.published import AVERAGES, NAMES, interval, published
from ludus.studies.tribute_thesis.work import name_of


def table_7_1(found: Findings) -> Table:
    """Round robin of the five bots, published numbers next to ours."""
    rows = []
    for one in NAMES:
        for other in NAMES:
            if one != other:
                theirs = interval(published(one, other))
                ours = [found.everybody.share(*_two(five, one, other)) for five in _kinds(found)]
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


def averages(found: Findings) -> Table:
    """Mean of each row of Table 7.1."""
    rows = [
        [
            name,
            AVERAGES[name],
            *(found.everybody.average(five[number], five) for five in _kinds(found)),
            found.everybody.share(found.settings.intended[number], found.settings.published[number]),
        ]
        for number, name in enumerate(NAMES)
    ]
    columns = [
        Column.text("bot"),
        Column.number("thesis", percent=True, shown=0),
        Column.estimate("published", "here, as published", percent=True),
        Column.estimate("intended", "here, as intended", percent=True),
        Column.estimate("mended", "as intended against as published", percent=True),
    ]
    return Table("averages", columns, rows, "Mean win rates against the other four, and what mending the bots brings.")


def everybody(found: Findings) -> Table:
    """Every pair, with the command that plays it again."""
    rows, again = [], []
    reasons = (*find_game(GAME).reasons, *FAULTS)
    for (one, other), matchup in found.everybody.meetings.items():
        rows.append(
            [
                one,
                other,
                len(matchup.halves),
                share(matchup.deals),
                mean(matchup.seats),
                matchup.turns,
                _ends(matchup, reasons),
            ]
        )
        again.append(_again(found, name_of("all", one, other), one, other, found.settings.games))
    columns = [
        Column.text("player"),
        Column.text("against"),
        Column.whole("games"),
        Column.estimate("share", "wins", percent=True),
        Column.estimate("seats", "more in the first seat", percent=True),
        Column.number("turns", shown=1),
        Column.text("ends", "how games ended"),
    ]
    return Table("all", columns, rows, "All against all, with the command that plays each pair again.", again, most=30)


def field(found: Findings) -> Table:
    """Mean payoff of every bot."""
    names = found.everybody.players
    means = {name: found.everybody.average(name, names) for name in names}
    ranked = sorted(names, key=lambda name: -means[name].value)
    rows = [[name, means[name], found.everybody.first_seat(name)] for name in ranked]
    columns = [
        Column.text("player"),
        Column.estimate("share", "wins against all others", percent=True),
        Column.estimate("seats", "more in the first seat", percent=True),
    ]
    return Table("field", columns, rows, "Mean over all rivals, and what the first seat is worth to each player.")


def halves(found: Findings) -> Table:
    """The tournaments before and after apriori."""
    rows = []
    for number, name in enumerate(NAMES):
        before, after = (found.tournaments.share(number, half) for half in range(2))
        change, alone = found.tournaments.change(number), found.alone(number)
        order = ", ".join(word.replace("_", " ") for word in found.lists[number])
        rows.append([name, before, after, change, alone, order, found.by_rules[number]])
    columns = [
        Column.text("bot"),
        Column.estimate("random", "with random patrons", percent=True),
        Column.estimate("apriori", "with apriori", percent=True),
        Column.estimate("change", percent=True),
        Column.estimate("alone", "change if it alone has a list", percent=True),
        Column.text("list", "what it has learned to draft"),
        Column.whole("by_rules", "of these by rules"),
    ]
    caption = (
        "Figure 7.1 in numbers. In the second half all bots draft by their lists at once, so each also meets the "
        "wishes of the others. If it alone has a list, the others draft at random as before."
    )
    return Table("tournaments", columns, rows, caption)


def widths(found: Findings) -> Table:
    """Figure 7.2 in numbers."""
    rows, again = [], []
    for width, matchup in found.widths.items():
        rows.append(
            [
                width,
                len(matchup.halves),
                share(matchup.deals),
                share(matchup.seat(True)),
                share(matchup.seat(False)),
                mean(matchup.seats),
            ]
        )
        beam = found.settings.beam.format(width=width)
        again.append(_again(found, f"width/{width}", beam, found.settings.rival, found.settings.width_games))
    columns = [
        Column.whole("width"),
        Column.whole("games"),
        Column.estimate("share", "wins of the beam", percent=True),
        Column.estimate("first", "in the first seat", percent=True),
        Column.estimate("second", "in the second seat", percent=True),
        Column.estimate("seats", "difference", percent=True),
    ]
    return Table("widths", columns, rows, f"Beams against {found.settings.rival}.", again)


def course(found: Findings) -> Table:
    """Every point of figure 7.1."""
    lines = [found.tournaments.course(number) for number in range(len(NAMES))]
    rows = [
        [name, k + 1, float(value)] for name, line in zip(NAMES, lines, strict=True) for k, value in enumerate(line)
    ]
    columns = [Column.text("bot"), Column.whole("tournament"), Column.number("mean", "mean so far", percent=True)]
    return Table("course", columns, rows, "Mean win rates so far, counted anew from the second half on.", most=5)


def _kinds(found: Findings) -> list[Five]:
    return [found.settings.published, found.settings.intended]


def _two(five: Five, one: str, other: str) -> tuple[str, str]:
    return five[NAMES.index(one)], five[NAMES.index(other)]


def _ends(each: Meeting, reasons: tuple[str, ...]) -> str:
    counts = Counter(reasons[k] for k in each.reasons.tolist())
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])))


def _again(found: Findings, name: str, one: str, other: str, games: int) -> str:
    return f"ludus match {GAME} {one} {other} -n {games} --seed {seed_of(found.settings.seed, name)}"
