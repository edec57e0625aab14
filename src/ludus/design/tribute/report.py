"""Report on measured card files: tables, charts, and replay commands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.match_spec import Match
from ludus.design.base import report_parts as base_report
from ludus.design.base.card_use import NO_JUDGEMENT
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import WinRateBand
from ludus.design.base.report_parts import against, game_fact, head_and_tail, replay_command, won_and_lost_games
from ludus.design.base.significance import known_or_none
from ludus.design.base.svg_charts import (
    GREY,
    TARGET_COLOURS,
    IntervalBar,
    ScatterPoint,
    bar_chart,
    scatter_chart,
)
from ludus.design.tribute.card_stats import TributeSurvey
from ludus.design.tribute.edit_space import Item
from ludus.design.tribute.measurement import SPREAD, FileMeasurement, measure_differences
from ludus.design.tribute.options import CardFile
from ludus.design.tribute.strengths_from_random_purchases import TreatmentEstimates
from ludus.design.tribute.sufficient_stats import PLAYER_COLUMNS, SEATS, WITH_ITEM, WITHOUT_ITEM
from ludus.games.tribute.card_text import display_name
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate, mean
from ludus.stats.intervals import ratio_proportion
from ludus.stats.judgement import JudgedNumbers, RangeSide
from ludus.util.text import plural

ABOVE_SHARE = "above"
VERDICTS: dict[RangeSide | None, str] = {
    "above": ABOVE_SHARE,
    "inside": "not above",
    "undecided": "undecided",
    None: NO_JUDGEMENT,
}
CHANGE_VERDICTS: dict[RangeSide | None, str] = {
    "above": "surely stronger",
    "below": "surely weaker",
    "inside": "undecided",
    "undecided": "undecided",
    None: NO_JUDGEMENT,
}
MIN_GAMES = 10  # with fewer games, an interval says nothing
MAX_SCREEN_ROWS = 24  # cards in the table on the screen
COLOURS = ("#8a5a1c", "#2f7d3b", "#b3342e", "#2b5fa8", "#7a3b8f", "#c07a1a", "#19807c", "#a83262", "#5c6b2f", "#555555")
MEASURE_TITLES = {"first_seat": "won from the first seat", SPREAD: "spread of the ladder"}


def verb_of(item: Item) -> str:
    """Return what players do with a card or patron."""
    return "called" if item[0] == "patrons" else "taken"


def measures_tables(measurements: Sequence[FileMeasurement]) -> list[Table]:
    """Return tables with a row per measure and a column per file; with two files also the differences."""
    names = list(dict.fromkeys(name for measured in measurements for name in measured.measures()))
    columns = [
        Column.text("measure"),
        *(Column.share(f"file_{k}", measured.name) for k, measured in enumerate(measurements, 1)),
    ]
    length = [
        Column.text("measure"),
        *(Column.number(f"file_{k}", measured.name) for k, measured in enumerate(measurements, 1)),
    ]
    rows: list[list[Any]] = [
        [MEASURE_TITLES.get(name, name), *(measured.measures().get(name) for measured in measurements)]
        for name in names
    ]
    turns: list[Any] = ["turns of both players", *(measured.game_length() for measured in measurements)]
    if len(measurements) == 2:
        columns.append(Column.difference("difference"))
        length.append(Column.number("difference"))
        more = measure_differences(*measurements)
        rows = [[*row, more[name]] for row, name in zip(rows, names, strict=True)]
        turns.append(mean(measurements[1].turns - measurements[0].turns))
    return [
        Table("measures", columns, rows, "Seats and ends"),
        Table("length", length, [turns], "Length of games"),
    ]


def _verdict_cells(judged: JudgedNumbers[Item], item: Item) -> list[Any]:
    """Verdict, strength, and strength with the interval that decides."""
    side, strength = judged.side(item), judged.estimates[item]
    return [VERDICTS[side], strength, judged.corrected(item) if side else None]


def _verdict_columns(judged: JudgedNumbers[Item]) -> list[Column]:
    return [
        Column.text("verdict"),
        Column.share("strength"),
        Column.share("corrected", f"corrected for {plural(judged.comparisons, 'comparison')}"),
    ]


def patrons_table(measured: FileMeasurement, judged: JudgedNumbers[Item]) -> Table:
    columns = [
        Column.text("patron"),
        *_verdict_columns(judged),
        Column.integer("chances", on_screen=False),
        Column.share("won_when_favoured", "won when favoured"),
        Column.share("won_when_called", "won when called"),
        Column.number("turns_more", "turns more with it"),
        *_game_columns(),
    ]
    rows = []
    for number, strength in _ranked(measured.treatment.patrons):
        item, survey = ("patrons", number), measured.survey
        rows.append(
            [
                *(measured.key(item), *_verdict_cells(judged, item), strength.count),
                *(survey.rate(name, number).won for name in ("favoured", "called")),
                *(additional_turns(survey, number), *_games(measured.treatment, item)),
            ]
        )
    return Table("patrons", columns, rows, "Patrons, the strongest first")


def cards_table(measured: FileMeasurement, judged: JudgedNumbers[Item]) -> Table:
    facts = measured.card_file.content.labels.file.cards
    columns = [
        *(Column.text(name) for name in ("card", "deck", "type")),
        Column.integer("cost"),
        *_verdict_columns(judged),
        Column.integer("chances", on_screen=False),
        Column.share("taken", "taken by the players"),
        Column.share("won_when_taken", "won when taken"),
        Column.difference("lift", on_screen=False),
        *_game_columns(),
    ]
    rows = []
    for number, strength in _ranked(measured.treatment.cards):
        item, rates = ("cards", number), measured.survey.rate("taken", number)
        card = facts[measured.key(item)]
        if not card.copies:
            continue  # never in the tavern
        rows.append(
            [
                *(measured.key(item), card.deck, card.type, card.cost, *_verdict_cells(judged, item)),
                *(strength.count, popularity(measured, number), rates.won, known_or_none(rates.lift)),
                *_games(measured.treatment, item),
            ]
        )
    screen_rows = head_and_tail(len(rows), MAX_SCREEN_ROWS)
    return Table("cards", columns, rows, "Cards of the tavern, the strongest first", screen_rows=screen_rows)


def comparison_table(
    kind: str, one: FileMeasurement, other: FileMeasurement, changes: JudgedNumbers[tuple[str, str]]
) -> Table:
    """Return a table of strengths in two files, the largest difference first; items of only one file come last."""
    columns = [
        Column.text(kind[:-1]),
        Column.share("file_1", one.name),
        Column.share("file_2", other.name),
        Column.difference("difference"),
        Column.difference("corrected", f"corrected for {plural(changes.comparisons, 'comparison')}"),
        Column.text("verdict"),
    ]
    rows: list[list[Any]] = []
    for item in dict.fromkeys([*one.strengths_by_key, *other.strengths_by_key]):
        if item[0] == kind:
            mine, yours = one.strengths_by_key.get(item), other.strengths_by_key.get(item)
            change = changes.estimates.get(item)
            verdict = [change, changes.corrected(item), CHANGE_VERDICTS[changes.side(item)]] if change else [None] * 3
            rows.append([item[1], mine, yours, *verdict])
    rows.sort(key=lambda row: (row[3] is None, -abs(row[3].value) if row[3] else 0.0, row[0]))
    return Table(
        kind,
        columns,
        rows,
        f"{kind.capitalize()}: strength in both files",
        screen_rows=range(min(len(rows), MAX_SCREEN_ROWS)),
    )


def ladder_table(measured: FileMeasurement, title: str = "The ladder", name: str = "ladder") -> Table:
    """Return the table of the round robin."""
    ladder = measured.ladder
    return base_report.ladder_table(ladder.players, ladder.mean_win_rate, ladder.win_rate_against, title, name)


def cards_chart(measured: FileMeasurement, most: float, judged: JudgedNumbers[Item]) -> str:
    """Draw popularity against strength; the colour is the deck."""
    points = []
    for number, strength in _ranked(measured.treatment.cards):
        item, popular = ("cards", number), popularity(measured, number)
        if popular is not None and not math.isnan(strength.value):
            label = f"{display_name(measured.key(item))}: taken {popular:.1%}, strength {strength:.1%}"
            points.append(
                ScatterPoint(
                    display_name(measured.key(item)),
                    deck_name(measured.card_file, number),
                    popular,
                    strength,
                    judged.side(item) == "above",
                    label,
                )
            )
    players = " and ".join(dict.fromkeys(measured.players))
    return scatter_chart(points, _band(most), f"taken by {players}", "strength", deck_colours(measured.card_file))


def comparison_chart(
    one: FileMeasurement, other: FileMeasurement, most: float, changes: JudgedNumbers[tuple[str, str]]
) -> str:
    """Draw every card's strength in both files; those that surely differ are labelled."""
    decks = {key: deck_name(one.card_file, number) for number, key in enumerate(one.keys["cards"])}
    points = []
    for item, mine in one.strengths_by_key.items():
        yours = other.strengths_by_key.get(item)
        if item[0] == "cards" and yours is not None:
            sure = changes.side(item) in ("above", "below")
            label = f"{display_name(item[1])}: {mine:.1%} and {yours:.1%}"
            points.append(ScatterPoint(display_name(item[1]), decks[item[1]], mine, yours, sure, label))
    return scatter_chart(
        points, _band(most), f"strength in {one.name}", f"strength in {other.name}", deck_colours(one.card_file)
    )


