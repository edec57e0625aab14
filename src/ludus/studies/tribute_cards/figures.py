"""Figures of the report."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludus.lab import Figure
from ludus.lab.figures import Bar, bar_chart, heat_map
from ludus.studies.tribute_cards.findings import TIERS, TributeCardsResults, display_name, tier_name

SHOWN_CARDS = 15  # cards at either end


def card_figures(results: TributeCardsResults) -> list[Figure]:
    """The most and the least valuable cards."""
    ends = [
        ("most", "most", results.ranked_cards[:SHOWN_CARDS]),
        ("least", "least", results.ranked_cards[-SHOWN_CARDS:]),
    ]
    figures = []
    for name, word, card_numbers in ends:
        title = f"The {word} valuable cards"
        marks = [_card_bar(results, card) for card in card_numbers]
        svg = bar_chart(
            marks,
            title=title,
            x_title="share of wins that a copy adds",
            percent=True,
            reference=0.0,
            groups=_tier_groups(results),
        )
        caption = (
            f"{title}, with their costs and 95 % intervals: what a copy adds to its taker's share of wins, other "
            "purchases being equal. Colours are tiers made by hand."
        )
        figures.append(Figure(f"cards-{name}", svg, caption))
    return figures


def patrons_figure(results: TributeCardsResults) -> Figure:
    """Win rates of players who drafted or called a patron."""
    marks = []
    for number, name in enumerate(results.patrons):
        for measure in ("drafted", "called"):
            power = results.rates(measure, number).power
            if power.count:
                marks.append(Bar(f"{display_name(name)}, {measure}", power.value, power.low, power.high, measure))
    marks.sort(key=lambda bar: (bar.group != "called", -bar.value))
    title = "Players who call or draft a patron"
    svg = bar_chart(marks, title=title, x_title="wins as between equals", percent=True, reference=0.5)
    return Figure("patrons", svg, f"{title}: what they win as between equals, with 95 % intervals.")


def suiting_figure(results: TributeCardsResults) -> Figure:
    """Effect of each patron on each player, as a heat map."""
    players = results.settings.players
    values = np.array(
        [[results.patron_suitability(name, number).value for number in results.draftable_patrons] for name in players]
    )
    title = "More wins with a patron in the game"
    columns = [display_name(results.patrons[number]) for number in results.draftable_patrons]
    svg = heat_map(players, columns, values, title=title, centre=0.0, percent=True, digits=1)
    return Figure("suiting", svg, f"{title}, in points: each player against the others, a mean over its rivals.")


def _card_bar(results: TributeCardsResults, card: int) -> Bar:
    worth, key = results.card_worths[card], results.cards[card]
    return Bar(
        f"{display_name(key)} ({results.cost_and_type(card)[0]})",
        worth.value,
        worth.low,
        worth.high,
        _tier_group(results.hand_made_tiers[key]),
    )


def _tier_groups(results: TributeCardsResults) -> Sequence[str]:
    return [f"tier {name}" for name in TIERS]


def _tier_group(number: int) -> str:
    return f"tier {tier_name(number)}"
