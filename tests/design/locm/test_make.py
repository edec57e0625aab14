"""Balanced lists, on a small scale: planted outliers are repaired, and what is fine stays as it is."""

from pathlib import Path

import pytest

from ludus.design.locm.make import make
from ludus.design.locm.options import LocmMakeOptions
from ludus.games.locm.card_list import parse_cards
from ludus.util.errors import OptionError

FAST = {"balance": True, "band": "45:55", "players": "random+greedy", "hold_out": "random", "steps": 12}


def sheet(found, name):
    return next(sheet for sheet in found.tables if sheet.name == name)


def column(table, name):
    place = [each.name for each in table.columns].index(name)
    return [row[place] for row in table.rows]


def test_a_planted_outlier_is_repaired_and_nothing_else_is_touched(order, small_list, tmp_path):
    file = small_list({7: {"attack": 9, "defense": 9, "cost": 0}})
    found = make(LocmMakeOptions(**FAST), order(4000, cards=file, folder=str(tmp_path)))
    before, after = parse_cards(Path(file).read_text()), parse_cards(found.files["cards.csv"])
    assert [one.number for one, other in zip(before, after, strict=True) if one != other] == [7]
    changes = sheet(found, "changes")
    (old,), (new,) = column(changes, "before_same"), column(changes, "after_same")
    assert old.low > 0.55
    assert new.low < 0.55  # on fresh deals
    assert column(changes, "difference_same")[0].high < 0
    assert found.facts["new content"] != found.facts["old content"]
    games = 4000 * len(sheet(found, "rounds").rows) + 2 * 4000 + 2 * 1000
    assert found.facts["games"].startswith(f"{games:,} in all")
    assert any("cards=" in command for command in found.commands.values())


def test_a_list_without_outliers_stays_as_it_is(order, small_list):
    file = small_list()
    found = make(LocmMakeOptions(**FAST), order(1000, cards=file))
    assert found.answer == ["Nothing to change: no card is surely outside 45 % to 55 % of wins when drafted."]
    assert found.files["cards.csv"] == Path(file).read_text()
    assert found.facts["old content"] == found.facts["new content"]
    assert found.pictures == {}


def test_what_cannot_be_helped_is_told(order, small_list):
    file = small_list({7: {"attack": 9, "defense": 9, "cost": 0}})
    found = make(LocmMakeOptions(**FAST | {"steps": 1}), order(2000, cards=file))
    assert "Could not be brought inside: Rootkin Sapling." in found.answer
    (why,) = column(sheet(found, "not_inside"), "why")
    assert why == "--steps allows 1 point at most"


def test_the_same_seed_makes_the_same_list_on_any_number_of_threads(order, small_list):
    file = small_list({7: {"attack": 9, "defense": 9, "cost": 0}})
    one, two = (make(LocmMakeOptions(**FAST), order(1000, threads=threads, cards=file)) for threads in (1, 3))
    assert (one.files, one.answer, one.facts, one.pictures) == (two.files, two.answer, two.facts, two.pictures)
    assert [each.rows for each in one.tables] == [each.rows for each in two.tables]


def test_targets_that_make_no_sense_are_refused(order):
    with pytest.raises(OptionError, match="say what to aim at: --balance"):
        make(LocmMakeOptions(), order(100))
    with pytest.raises(OptionError, match=r"random\+greedy cannot both make the list and judge it"):
        make(LocmMakeOptions(balance=True, players="random+greedy coac", hold_out="random+greedy"), order(100))
    with pytest.raises(OptionError, match="a band is LOW:HIGH"):
        make(LocmMakeOptions(balance=True, band="60:70"), order(100))
