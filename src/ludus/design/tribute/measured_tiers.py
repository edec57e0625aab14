"""Tier lists of cards from measured effects, in the format of the hand-made list.

    measured_tiers(effects, by_hand)               tier numbers of cards by key

Cards are ranked by their regression effect, shrunk towards the mean by their uncertainty, and cut into tiers of the
same sizes as in the other list, so that bots written for that list can read this one. Cards that cannot be taken, such
as starters, keep their tier.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from textwrap import wrap

from ludus.design.base.significance import standard_error
from ludus.stats import Estimate

LINE_WIDTH = 120  # characters in a line of a file


def shrink_estimates(values: Sequence[Estimate]) -> list[float]:
    """Shrink each value towards the mean of all by its uncertainty (empirical Bayes)."""
    known = [estimate for estimate in values if math.isfinite(estimate.low) and math.isfinite(estimate.high)]
    if len(known) < 2:
        return [estimate.value for estimate in values]
    errors = [standard_error(estimate) ** 2 for estimate in known]
    middle = math.fsum(estimate.value for estimate in known) / len(known)
    spread = math.fsum((estimate.value - middle) ** 2 for estimate in known) / (len(known) - 1)
    between = max(spread - math.fsum(errors) / len(errors), spread / 100)  # what chance does not explain
    values_shrunk = []
    for estimate in values:
        error = standard_error(estimate) ** 2
        trust = between / (between + error) if math.isfinite(error) else 0.0
        values_shrunk.append(middle + trust * (estimate.value - middle) if trust else middle)
    return values_shrunk


def measured_tiers(worths: Mapping[str, Estimate], by_hand: Mapping[str, int]) -> dict[str, int]:
    """Return the tier number of each card by key: the numbers of the hand-made list, assigned anew.

    Args:
        worths: effects of the cards that can be taken. The best get the highest number, as many as have it in the
            hand-made list, and so on.
        by_hand: the hand-made list.
    """
    values = dict(zip(worths, shrink_estimates(list(worths.values())), strict=True))
    ranked = sorted(values, key=lambda key: (-values[key], key))
    numbers = sorted((by_hand.get(key, 0) for key in worths), reverse=True)
    return dict(by_hand) | dict(zip(ranked, numbers, strict=True))


def tier_file_text(tiers: Mapping[str, int], decks: Mapping[str, str], names: Mapping[str, int], comment: str) -> str:
    """Return the text of a tier file.

    Args:
        tiers: tier number by card.
        decks: deck by card.
        names: number of each tier by name.
        comment: comment at the top.
    """
    lines = [f"# {line}" for line in comment.splitlines()] + ["", "version = 1", "", "[worth]"]
    lines += [f"{name} = {number}" for name, number in names.items()]
    for deck in dict.fromkeys(decks.values()):
        deck_cards = [key for key in decks if decks[key] == deck]
        lines += ["", f"[tiers.{deck}]"]
        for name, number in names.items():
            cards = [f'"{key}"' for key in deck_cards if tiers.get(key) == number]
            if cards:
                lines += _toml_list(name, ", ".join(cards))
    return "\n".join(lines) + "\n"


def _toml_list(name: str, cards: str) -> list[str]:
    """One TOML list, on one line or several."""
    if len(name) + len(cards) + 5 <= LINE_WIDTH:
        return [f"{name} = [{cards}]"]
    inside = wrap(f"{cards},", LINE_WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    return [f"{name} = [", *inside, "]"]
