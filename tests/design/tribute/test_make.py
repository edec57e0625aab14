"""Balanced card files, on a small scale: planted outliers are repaired, and what is fine stays as it is."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from ludus.design.tribute.make import _FileBalanceRun, make, target_verdict
from ludus.design.tribute.options import TributeMakeOptions
from ludus.games.tribute.card_file import BASE, parse_cards, read_cards
from ludus.util.errors import OptionError
from tests.deals import record_deals
from tests.messages import mentions, missing

FAST = {
    "balance": True,
    "most": 64.0,
    "hold_out": "shopping-decision-tree",
    "steps": 5,
    "search_games": 2000,
    "rounds": 1,
}
FAST |= {"population": 4, "generations": 2}
PLANTED = {"cards.imprisonment.play": 15}


def find_table(result, name):
    return next(find_table for find_table in result.tables() if find_table.name == name)


def column(table, name):
    place = [entry.name for entry in table.columns].index(name)
    return [row[place] for row in table.rows]


@pytest.fixture(scope="module")
def made_report(design_request, changed_file):
    file = changed_file(PLANTED)
    return file, make(TributeMakeOptions(**FAST), design_request(4000, cards=file, folder="new"))


def test_a_planted_outlier_is_repaired_and_nothing_else_is_touched(made_report):
    file, result = made_report
    before, after = read_cards(file), parse_cards(result.text_files()["cards.toml"], "new")
    assert [key for key, card in before.cards.items() if after.cards[key] != card] == ["imprisonment"]
    assert before.patrons == after.patrons
    changes = find_table(result, "changes")
    assert column(changes, "name") == ["imprisonment"]
    assert column(changes, "before_0")[0].low > 0.64
    assert column(changes, "after_0")[0].low < 0.64  # on fresh deals
    assert column(changes, "difference_0")[0].high < 0
    assert column(changes, "difference_1")[0].value < 0  # by a ruler that took no part, in fewer games
    assert result.answer[-1].startswith("Nothing is surely above")
    judges = find_table(result, "judges")
    assert column(judges, "above")[1] == 0
    assert column(judges, "undecided")[1] > 0


def test_the_new_file_explains_its_changes(made_report):
    _, result = made_report
    text = result.text_files()["cards.toml"]
    (said,) = column(find_table(result, "changes"), "change")
    assert text.startswith(
        "# Balanced by ludus: no card and no patron is to carry more than 64 % of wins.\n# Imprisonment: "
    )
    assert said in text
    assert text.endswith(BASE.read_text()[-400:])


def test_games_are_counted_and_lead_to_the_new_file(made_report):
    _, result = made_report
    log = sum(column(find_table(result, "search"), "games"))
    assert result.facts["games"].startswith(f"{log + 2 * 4000 + 2 * 1000:,} in all")
    assert result.facts["new content"] != result.facts["old content"]
    assert all("cards=new/cards.toml" in command for command in result.commands().values())
    assert "Imprisonment" in result.figures()["balance.svg"].svg


def test_the_same_seed_makes_the_same_file_on_any_number_of_threads(design_request, changed_file):
    file, asks = changed_file({"cards.imprisonment.play": 30}), TributeMakeOptions(**FAST | {"search_games": 200})
    one, two = (make(asks, design_request(400, threads=threads, cards=file)) for threads in (1, 3))
    assert (one.text_files(), one.answer, one.facts, one.figures()) == (
        two.text_files(),
        two.answer,
        two.facts,
        two.figures(),
    )
    assert [entry.rows for entry in one.tables()] == [entry.rows for entry in two.tables()]
    assert find_table(one, "changes").rows


def test_a_file_with_nothing_above_stays_as_it_is(design_request):
    result = make(TributeMakeOptions(**FAST), design_request(400))
    *_, said = result.answer
    assert not missing(said, "Nothing to change", "64 %")
    assert result.text_files()["cards.toml"] == Path(BASE).read_text()
    assert result.facts["old content"] == result.facts["new content"]
    assert result.figures() == {}


def test_a_target_that_is_not_reached_is_reported_with_the_reason(design_request, changed_file):
    file = changed_file({"cards.imprisonment.play": 20})
    result = make(TributeMakeOptions(**FAST | {"steps": 2, "penalty": 0.0}), design_request(800, cards=file))
    assert not missing(result.answer[-1], "NOT reached")
    left = find_table(result, "left")
    assert column(left, "name") == ["imprisonment"]
    assert "penalty" in column(left, "why")[0] or "--steps 2" in column(left, "why")[0]


def test_files_are_judged_on_deals_that_no_choice_saw(design_request, changed_file, monkeypatch):
    """Each bot that judges has deals of its own, the same for the old file and the new one."""
    file, run = changed_file({"cards.imprisonment.play": 30}), _FileBalanceRun
    with record_deals() as played:
        monkeypatch.setattr(run, "search", played.within("search")(run.search))
        monkeypatch.setattr(run, "validate", played.within("validation")(run.validate))
        result = make(TributeMakeOptions(**FAST | {"search_games": 200}), design_request(400, cards=file))
    assert len(find_table(result, "judges").rows) == 4, "two bots judge both files"
    assert played.deals["search"]
    assert played.shared_by("validation", "search") == set()
    assert len(played.deals["validation"]) == 400 // 2 + 100 // 2


def test_targets_that_make_no_sense_are_refused(design_request):
    with pytest.raises(OptionError, match="say what to aim at: --balance"):
        make(TributeMakeOptions(), design_request(100))
    with pytest.raises(OptionError, match=mentions("shopper", "judge")):
        make(TributeMakeOptions(balance=True, hold_out="shopper"), design_request(100))
    with pytest.raises(OptionError, match=mentions("--hold-out", "different")):
        make(TributeMakeOptions(balance=True, hold_out="random-no-end random-no-end"), design_request(100))


def test_a_penalty_above_all_gain_changes_nothing_and_says_so(design_request, changed_file):
    file = changed_file({"cards.imprisonment.play": 20})
    result = make(TributeMakeOptions(**FAST | {"steps": 1, "penalty": 10.0}), design_request(800, cards=file))
    assert not missing(result.answer[-1], "penalty", "nothing is changed")
    (why,) = column(find_table(result, "left"), "why")
    assert not missing(why, "more steps", "penalty")
    assert result.text_files()["cards.toml"] == Path(file).read_text()


def test_an_undecided_target_names_a_number_of_games_that_is_fixed_before():
    undecided = SimpleNamespace(above=set(), undecided=["a card"], validator="a bot")
    assert "fixed before" in target_verdict([undecided])
