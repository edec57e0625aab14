"""Contents of the forms of the tree editor, from Delve's designer, as protocol messages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ludus.design.delve.editing.editor_choices import EditorRating, editor_choices
from ludus.design.delve.editing.feedback import FeedbackSettings
from ludus.design.delve.rating.tree_ratings import TreeGoals
from ludus.studio.protocol.trees import LONGEST_TREE, RatingInfo, TargetInfo, TreeSetting, TreesInfo


@cache
def trees_info() -> TreesInfo:
    """All choices of the editor; cached, because the content of the game does not change while a server runs."""
    choices = editor_choices()
    return TreesInfo(
        targets=[TargetInfo(target.name, target.colour, list(target.cards)) for target in choices.targets],
        most_value=choices.most_value,
        most_price=choices.most_price,
        most_nodes=choices.most_nodes,
        longest_name=choices.longest_name,
        longest_text=LONGEST_TREE,
        formats=list(choices.formats),
        trees=list(choices.trees),
        decks=list(choices.decks),
        deck_sets=list(choices.deck_sets),
        players=choices.players,
        ratings=_rating_infos(choices.ratings),
        choice_ratings=_rating_infos(choices.choice_ratings),
        setting=_default_setting(FeedbackSettings()),
    )


def _rating_infos(ratings: Iterable[EditorRating]) -> list[RatingInfo]:
    return [RatingInfo(rating.name, rating.title, rating.meaning, rating.weight) for rating in ratings]


def feedback_settings(setting: TreeSetting) -> FeedbackSettings:
    """Convert settings of the page to those of the designer."""
    goals = TreeGoals(setting.win, setting.turns, setting.nodes)
    low, high = setting.zone
    return FeedbackSettings(setting.player, setting.decks, setting.orders, setting.seed, f"{low!r}-{high!r}", goals)


def _default_setting(setting: FeedbackSettings) -> TreeSetting:
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
