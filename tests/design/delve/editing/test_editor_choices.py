"""Choices of the tree editor: ratings have names that people understand."""

import re

from ludus.design.delve.editing.editor_choices import editor_choices
from ludus.design.delve.rating.choice_ratings import CHOICE_RATINGS
from ludus.design.delve.rating.tree_ratings import RATINGS


def test_every_rating_has_a_title_in_words_beside_its_stored_name():
    choices = editor_choices()
    assert [rating.name for rating in choices.ratings] == list(RATINGS)
    assert [rating.name for rating in choices.choice_ratings] == list(CHOICE_RATINGS)
    for ratings in (choices.ratings, choices.choice_ratings):
        titles = [rating.title for rating in ratings]
        assert len(set(titles)) == len(titles)
        assert all(re.fullmatch(r"[a-z]+( [a-z]+)*", title) for title in titles), "words, not MfcWinTurn"
        assert all(rating.meaning for rating in ratings)
