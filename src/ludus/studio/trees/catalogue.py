"""What forms about trees are built from: the vocabulary of the designer, in the words of the protocol."""

from __future__ import annotations

from functools import cache

from ludus.design.delve.editing.editor_choices import editor_choices
from ludus.design.delve.editing.feedback import FeedbackSettings
from ludus.design.delve.rating.ratings import TreeGoals
from ludus.studio.protocol.trees import LONGEST_TREE, RatingInfo, TargetInfo, TreeSetting, TreesInfo


@cache
def trees_info() -> TreesInfo:
    """All of it; what comes with the game does not change while a server runs."""
    known = editor_choices()
    return TreesInfo(
        targets=[TargetInfo(each.name, each.colour, list(each.cards)) for each in known.targets],
        most_value=known.most_value,
        most_price=known.most_price,
        most_nodes=known.most_nodes,
        longest_name=known.longest_name,
        longest_text=LONGEST_TREE,
        formats=list(known.formats),
        trees=list(known.trees),
        decks=list(known.decks),
        deck_sets=list(known.deck_sets),
        players=known.players,
        ratings=[RatingInfo(each.name, each.meaning, each.weight) for each in known.ratings],
        setting=_usual(FeedbackSettings()),
    )


def setting_of(given: TreeSetting) -> FeedbackSettings:
    """As the designer takes it."""
    goals = TreeGoals(given.win, given.turns, given.nodes)
    low, high = given.zone
    return FeedbackSettings(given.player, given.decks, given.orders, given.seed, f"{low!r}-{high!r}", goals)


def _usual(setting: FeedbackSettings) -> TreeSetting:
    low, _, high = setting.zone.partition("-")
    goals = setting.goals
    return TreeSetting(
        player=setting.player,
        decks=setting.decks,
        orders=setting.orders,
        seed=setting.seed,
        zone=(float(low), float(high)),
        win=goals.win,
        turns=goals.turns,
        nodes=goals.nodes,
    )
