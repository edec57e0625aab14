"""Choices of the tree editor: targets, limits, deck sets, bots and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludus.core.game_registry import load_game
from ludus.design.delve.charts.tree_chart import COLOURS
from ludus.design.delve.options import HELD_OUT_DECKS, MAIN_BOT, REFERENCE_DECKS
from ludus.design.delve.rating.choice_ratings import CHOICE_MEANINGS, CHOICE_RATINGS, CHOICE_WEIGHTS
from ludus.design.delve.rating.rating_titles import RATING_TITLES
from ludus.design.delve.rating.tree_ratings import RATINGS, WEIGHTS
from ludus.games.delve.constants import CATEGORIES, MAX_NODES, RESOURCES, TARGET_CLASSES, TARGETS
from ludus.games.delve.content_files import builtin_cards
from ludus.games.delve.decks_and_encounters import CardType
from ludus.games.delve.options import option_choices
from ludus.games.delve.skill_tree import MAX_NODE_NAME_LENGTH, MAX_PRICE, MAX_VALUE
from ludus.games.delve.toml_json_csv_rows import FORMATS

RATING_MEANINGS = {
    "WinRate": "as many builds win as asked for, with every deck in every encounter",
    "AverageWinTurn": "wins take as many turns as asked for, on average",
    "MedianWinTurn": "the median number of turns of a win is as asked for",
    "MfcWinTurn": "the most frequent number of turns of a win is as asked for",
    "Balance": "branches of a node are alike in size",
    "GraciousLoss": "who loses has nearly won",
    "Useful": "every node is part of a build that wins everything",
    "NodeCount": "there are as many nodes as asked for",
}


@dataclass(frozen=True)
class EditorTarget:
    """A target of nodes: the cards that it raises."""

    name: str
    colour: str
    cards: tuple[str, ...]  # cards of the game that it raises


@dataclass(frozen=True)
class EditorRating:
    name: str  # in files and options
    title: str  # for people
    meaning: str
    weight: float  # in the total


@dataclass(frozen=True)
class EditorChoices:
    targets: tuple[EditorTarget, ...]
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
    ratings: tuple[EditorRating, ...]  # that the editor shows
    choice_ratings: tuple[EditorRating, ...]  # that a search for trees with good choices shows


def editor_choices() -> EditorChoices:
    """Return everything that an editor can choose from."""
    game = load_game("delve")
    choices = option_choices()
    assert game.bots.compiled is not None
    return EditorChoices(
        targets=tuple(_target(k) for k in range(len(TARGETS))),
        most_value=MAX_VALUE,
        most_price=MAX_PRICE,
        most_nodes=MAX_NODES,
        longest_name=MAX_NODE_NAME_LENGTH,
        formats=FORMATS,
        trees=tuple(choices["trees"]),
        decks=tuple(choices["decks"]),
        deck_sets=(HELD_OUT_DECKS, REFERENCE_DECKS),
        players={bot.name: bot.summary for bot in game.bots.compiled() if not bot.cheats},
        player=MAIN_BOT,
        ratings=_ratings(RATINGS, RATING_MEANINGS, WEIGHTS),
        choice_ratings=_ratings(CHOICE_RATINGS, CHOICE_MEANINGS, CHOICE_WEIGHTS),
    )


def _ratings(
    names: Iterable[str], meanings: Mapping[str, str], weights: Mapping[str, float]
) -> tuple[EditorRating, ...]:
    return tuple(EditorRating(name, RATING_TITLES[name], meanings[name], weights[name]) for name in names)


def _target(number: int) -> EditorTarget:
    raised = [card for card in builtin_cards() if TARGET_CLASSES[number] >> card.group & 1]
    return EditorTarget(TARGETS[number], COLOURS[number], tuple(_describe_card(card) for card in raised))


def _describe_card(card: CardType) -> str:
    return f"{card.name} ({CATEGORIES[card.category]} {RESOURCES[card.resource]}, {card.damage} damage)"
