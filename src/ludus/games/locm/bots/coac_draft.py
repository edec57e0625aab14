"""Draft of Coac: picks by rank in a list, one list for each seat and one for each seat with few creatures.

The lists of 2020 lack some cards, which it never takes. If the list lacks all three offered cards, the original replies
`PICK -1` and loses (15 games in 3000 as first player, 1 in 3000 as second); here it takes the first of them.

The original does not know its seat when it picks its first card, and then uses the list of the second player.

Generated cards of version 1.5 and custom cards with other numbers are in no list. They come after ranked cards and are
compared by a value: 20 for a creature, 5 (|defense| + 2 |attack|), 9 per keyword, 2 per health given or taken and 5 per
card drawn, similar to Coac's evaluation in battle, minus 15 per mana, which is what a plain creature gives for it.
While less than 40 % of the cards are creatures, creatures come first.
"""

# mypy: ignore-errors

import json
from functools import cache
from pathlib import Path

from ludus.core import Record, int16, int64, rule
from ludus.games.locm.bots.offers import offer_size, offered
from ludus.games.locm.state import CREATURE, KEYWORDS

RANK_LISTS = Path(__file__).parents[1] / "content" / "coac_draft.json"
LIST_NAMES = ("first", "second", "first, few creatures", "second, few creatures")
SECOND, FEW_CREATURES = 1, 2  # offsets of the list index
CARD_NUMBERS = 161  # the cards of the lists are numbered 1 .. 160
UNRANKED_BASE = 1 << 14  # beyond all ranks, with room for card values
CREATURES_FIRST = 1 << 13
NO_RANK = 1 << 14
NOT_LISTED = 1 << 15
MANA_VALUE = 15  # value of one mana
KEYWORD_COUNT = len(KEYWORDS)


class Params(Record):
    nodes: int64
    ranks: int16[len(LIST_NAMES), CARD_NUMBERS]  # by list and card number; 0 is best


def fill_ranks(year: int, params) -> None:
    for k, ranks in enumerate(read_lists(year)):
        for number in range(CARD_NUMBERS):
            params.ranks[k, number] = ranks.get(number, NO_RANK)


@cache
def read_lists(year: int) -> list[dict[int, int]]:
    """Return the ranks of a year by list and card number, without the numbers that a list lacks."""
    lists = json.loads(RANK_LISTS.read_text(encoding="utf-8"))[str(year)]
    ranks = []
    for name in LIST_NAMES:
        cards = lists.get(name) or lists[name.partition(",")[0]]  # 2019 has no lists for few creatures
        ranks.append({number: cards.index(number) for number in cards})
    return ranks


@rule
def best_offer(data, state, seat, params):
    """Return the index of the card to take."""
    few = has_few_creatures(data, state)
    ranked = (SECOND if seat == 1 or state.picks == 0 else 0) + (FEW_CREATURES if few else 0)
    best, place = NOT_LISTED, 0
    for k in range(offer_size(data, state)):
        key = card_rank(data, data.cards[offered(data, state, k)], params, ranked, few)
        if key < best:
            best, place = key, k
    return place


@rule
def has_few_creatures(data, state):
    """Return whether less than 40 % of the cards taken so far are creatures; False before the first card."""
    me = state.players[state.mover]
    creatures = 0
    for k in range(state.picks):
        creatures += int(data.cards[me.deck[k]].kind == CREATURE)
    return 5 * creatures < 2 * state.picks


@rule
def card_rank(data, card, params, ranked, few):
    """Return the rank of a card; lower is better, LACKING is never taken."""
    if data.generated == 0 and 0 < card.number < CARD_NUMBERS:
        listed_rank = int(params.ranks[ranked, card.number])
        return listed_rank if listed_rank < NO_RANK else NOT_LISTED
    return UNRANKED_BASE - unranked_card_value(card) - (CREATURES_FIRST if few and card.kind == CREATURE else 0)


@rule
def unranked_card_value(card):
    keywords = 0
    for bit in range(KEYWORD_COUNT):
        keywords += card.keywords >> bit & 1
    body = 5 * (abs(card.defense) + 2 * abs(card.attack)) + 20 * int(card.kind == CREATURE) + 9 * keywords
    return body + 2 * (card.my_health - card.opp_health) + 5 * card.draw - MANA_VALUE * card.cost
