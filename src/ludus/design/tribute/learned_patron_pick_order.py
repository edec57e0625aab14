"""Pick orders of patrons, learned by association rules from the games that a bot has won.

    learn_pick_order(baskets, offered).order       all patrons that may be picked, the most wanted first
    learn_pick_order(baskets, offered).picked      the first of them, which the rules selected together

In the thesis on Scripts of Tribute (Budzki, Kowalik and Polak, chapter 7) a bot records the patrons of every game that
it has won, and picks the patron found most often together with those already picked. Here this is followed once to the
end, starting from no picks: the best single patron, the best with it, the best with these two. The result is a list; a
bot picks the first of it that is still available. Where the rules say no more, patrons follow by number of won games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.design.tribute.card_stats import PATRON_SET_COLUMNS, TributeSurvey
from ludus.stats.apriori import AssociationRule, association_rules, frequent_itemsets, most_associated

MIN_SUPPORT, MIN_CONFIDENCE = 4, 0.3  # as in the thesis's bots: games that a set must have won; confidence of a rule
PICKS = 4


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
