"""Report on measured card files: tables, charts, and replay commands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ludus.arena.match import Match
from ludus.core.registry import find_game
from ludus.design.cards.asks import Limits
from ludus.design.cards.picture import Dot, picture
from ludus.design.contract import Column, Order, Sheet
from ludus.design.decks.asks import Subject
from ludus.design.decks.census import Survey
from ludus.design.decks.looking import SPREAD, Look, apart, differences
from ludus.design.decks.ruler import Ruled
from ludus.design.decks.space import Thing
from ludus.design.decks.sums import OF_PLAYER, SEATS, WITH, WITHOUT
from ludus.design.kingdoms.pictures import Bar, bars
from ludus.design.replays import replay_command
from ludus.stats import Estimate, mean
from ludus.stats.ratios import ratio_share

ABOVE, UNKNOWN = "above", "too few games"
FEWEST = 10  # with fewer games, an interval says nothing
MOST_SHOWN = 24  # cards in the table on the screen
COLOURS = ("#8a5a1c", "#2f7d3b", "#b3342e", "#2b5fa8", "#7a3b8f", "#c07a1a", "#19807c", "#a83262", "#5c6b2f", "#555555")
WORDS = {"first_seat": "won from the first seat", SPREAD: "spread of the ladder"}


@cache
def named(key: str) -> str:
    """Return the display name of a card or patron."""
    design = find_game("tribute").design
    assert design is not None
    name: str = design().name_of(key)
    return name


def verdict(thing: Thing, estimate: Estimate, above: set[Thing]) -> str:
    return UNKNOWN if math.isnan(estimate.value) else ABOVE if thing in above else ""


def measures_sheets(looks: Sequence[Look]) -> list[Sheet]:
    """Return tables with a row per measure and a column per file; with two files also the differences."""
    names = list(dict.fromkeys(name for measured in looks for name in measured.measures()))
    columns = [Column("measure"), *(Column(f"file_{k}", "share", measured.name) for k, measured in enumerate(looks, 1))]
    length = [Column("measure"), *(Column(f"file_{k}", "number", measured.name) for k, measured in enumerate(looks, 1))]
    rows: list[list[Any]] = [
        [WORDS.get(name, name), *(measured.measures().get(name) for measured in looks)] for name in names
    ]
    turns: list[Any] = ["turns of both players", *(measured.length() for measured in looks)]
    if len(looks) == 2:
        columns.append(Column("difference", "difference"))
        length.append(Column("difference", "number"))
        more = differences(*looks)
        rows = [[*row, more[name]] for row, name in zip(rows, names, strict=True)]
        turns.append(mean(looks[1].turns - looks[0].turns))
    return [
        Sheet("measures", "Seats and ends", columns, rows),
        Sheet("length", "Length of games", length, [turns]),
    ]


def patrons_sheet(look: Look, above: set[Thing]) -> Sheet:
    columns = [
        Column("patron"),
        Column("verdict"),
        Column("strength", "share"),
        Column("chances", "count", shown=False),
        Column("won_when_favoured", "share", "won when favoured"),
        Column("won_when_called", "share", "won when called"),
        Column("turns_more", "number", "turns more with it"),
        *_game_columns(),
    ]
    rows = []
    for number, strength in _ranked(look.ruled.patrons):
        thing, survey = ("patrons", number), look.survey
        rows.append(
            [
                *(look.key(thing), verdict(thing, strength, above), strength, strength.count),
                *(survey.rate(name, number).won for name in ("favoured", "called")),
                *(turns_more(survey, number), *_games(look.ruled, thing)),
            ]
        )
    return Sheet("patrons", "Patrons, the strongest first", columns, rows)


def cards_sheet(look: Look, above: set[Thing]) -> Sheet:
    facts = look.subject.content.labels.file.cards
    columns = [
        *(Column(name) for name in ("card", "deck", "type")),
        Column("cost", "count"),
        Column("verdict"),
        Column("strength", "share"),
        Column("chances", "count", shown=False),
        Column("taken", "share", "taken by the players"),
        Column("won_when_taken", "share", "won when taken"),
        Column("lift", "difference", shown=False),
        *_game_columns(),
    ]
    rows = []
    for number, strength in _ranked(look.ruled.cards):
        thing, rates = ("cards", number), look.survey.rate("taken", number)
        card = facts[look.key(thing)]
        if not card.copies:
            continue  # never in the tavern
        rows.append(
            [
                *(look.key(thing), card.deck, card.type, card.cost, verdict(thing, strength, above)),
                *(strength, strength.count, popularity(look, number), rates.won, _or_none(rates.lift)),
                *_games(look.ruled, thing),
            ]
        )
    half = MOST_SHOWN // 2
    screen_rows = None if len(rows) <= MOST_SHOWN else [*range(half), *range(len(rows) - half, len(rows))]
    return Sheet("cards", "Cards of the tavern, the strongest first", columns, rows, screen_rows)


def pairs_sheet(kind: str, one: Look, other: Look) -> Sheet:
    """Return a table of strengths in two files, the largest difference first; items of only one file come last."""
    columns = [
        Column(kind[:-1]),
        Column("file_1", "share", one.name),
        Column("file_2", "share", other.name),
        Column("difference", "difference"),
    ]
    rows: list[list[Any]] = []
    for thing in dict.fromkeys([*one.by_key, *other.by_key]):
        if thing[0] == kind:
            mine, yours = one.by_key.get(thing), other.by_key.get(thing)
            rows.append([thing[1], mine, yours, apart(mine, yours) if mine and yours else None])
    rows.sort(key=lambda row: (row[3] is None, -abs(row[3].value) if row[3] else 0.0, row[0]))
    return Sheet(kind, f"{kind.capitalize()}: strength in both files", columns, rows, range(min(len(rows), MOST_SHOWN)))


def ladder_sheet(look: Look, title: str = "The ladder", name: str = "ladder") -> Sheet:
    ladder = look.ladder
    columns = [Column("player"), Column("wins", "share")]
    columns += [Column(f"against_{player}", "share", f"against {player}") for player in ladder.players]
    rows = [
        [player, ladder.wins(k), *(ladder.against(k, other) for other in range(len(ladder.players)))]
        for k, player in enumerate(ladder.players)
    ]
    return Sheet(name, f"{title}: wins on average and against each", columns, rows)


def cards_picture(look: Look, most: float, above: set[Thing]) -> str:
    """Draw popularity against strength; the colour is the deck."""
    dots = []
    for number, strength in _ranked(look.ruled.cards):
        thing, popular = ("cards", number), popularity(look, number)
        if popular is not None and not math.isnan(strength.value):
            label = f"{named(look.key(thing))}: taken {popular:.1%}, strength {strength:.1%}"
            dots.append(
                Dot(named(look.key(thing)), deck_of(look.subject, number), popular, strength, thing in above, label)
            )
    players = " and ".join(dict.fromkeys(look.players))
    return picture(dots, _band(most), f"taken by {players}", "strength", colours_of(look.subject))


def pairs_picture(one: Look, other: Look, most: float) -> str:
    """Draw every card's strength in both files; those that surely differ are labelled."""
    decks = {key: deck_of(one.subject, number) for number, key in enumerate(one.keys["cards"])}
    dots = []
    for thing, mine in one.by_key.items():
        yours = other.by_key.get(thing)
        if thing[0] == "cards" and yours is not None:
            more = apart(mine, yours)
            sure = more.low > 0 or more.high < 0
            label = f"{named(thing[1])}: {mine:.1%} and {yours:.1%}"
            dots.append(Dot(named(thing[1]), decks[thing[1]], mine, yours, sure, label))
    return picture(dots, _band(most), f"strength in {one.name}", f"strength in {other.name}", colours_of(one.subject))