def patrons_chart(measured: FileMeasurement, judged: JudgedNumbers[Item]) -> str:
    """Draw the strengths of patrons: red if surely above the share, green if surely not, grey if undecided."""
    rows = [
        IntervalBar(
            display_name(measured.keys["patrons"][number]),
            strength,
            TARGET_COLOURS.get(judged.side(("patrons", number)), GREY),
            note=f"{100 * strength.value:.1f} %",
        )
        for number, strength in _ranked(measured.treatment.patrons)
        if not math.isnan(strength.value)
    ]
    return bar_chart(rows, "Strength of patrons", 0.5, "no better than another", percent=True)


def replay_commands(measured: FileMeasurement, above: Sequence[Item]) -> dict[str, str]:
    """Return replay commands: for what is above the share, for every end reason, and for the ladder."""
    treatment = measured.treatment
    replays = won_and_lost_games(
        above,
        lambda item: f"{display_name(measured.key(item))} is {verb_of(item)}",
        lambda item, won: treatment.find_game_with(*item, won),
        lambda number: replay_command(treatment.match, [treatment.bot] * 2, number),
    )
    for name in measured.deal_series:
        if name.startswith("ends by "):
            number = measured.game_ending(name.removeprefix("ends by "))
            replays[f"a game that {name}"] = replay_command(measured.match, measured.players, number)
    for a, b in measured.ladder.meetings.pairs.tolist():
        pair = [measured.ladder.players[a], measured.ladder.players[b]]
        match = Match(measured.match.game, measured.card_file.content, measured.match.players, measured.ladder.seed)
        replays[f"{pair[0]} against {pair[1]}"] = replay_command(match, pair, 0)
    return replays


