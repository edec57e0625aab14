"""Preferences of bots, learned from games: pick orders of patrons, and tier lists of cards.

    learn_pick_order(baskets, offered).order       all patrons that may be picked, the most wanted first
    learn_pick_order(baskets, offered).picked      the first of them, which the rules selected together
    measured_tiers(effects, by_hand)               tier numbers of cards, in the format of the hand-made list

In the thesis on Scripts of Tribute (Budzki, Kowalik and Polak, chapter 7) a bot records the patrons of every game that
it has won, and picks the patron found most often together with those already picked. Here this is followed once to the
end, starting from no picks: the best single patron, the best with it, the best with these two. The result is a list; a
bot picks the first of it that is still available. Where the rules say no more, patrons follow by number of won games.

For tiers, cards are ranked by their regression effect, shrunk towards the mean by their uncertainty, and cut into tiers
of the same sizes as in the other list, so that bots written for that list can read this one. Cards that cannot be
taken, such as starters, keep their tier.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np

from ludus.design.base.significance import standard_error
from ludus.design.tribute.card_stats import PATRON_SET_COLUMNS, TributeSurvey
from ludus.stats import Estimate
from ludus.stats.apriori import AssociationRule, association_rules, frequent_itemsets, most_associated

MIN_SUPPORT, MIN_CONFIDENCE = 4, 0.3  # as in the thesis's bots: games that a set must have won; confidence of a rule
PICKS = 4
LINE_WIDTH = 120  # characters in a line of a file


@dataclass(frozen=True)
class PickOrder:
    """A learned order of picks."""

    order: tuple[int, ...]
    rule_picks: int  # length of the head that comes from rules; the others follow by number of wins
    wins: int  # games it was learned from
    rules: tuple[AssociationRule, ...]

    @property
    def picked(self) -> tuple[int, ...]:
        return self.order[:PICKS]


def learn_pick_order(
    baskets: Iterable[Collection[int]],
    offered: Sequence[int],
    support: int = MIN_SUPPORT,
    confidence: float = MIN_CONFIDENCE,
) -> PickOrder:
    """Learn what to pick from the sets of patrons of won games."""
    known_baskets = [[patron for patron in basket if patron in offered] for basket in baskets]
    frequent = frequent_itemsets(known_baskets, support, PICKS)
    chosen: list[int] = []
    while len(chosen) < PICKS:
        best = most_associated(frequent, chosen, confidence if chosen else 0.0)
        if best is None:
            break
        chosen.append(best)
    rest = sorted(
        (patron for patron in offered if patron not in chosen),
        key=lambda patron: (-frequent.get(frozenset({patron}), 0), patron),
    )
    return PickOrder((*chosen, *rest), len(chosen), len(known_baskets), tuple(association_rules(frequent, confidence)))


def winning_patron_sets(surveys: Iterable[TributeSurvey], player: str) -> list[list[int]]:
    """Return the patrons of every game that a player has won, over several pairings; drawn games do not count.

    Games against itself are left out: one side always wins, so they carry no information.
    """
    sets: list[list[int]] = []
    for survey in surveys:
        if player in survey.players and survey.players[0] != survey.players[1]:
            sets += pairing_patron_sets(survey.patron_sets, survey.players.index(player))
    return sets


def pairing_patron_sets(draws: np.ndarray, player: int) -> list[list[int]]:
    """Return the same for one player of one pairing, from the rows of its survey."""
    columns = {name: draws[:, k] for k, name in enumerate(PATRON_SET_COLUMNS)}
    sets = []
    for k in np.flatnonzero(columns["player"] == player):
        bits = int(columns["patrons"][k])
        patrons = [number for number in range(bits.bit_length()) if bits >> number & 1]
        sets += [patrons] * int(columns["wins"][k])
    return sets


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
