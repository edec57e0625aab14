"""Choices of the tree editor: targets, limits, deck sets, bots and ratings."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.registry import find_game
from ludus.design.trees.explaining.asks import HELD_OUT, PLAYER, REFERENCE
from ludus.design.trees.pictures.tree import COLOURS
from ludus.design.trees.rating.ratings import RATINGS, WEIGHTS
from ludus.games.delve.files import own_cards
from ludus.games.delve.kinds import CATEGORIES, NODES, RAISES, RESOURCES, TARGETS
from ludus.games.delve.offers import offers
from ludus.games.delve.pieces import Card
from ludus.games.delve.rows import FORMATS
from ludus.games.delve.tree import LONGEST_NAME, MOST_PRICE, MOST_VALUE

MEANINGS = {
    "WinRate": "as many builds win as asked for, with every deck in every encounter",
    "AverageWinTurn": "wins take as many turns as asked for, on average",
    "MedianWinTurn": "so does the win in the middle",
    "MfcWinTurn": "so does the most frequent win",
    "Balance": "branches of a node are alike in size",
    "GraciousLoss": "who loses has nearly won",
    "Useful": "every node is part of a build that wins everything",
    "NodeCount": "there are as many nodes as asked for",
}


@dataclass(frozen=True)
class Target:
    """A target of nodes: the cards that it raises."""

    name: str
    colour: str
    cards: tuple[str, ...]  # cards of the game that it raises


@dataclass(frozen=True)
class Rating:
    name: str
    meaning: str
    weight: float  # in the total


@dataclass(frozen=True)
class Vocabulary:
    targets: tuple[Target, ...]
    most_value: int
    most_price: int
    most_nodes: int
    longest_name: int
    formats: tuple[str, ...]
    trees: tuple[str, ...]  # of the game
    decks: tuple[str, ...]  # of the game
    deck_sets: tuple[str, ...]  # that trees can be measured with
    players: dict[str, str]  # name: summary
    player: str  # the default
    ratings: tuple[Rating, ...]


def vocabulary() -> Vocabulary:
    """Return everything that an editor can choose from."""
    game = find_game("delve")
    choices = offers()
    assert game.bots is not None
    return Vocabulary(
        targets=tuple(_target(k) for k in range(len(TARGETS))),
        most_value=MOST_VALUE,
        most_price=MOST_PRICE,
        most_nodes=NODES,
        longest_name=LONGEST_NAME,
        formats=FORMATS,
        trees=tuple(choices["trees"]),
        decks=tuple(choices["decks"]),
        deck_sets=(HELD_OUT, REFERENCE),
        players={bot.name: bot.summary for bot in game.bots() if not bot.cheats},
        player=PLAYER,
        ratings=tuple(Rating(name, MEANINGS[name], WEIGHTS[name]) for name in RATINGS),
    )


def _target(number: int) -> Target:
    raised = [card for card in own_cards() if RAISES[number] >> card.group & 1]
    return Target(TARGETS[number], COLOURS[number], tuple(_told(card) for card in raised))


def _told(card: Card) -> str:
    return f"{card.name} ({CATEGORIES[card.category]} {RESOURCES[card.resource]}, {card.damage} damage)"
