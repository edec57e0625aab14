"""Balanced lists, on a small scale: planted outliers are repaired, and what is fine stays as it is."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from ludus.design.locm import make as locm_make
from ludus.design.locm.make import make
from ludus.design.locm.options import LocmMakeOptions
from ludus.games.locm.card_list import parse_cards
from ludus.util.errors import OptionError
from tests.messages import mentions, missing

FAST = {"balance": True, "band": "45:55", "players": "random+greedy", "hold_out": "random", "steps": 12}


def find_table(result, name):
    return next(find_table for find_table in result.tables() if find_table.name == name)


def column(table, name):
    place = [entry.name for entry in table.columns].index(name)
    return [row[place] for row in table.rows]


def test_a_planted_outlier_is_repaired_and_nothing_else_is_touched(design_request, small_list, tmp_path):
    file = small_list({7: {"attack": 9, "defense": 9, "cost": 0}})
    result = make(LocmMakeOptions(**FAST), design_request(4000, cards=file, folder=str(tmp_path)))
    before, after = parse_cards(Path(file).read_text()), parse_cards(result.text_files()["cards.csv"])
    assert [one.number for one, other in zip(before, after, strict=True) if one != other] == [7]
    changes = find_table(result, "changes")
    (old,), (new,) = column(changes, "before_same"), column(changes, "after_same")
    assert old.low > 0.55
    assert new.low < 0.55  # on fresh deals
    assert column(changes, "difference_same")[0].high < 0
    assert result.facts["new content"] != result.facts["old content"]
    games = 4000 * len(find_table(result, "rounds").rows) + 2 * 4000 + 2 * 1000
    assert result.facts["games"].startswith(f"{games:,} in all")
    assert any("cards=" in command for command in result.commands().values())


def test_a_list_without_outliers_stays_as_it_is(design_request, small_list):
    file = small_list()
    result = make(LocmMakeOptions(**FAST), design_request(1000, cards=file))
    (said,) = result.answer
    assert not missing(said, "Nothing to change", "45 %", "55 %")
    assert result.text_files()["cards.csv"] == Path(file).read_text()
    assert result.facts["old content"] == result.facts["new content"]
    assert result.figures() == {}


def test_cards_that_cannot_be_balanced_are_reported(design_request, small_list):
    file = small_list({7: {"attack": 9, "defense": 9, "cost": 0}})
    result = make(LocmMakeOptions(**FAST | {"steps": 1}), design_request(2000, cards=file))
    assert not missing(result.answer, "Rootkin Sapling")
    (why,) = column(find_table(result, "not_inside"), "why")
    assert why == "--steps allows 1 point at most"


def test_the_same_seed_makes_the_same_list_on_any_number_of_threads(design_request, small_list):
    file = small_list({7: {"attack": 9, "defense": 9, "cost": 0}})
    one, two = (make(LocmMakeOptions(**FAST), design_request(1000, threads=threads, cards=file)) for threads in (1, 3))
    assert (one.text_files(), one.answer, one.facts, one.figures()) == (
        two.text_files(),
        two.answer,
        two.facts,
        two.figures(),
    )
    assert [entry.rows for entry in one.tables()] == [entry.rows for entry in two.tables()]


def test_targets_that_make_no_sense_are_refused(design_request):
    with pytest.raises(OptionError, match="say what to aim at: --balance"):
        make(LocmMakeOptions(), design_request(100))
    with pytest.raises(OptionError, match=mentions("random+greedy", "judge")):
        make(LocmMakeOptions(balance=True, players="random+greedy coac", hold_out="random+greedy"), design_request(100))
    with pytest.raises(OptionError, match="a band is LOW:HIGH"):
        make(LocmMakeOptions(balance=True, band="60:70"), design_request(100))


def test_lists_are_judged_on_deals_that_no_choice_saw(design_request, monkeypatch):
    played = []

    def survey(request, content, players, games, seed, what):
        played.append((seed, players[0]))
        return SimpleNamespace(rates=[])

    monkeypatch.setattr(locm_make, "run_survey", survey)
    run = locm_make._ListBalanceRun(LocmMakeOptions(balance=True), design_request(100), None, ["a", "a"], ["b", "b"])
    run._measure(run.cards, "first")
    run._measure(run.cards, "second")
    run.validate(SimpleNamespace(adjustments=[SimpleNamespace(change=(("cost", 1),))], cards=run.cards))
    search, same, held_out = ({seed for seed, _ in played[k : k + 2]} for k in (0, 2, 4))
    assert len(search) == len(same) == len(held_out) == 1
    assert len(search | same | held_out) == 3
    assert [bot for _, bot in played[4:]] == ["b", "b"]
