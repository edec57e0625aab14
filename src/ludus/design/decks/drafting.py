"""Which patrons a player should pick: learned by association rules from games that it won.

    favourites(baskets, offered).order         all patrons that may be picked, the most wanted first
    favourites(baskets, offered).picked        the first of them, which rules put together

The thesis on Scripts of Tribute (Budzki, Kowalik and Polak, chapter 7) lets a bot write down the patrons of every game
that it has won, and pick what was found most often together with those that are picked already. Here that is followed
once to the end, from the empty table on: the best single patron, the best with it, the best with these two. The result
is a list; a bot picks the first of it that is still there. Where rules say no more, patrons follow by how many won
games had them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.design.decks.census import DRAWS, Survey
from ludus.stats.apriori import Rule, expected, frequent_sets, rules

SUPPORT, CONFIDENCE = 4, 0.3  # as in the thesis's bots: games that a set must have won, and how sure a rule must be
PICKS = 4


@dataclass(frozen=True)
class Favourites:
    """A learned order of picks."""

    order: tuple[int, ...]
    learned: int  # so many at its head come from rules; the others follow by how often they won
    wins: int  # games it was learned from
    rules: tuple[Rule, ...]

    @property
    def picked(self) -> tuple[int, ...]:
        return self.order[:PICKS]


def favourites(
    baskets: Iterable[Collection[int]],
    offered: Sequence[int],
    support: int = SUPPORT,
    confidence: float = CONFIDENCE,
) -> Favourites:
    """What to pick, from the sets of patrons of games that were won."""
    there = [[patron for patron in basket if patron in offered] for basket in baskets]
    frequent = frequent_sets(there, support, PICKS)
    chosen: list[int] = []
    while len(chosen) < PICKS:
        best = expected(frequent, chosen, confidence if chosen else 0.0)
        if best is None:
            break
        chosen.append(best)
    rest = sorted(
        (patron for patron in offered if patron not in chosen),
        key=lambda patron: (-frequent.get(frozenset({patron}), 0), patron),
    )
    return Favourites((*chosen, *rest), len(chosen), len(there), tuple(rules(frequent, confidence)))


def won_sets(surveys: Iterable[Survey], player: str) -> list[list[int]]:
    """The patrons of every game that a player has won, over several meetings; a drawn game counts for nobody.

    Games with itself tell nothing and are left out: whatever patrons there are, it wins.
    """
    found: list[list[int]] = []
    for survey in surveys:
        if player in survey.players and survey.players[0] != survey.players[1]:
            found += sets_of(survey.draws, survey.players.index(player))
    return found


def sets_of(draws: np.ndarray, player: int) -> list[list[int]]:
    """The same for one player of one meeting, from the rows of its survey."""
    columns = {name: draws[:, k] for k, name in enumerate(DRAWS)}
    found = []
    for k in np.flatnonzero(columns["player"] == player):
        bits = int(columns["patrons"][k])
        patrons = [number for number in range(bits.bit_length()) if bits >> number & 1]
        found += [patrons] * int(columns["wins"][k])
    return found
