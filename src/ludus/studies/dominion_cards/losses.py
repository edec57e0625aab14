"""Kingdoms and cards that make each player lose, which the paper leaves to future work (section VI)."""

from __future__ import annotations

import numpy as np

from ludus.design.kingdoms.effects import Effect, card_effects
from ludus.lab import Column, Section, Table
from ludus.stats import Estimate
from ludus.studies.dominion_cards.findings import Findings
from ludus.studies.dominion_cards.work import NOBODY, meetings, random_sets

TOLD = 3  # cards named in the text at each end


def lost_by(found: Findings) -> Section:
    """Effect of every card on the match-ups of Table II."""
    kingdoms = random_sets(found.settings, found.pool)
    pairs = [pair for pair in meetings(found.settings) if NOBODY not in pair]
    effects = {pair: card_effects(found.pool, kingdoms, found.meeting(*pair).shares(0)) for pair in pairs}
    return Section("What each player loses by", [*map(_words, effects, effects.values()), _table(effects)])


def _words(pair: tuple[str, str], effects: list[Effect]) -> str:
    """Cards that hurt either player most, if their effect is significant."""
    one, other = pair
    ranked = sorted(effects, key=lambda effect: effect.difference.value)
    hurt_one = [effect for effect in ranked[:TOLD] if effect.difference.high < 0]
    hurt_other = [effect for effect in ranked[::-1][:TOLD] if effect.difference.low > 0]
    sentences = [
        f"{loser} loses most to {winner} by {_listed(cards)}"
        for loser, winner, cards in ((one, other, hurt_one), (other, one, hurt_other))
        if cards
    ]
    return (
        f"{'; '.join(sentences)}."
        if sentences
        else f"No card certainly decides between {one} and {other} at this size."
    )


def _listed(effects: list[Effect]) -> str:
    return ", ".join(f"{effect.card} ({_points(effect.difference)})" for effect in effects)


def _points(difference: Estimate) -> str:
    low, high = sorted((100 * abs(difference.low), 100 * abs(difference.high)))
    return f"{100 * abs(difference.value):.1f} points [{low:.1f}, {high:.1f}]"


def _table(effects: dict[tuple[str, str], list[Effect]]) -> Table:
    columns, lists = [Column.text("card")], list(effects.values())
    for k, (one, other) in enumerate(effects, 1):
        columns.append(Column.estimate(f"pair_{k}", f"{one} against {other}", percent=True, shown=1))
    order = np.argsort([effect.difference.value for effect in lists[0]], kind="stable")
    rows = [[lists[0][k].card, *(pair_effects[k].difference for pair_effects in lists)] for k in order]
    caption = (
        "The share that the first one named wins with the card in the kingdom, less its share without, over the random "
        "card sets of Table II, draws half; intervals are over card sets. What the one loses by, the other wins by."
    )
    return Table("losses", columns, rows, caption)