def patrons_picture(look: Look) -> str:
    rows = [
        Bar(named(look.keys["patrons"][number]), strength, note=f"{100 * strength.value:.1f} %")
        for number, strength in _ranked(look.ruled.patrons)
        if not math.isnan(strength.value)
    ]
    return bars(rows, "Strength of patrons", 0.5, "no better than another", percent=True)


def commands(look: Look, above: Sequence[Thing]) -> dict[str, str]:
    """Return replay commands: for what is above the share, for every end reason, and for the ladder."""
    replays = {}
    for thing in above:
        for won, word in ((True, "wins"), (False, "loses")):
            number = look.ruled.game_with(*thing, won)
            if number is not None:
                what = f"{named(look.key(thing))} is {'called' if thing[0] == 'patrons' else 'taken'} and {word}"
                replays[what] = replay_command(look.ruled.match, [look.ruled.player] * 2, number)
    for name in look.series:
        if name.startswith("ends by "):
            number = look.game_ending(name.removeprefix("ends by "))
            replays[f"a game that {name}"] = replay_command(look.match, look.players, number)
    for a, b in look.ladder.meetings.pairs.tolist():
        pair = [look.ladder.players[a], look.ladder.players[b]]
        match = Match(look.match.game, look.subject.content, look.match.players, look.ladder.seed)
        replays[f"{pair[0]} against {pair[1]}"] = replay_command(match, pair, 0)
    return replays


