"""Game data: version, cards, and how the decks are built."""

from ludus.core import Record, int8, int16, int64, uint8
from ludus.games.locm.state import DECK, OFFERED, PICKS

MAX_CARDS = 250
GENERATED_CARDS = 120  # cards generated for every game of version 1.5 [3.1]

# How the decks are built
PICKED, DEALT, GIVEN = 0, 1, 2  # by the players, at random, from the game data


class LocmCard(Record):
    number: int16
    attack: int16
    defense: int16
    my_health: int16
    opp_health: int16
    draw: int16
    kind: int8
    cost: uint8
    keywords: uint8
    area: uint8  # 1.5: 0 the target, 1 its lane, 2 both lanes


class GameData(Record):
    lanes: uint8
    lane_room: uint8  # creatures of one player in one lane
    runes: uint8  # 1: damage breaks runes (1.0, 1.2); 0: every 5 health lost draws a card (1.5)
    construct: uint8  # 1: decks are constructed (1.5); 0: drafted
    generated: uint8  # 1: the cards are generated from the game's seed
    setup: uint8
    fixed_seeds: uint8  # bits: content_seed, shuffle_seeds[0], shuffle_seeds[1] below replace the game's own [2.8]
    offered: uint8  # 1: the offers below are used instead of random ones [2.8]
    card_count: int16
    content_seed: int64  # seed of draft choices or card generator
    shuffle_seeds: int64[2]
    offers: uint8[PICKS, OFFERED]
    decks: uint8[2, DECK]
    cards: LocmCard[MAX_CARDS]
