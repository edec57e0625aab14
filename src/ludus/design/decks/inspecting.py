"""`ludus inspect tribute`: report on one card file, or compare two."""

from __future__ import annotations

import math

from ludus.design.contract import Findings, Order
from ludus.design.decks.asks import InspectAsks, check_players, read_ladder, read_players, read_subjects
from ludus.design.decks.looking import FIRST_SEAT, Look, apart, differences, look
from ludus.design.decks.space import Thing
from ludus.design.decks.telling import (
    cards_picture,
    cards_sheet,
    commands,
    facts,
    ladder_sheet,
    measures_sheets,
    named,
    pairs_picture,
    pairs_sheet,
    patrons_picture,
    patrons_sheet,
)
from ludus.stats import mean

GAMES = 40_000
MOST_NAMED = 8


def inspect(words: list[str], asks: InspectAsks, order: Order) -> Findings:
    """Report on one card file in full, or on two side by side."""
    subjects = read_subjects(words, order)
    players, ladder = read_players(asks.players, order), read_ladder(asks.ladder, order)
    check_players([asks.ruler], order)
    games = order.count(GAMES)
    looks = [
        look(subject, asks.ruler, players, ladder, games, order, f", {subject.name}" if len(subjects) > 1 else "")
        for subject in subjects
    ]
    most = asks.most / 100
    return _explain(looks[0], most, order) if len(looks) == 1 else _compare(looks[0], looks[1], most, order)


def _explain(found: Look, most: float, order: Order) -> Findings:
    above = found.ruled.above(most)
    ranked = sorted(above, key=lambda thing: (-found.ruled.strengths()[thing].value, thing))
    return Findings(
        title=f"{order.game.title}: the cards of {found.name}",
        answer=[*_carried(found, most, ranked), *_course(found)],
        sheets=[
            patrons_sheet(found, above),
            cards_sheet(found, above),
            *measures_sheets([found]),
            ladder_sheet(found),
        ],
        pictures={
            "cards.svg": (
                cards_picture(found, most, above),
                f"Every dot is a card: how often the players take it, and how strong it is, with its 95 % interval. "
                f"Shaded: up to {100 * most:g} %. Cards that are surely above are named.",
            ),
            "patrons.svg": (
                patrons_picture(found),
                "What players win who call a patron rather than another that they could have called, with its 95 % "
                "interval.",
            ),
        },
        facts=facts([found], order),
        commands=commands(found, ranked),
        notes=_notes(most),
    )


def _compare(one: Look, other: Look, most: float, order: Order) -> Findings:
    ranked = [sorted(measured.ruled.above(most), key=lambda thing: thing) for measured in (one, other)]
    sentences = []
    for measured, above in zip((one, other), ranked, strict=True):
        sentences += [f"{measured.name}: {sentence}" for sentence in _carried(measured, most, above)[:1]]
    sentences += _changed(one, other)
    return Findings(
        title=f"{order.game.title}: {one.name} and {other.name}",
        answer=sentences,
        sheets=[
            pairs_sheet("patrons", one, other),
            pairs_sheet("cards", one, other),
            *measures_sheets([one, other]),
            ladder_sheet(one, f"The ladder in {one.name}", "ladder_1"),
            ladder_sheet(other, f"The ladder in {other.name}", "ladder_2"),
        ],
        pictures={
            "cards.svg": (
                pairs_picture(one, other, most),
                "Every dot is a card, with the 95 % interval of its strength in the second file. Cards whose strength "
                "surely differs, each taken alone, are named.",
            )
        },
        facts=facts([one, other], order),
        commands={
            f"{measured.name}: {what}": command
            for measured, above in zip((one, other), ranked, strict=True)
            for what, command in commands(measured, above).items()
        },
        notes=[
            *_notes(most),
            "Both files are played on the same deals. Seats, ends and length are compared deal by deal; strengths and "
            "the ladder as if they were independent, so those intervals are rather too wide. Of a hundred cards "
            "without a difference, about five seem to differ.",
        ],
    )


def _carried(found: Look, most: float, ranked: list[Thing]) -> list[str]:
    """Which cards and patrons carry too much, and the strongest and weakest card."""
    strengths = found.ruled.strengths()
    phrases = []
    for kind, word in (("patrons", "calling"), ("cards", "taking")):
        matching = [thing for thing in ranked if thing[0] == kind]
        if matching:
            names = [
                f"{named(found.key(thing))} ({100 * strengths[thing].value:.1f} %)" for thing in matching[:MOST_NAMED]
            ]
            more = f" and {len(matching) - MOST_NAMED} more" if len(matching) > MOST_NAMED else ""
            phrases.append(f"{word} {', '.join(names)}{more}")
    first = f"Surely carries more than {100 * most:g} % of wins: {'; '.join(phrases)}."
    sentences = [first if phrases else f"Nothing surely carries more than {100 * most:g} % of wins."]
    known = {
        thing: strength
        for thing, strength in strengths.items()
        if thing[0] == "cards" and not math.isnan(strength.value)
    }
    if known:
        best, worst = max(known, key=lambda t: known[t].value), min(known, key=lambda t: known[t].value)
        sentences.append(
            f"Cards go from {named(found.key(worst))}, {known[worst].in_percent()}, to {named(found.key(best))}, "
            f"{known[best].in_percent()}."
        )
    return sentences


def _course(found: Look) -> list[str]:
    measures = found.measures()
    return [
        f"Of games of {' against '.join(dict.fromkeys(found.players))}, the first seat wins "
        f"{measures[FIRST_SEAT].in_percent()}; a game takes {found.length():.1f} turns.",
        f"The ladder spreads by {found.ladder.spread.in_percent()}: 0 if all players are alike, 50 % if the better one "
        "always wins.",
    ]


def _changed(one: Look, other: Look) -> list[str]:
    more, turns = differences(one, other), mean(other.turns - one.turns)
    moved = []
    for thing in one.by_key.keys() & other.by_key.keys():
        by = apart(one.by_key[thing], other.by_key[thing])
        if by.low > 0 or by.high < 0:
            moved.append((-abs(by.value), thing[1], by))
    named_moves = ", ".join(f"{named(key)} ({100 * by.value:+.1f} points)" for _, key, by in sorted(moved)[:MOST_NAMED])
    seat = more[FIRST_SEAT]
    return [
        f"From {one.name} to {other.name}, most change: {named_moves}."
        if moved
        else f"No card and no patron surely differs between {one.name} and {other.name}.",
        f"What the first seat wins changes by {100 * seat.value:+.1f} points [{100 * seat.low:+.1f}, "
        f"{100 * seat.high:+.1f}], the length of a game by {turns:+.1f} turns.",
    ]


def _notes(most: float) -> list[str]:
    return [
        "Strength is the win rate of players who take a card instead of another available one, or call a patron "
        "instead of another: 50 % is no better and no worse than the others. It comes from games of a ruler, a bot "
        "that decides this at random. Won when taken, called or favoured is different: players who choose take what "
        "they can afford, and players who are ahead can afford more.",
        "Intervals are 95 %, over deals, each played from both seats. Above: by a test that lets at most one in twenty "
        f"such verdicts be wrong, against {100 * most:g} %.",
    ]