def facts(looks: Sequence[Look], order: Order) -> dict[str, str]:
    """Return the facts of a report: game, bots, seeds, digests."""
    one = looks[0]
    fact_rows = {
        "game": f"{order.game.name}, rules version {order.game.version}",
        "ruler": f"{one.ruled.player}, {one.ruled.games:,} games, seed {one.ruled.match.seed}",
        "players": f"{' against '.join(dict.fromkeys(one.players))}, {len(one.counted.outcomes):,} games",
        "ladder": f"{', '.join(one.ladder.players)}; {one.ladder.meetings.games:,} games, seed {one.ladder.seed}",
        "seed": str(order.seed),
    }
    for k, measured in enumerate(looks, 1):
        tail = f" {k}" if len(looks) > 1 else ""
        fact_rows[f"content{tail}"] = f"{measured.subject.content.digest} ({measured.name})"
        fact_rows[f"results{tail}"] = f"{measured.ruled.counted.outcomes.digest()}, {measured.survey.digest}"
    return fact_rows


def popularity(look: Look, number: int) -> Estimate | None:
    """Return in how many of the games with its deck a player took a card; None if its deck was never in play."""
    sums = look.survey.sums["taken"]
    had, could = np.zeros((2, SEATS * OF_PLAYER))
    for player in range(SEATS):
        had[OF_PLAYER * player + WITH] = could[OF_PLAYER * player + WITH] = 1.0
        could[OF_PLAYER * player + WITHOUT] = 1.0
    x, d, products = had @ sums.totals[number], could @ sums.totals[number], sums.products[number]
    if d == 0:
        return None
    return ratio_share(sums.deals, x, d, had @ products @ had, had @ products @ could, could @ products @ could)


def _ranked(strengths: Sequence[Estimate]) -> list[tuple[int, Estimate]]:
    """Numbered strengths, the strongest first; unknown ones come last."""
    return sorted(
        enumerate(strengths), key=lambda entry: (math.isnan(entry[1].value), -entry[1].value if entry[1].count else 0.0)
    )


def turns_more(seen: Survey, number: int) -> Estimate | None:
    """Return how many turns longer games with a patron last; None where there are too few games with or without it."""
    presence = seen.presence(number)
    return _or_none(presence.turns) if min(presence.games, seen.games - presence.games) >= FEWEST else None


def _or_none(estimate: Estimate) -> Estimate | None:
    return None if math.isnan(estimate.value) else estimate


def _game_columns() -> list[Column]:
    return [Column("game_won", "count", shown=False), Column("game_lost", "count", shown=False)]


def _games(ruled: Ruled, thing: Thing) -> list[int | None]:
    return [ruled.game_with(*thing, won) for won in (True, False)]


def deck_of(subject: Subject, number: int) -> str:
    file = subject.content.labels.file
    return named([*file.cards.values()][number].deck)


def colours_of(subject: Subject) -> dict[str, str]:
    patrons = subject.content.labels.patrons
    return {named(key): COLOURS[k % len(COLOURS)] for k, key in enumerate(patrons)}


def _band(most: float) -> Limits:
    return Limits(1 - most, most)
