"""Kingdoms and cards that make each player lose, which the paper leaves to future work (section VI)."""

from __future__ import annotations

import numpy as np

from ludus.design.kingdoms.effects import KingdomCardEffect, card_effects
from ludus.lab import Column, Section, Table
from ludus.stats import Estimate
from ludus.studies.dominion_cards.findings import CardSetResults
from ludus.studies.dominion_cards.work import RANDOM_BOT, matchup_pairs, random_card_sets

NAMED_CARDS = 3  # cards named in the text at each end


def losses_section(results: CardSetResults) -> Section:
    """Effect of every card on the match-ups of Table II."""
    kingdoms = random_card_sets(results.settings, results.pool)
    pairs = [pair for pair in matchup_pairs(results.settings) if RANDOM_BOT not in pair]
    effects = {pair: card_effects(results.pool, kingdoms, results.matchup(*pair).payoffs_by_set(0)) for pair in pairs}
    return Section("What each player loses by", [*map(_losses_text, effects, effects.values()), _losses_table(effects)])


def _losses_text(pair: tuple[str, str], effects: list[KingdomCardEffect]) -> str:
    """Cards that hurt either player most, if their effect is significant."""
    one, other = pair
    ranked = sorted(effects, key=lambda effect: effect.difference.value)
    hurt_one = [effect for effect in ranked[:NAMED_CARDS] if effect.difference.high < 0]
    hurt_other = [effect for effect in ranked[::-1][:NAMED_CARDS] if effect.difference.low > 0]
    sentences = [
        f"{loser} loses most to {winner} by {_card_list(cards)}"
        for loser, winner, cards in ((one, other, hurt_one), (other, one, hurt_other))
        if cards
    ]
    return (
        f"{'; '.join(sentences)}."
        if sentences
        else f"No card certainly decides between {one} and {other} at this size."
    )


def _card_list(effects: list[KingdomCardEffect]) -> str:
    return ", ".join(f"{effect.card} ({_points_text(effect.difference)})" for effect in effects)


def _points_text(difference: Estimate) -> str:
    low, high = sorted((100 * abs(difference.low), 100 * abs(difference.high)))
    return f"{100 * abs(difference.value):.1f} points [{low:.1f}, {high:.1f}]"


def _losses_table(effects: dict[tuple[str, str], list[KingdomCardEffect]]) -> Table:
    columns, lists = [Column.text("card")], list(effects.values())
    for k, (one, other) in enumerate(effects, 1):
        columns.append(Column.estimate(f"pair_{k}", f"{one} against {other}", percent=True, shown_digits=1))
    order = np.argsort([effect.difference.value for effect in lists[0]], kind="stable")
    rows = [[lists[0][k].card, *(pair_effects[k].difference for pair_effects in lists)] for k in order]
    caption = (
        "The share that the first one named wins with the card in the kingdom, less its share without, over the random "
        "card sets of Table II, draws half; intervals are over card sets. What the one loses by, the other wins by."
    )
    return Table("losses", columns, rows, caption)
