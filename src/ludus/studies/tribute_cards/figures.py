"""Figures of the report."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludus.lab import Figure
from ludus.lab.figures import Bar, bars, heat_map
from ludus.studies.tribute_cards.findings import TIERS, Findings, spoken, tier_name

SHOWN = 15  # cards at either end


def cards(found: Findings) -> list[Figure]:
    """The most and the least valuable cards."""
    ends = [("most", "most", found.ranked[:SHOWN]), ("least", "least", found.ranked[-SHOWN:])]
    figures = []
    for name, word, card_numbers in ends:
        title = f"The {word} valuable cards"
        marks = [_bar(found, card) for card in card_numbers]
        svg = bars(
            marks,
            title=title,
            x_title="share of wins that a copy adds",
            percent=True,
            mark=0.0,
            groups=_groups(found),
        )
        caption = (
            f"{title}, with their costs and 95 % intervals: what a copy adds to its taker's share of wins, other "
            "purchases being equal. Colours are tiers made by hand."
        )
        figures.append(Figure(f"cards-{name}", svg, caption))
    return figures


def patrons(found: Findings) -> Figure:
    """Win rates of players who drafted or called a patron."""
    marks = []
    for number, name in enumerate(found.patrons):
        for measure in ("drafted", "called"):
            power = found.rates(measure, number).power
            if power.count:
                marks.append(Bar(f"{spoken(name)}, {measure}", power.value, power.low, power.high, measure))
    marks.sort(key=lambda bar: (bar.group != "called", -bar.value))
    title = "Players who call or draft a patron"
    svg = bars(marks, title=title, x_title="wins as between equals", percent=True, mark=0.5)
    return Figure("patrons", svg, f"{title}: what they win as between equals, with 95 % intervals.")


def suiting(found: Findings) -> Figure:
    """Effect of each patron on each player, as a heat map."""
    players = found.settings.players
    values = np.array([[found.suits(name, number).value for number in found.drafted] for name in players])
    title = "More wins with a patron in the game"
    columns = [spoken(found.patrons[number]) for number in found.drafted]
    svg = heat_map(players, columns, values, title=title, centre=0.0, percent=True, digits=1)
    return Figure("suiting", svg, f"{title}, in points: each player against the others, a mean over its rivals.")


def _bar(found: Findings, card: int) -> Bar:
    worth, key = found.worths[card], found.cards[card]
    return Bar(
        f"{spoken(key)} ({found.facts(card)[0]})", worth.value, worth.low, worth.high, _group(found.by_hand[key])
    )


def _groups(found: Findings) -> Sequence[str]:
    return [f"tier {name}" for name in TIERS]


def _group(number: int) -> str:
    return f"tier {tier_name(number)}"