def report_facts(measurements: Sequence[FileMeasurement], request: DesignRequest) -> dict[str, str]:
    """Return the facts of a report: game, bots, seeds, digests."""
    one = measurements[0]
    fact_rows = {
        "game": game_fact(request),
        "ruler": f"{one.treatment.bot}, {plural(one.treatment.games, 'game')}, seed {one.treatment.match.seed}",
        "players": f"{against(one.players)}, {plural(len(one.counted.outcomes), 'game')}",
        "ladder": f"{', '.join(one.ladder.players)}; {plural(one.ladder.meetings.games, 'game')}, seed "
        f"{one.ladder.seed}",
        "seed": str(request.seed),
    }
    for k, measured in enumerate(measurements, 1):
        tail = f" {k}" if len(measurements) > 1 else ""
        fact_rows[f"content{tail}"] = f"{measured.card_file.content.digest} ({measured.name})"
        fact_rows[f"results{tail}"] = f"{measured.treatment.counted.outcomes.digest()}, {measured.survey.digest}"
    return fact_rows


def popularity(measured: FileMeasurement, number: int) -> Estimate | None:
    """Return in how many of the games with its deck a player took a card; None if its deck was never in play."""
    sums = measured.survey.sums["taken"]
    had, could = np.zeros((2, SEATS * PLAYER_COLUMNS))
    for player in range(SEATS):
        had[PLAYER_COLUMNS * player + WITH_ITEM] = could[PLAYER_COLUMNS * player + WITH_ITEM] = 1.0
        could[PLAYER_COLUMNS * player + WITHOUT_ITEM] = 1.0
    x, d, products = had @ sums.totals[number], could @ sums.totals[number], sums.products[number]
    if d == 0:
        return None
    return ratio_proportion(sums.deals, x, d, had @ products @ had, had @ products @ could, could @ products @ could)


def _ranked(strengths: Sequence[Estimate]) -> list[tuple[int, Estimate]]:
    """Numbered strengths, the strongest first; unknown ones come last."""
    return sorted(
        enumerate(strengths), key=lambda entry: (math.isnan(entry[1].value), -entry[1].value if entry[1].count else 0.0)
    )


def additional_turns(survey: TributeSurvey, number: int) -> Estimate | None:
    """Return how many turns longer games with a patron last; None where there are too few games with or without it."""
    presence = survey.presence(number)
    return known_or_none(presence.turns) if min(presence.games, survey.games - presence.games) >= MIN_GAMES else None


def _game_columns() -> list[Column]:
    return [Column.integer("game_won", on_screen=False), Column.integer("game_lost", on_screen=False)]


def _games(ruled: TreatmentEstimates, item: Item) -> list[int | None]:
    return [ruled.find_game_with(*item, won) for won in (True, False)]


def deck_name(subject: CardFile, number: int) -> str:
    file = subject.content.labels.file
    return display_name([*file.cards.values()][number].deck)


def deck_colours(subject: CardFile) -> dict[str, str]:
    patrons = subject.content.labels.patrons
    return {display_name(key): COLOURS[k % len(COLOURS)] for k, key in enumerate(patrons)}


def _band(most: float) -> WinRateBand:
    return WinRateBand(1 - most, most)
