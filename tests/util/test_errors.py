"""One family of errors, whose messages are for reading."""

import inspect

from ludus.util import errors
from ludus.util.errors import ContentError, GameOver, IllegalMove, LudusError, UnknownName
from tests.cases import each


def test_all_errors_are_ludus_errors():
    family = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, Exception)]
    assert len(family) >= 10
    assert all(issubclass(kind, LudusError) for kind in family)
    assert all(kind.__doc__ for kind in family)


def test_a_move_after_the_end_is_an_illegal_move():
    assert issubclass(GameOver, IllegalMove)


def test_an_unknown_name_offers_the_closest_and_lists_all():
    text = str(UnknownName("game", "domnion", ["locm", "dominion"]))
    assert text == "there is no game named 'domnion'; did you mean 'dominion'? (known: dominion, locm)"


def test_an_unknown_name_without_similar_names_gets_no_suggestion():
    assert str(UnknownName("bot", "zzz", [])) == "there is no bot named 'zzz' (known: none)"


@each(
    ("arguments", "text"),
    [
        ({}, "too dear"),
        ({"file": "cards.csv"}, "cards.csv: too dear"),
        ({"file": "cards.csv", "line": 7}, "cards.csv, line 7: too dear"),
        ({"file": "cards.csv", "line": 0, "field": "cost"}, "cards.csv, line 0, field 'cost': too dear"),
        ({"field": "cost"}, "field 'cost': too dear"),
    ],
)
def test_a_content_error_names_file_line_and_field(arguments, text):
    error = ContentError("too dear", **arguments)
    assert str(error) == text
    assert (error.file, error.line, error.field) == tuple(arguments.get(name) for name in ("file", "line", "field"))
