"""`ludus inspect locm --change`: the answer says first whether a card is stronger or weaker, by the one judgement."""

import pytest

from ludus.design.locm.inspect import inspect
from ludus.design.locm.options import LocmInspectOptions
from tests.messages import missing

FAST = "random+greedy"


@pytest.fixture
def what_if(design_request, small_list):
    """what_if("8.cost=12") is the report on a change in a list of sixty cards, which may be changed already."""

    def ask(change, games=4000, changes=None):
        options = LocmInspectOptions(players=FAST, choosers=FAST, change=change)
        return inspect([small_list(changes)], options, design_request(games))

    return ask


def verdicts(report):
    """By measure, the verdict in the table of the changed cards."""
    table = next(part for part in report.parts if getattr(part, "name", "") == "changed")
    what, verdict = ([column.name for column in table.columns].index(name) for name in ("what", "verdict"))
    return {row[what]: row[verdict] for row in table.rows}


def test_a_card_that_costs_far_more_is_weaker_than_before(what_if):
    report = what_if("8.cost=12")
    assert report.answer[0].startswith("Psyshroom is weaker than before: ")
    assert not missing(report.answer[0], "decks that drafted it win", "before", "corrected for")
    assert verdicts(report)["won when drafted"] == "surely less"


def test_a_card_that_gets_huge_is_stronger_than_before(what_if):
    report = what_if("8.attack=12,8.defense=12,8.cost=0")
    assert report.answer[0].startswith("Psyshroom is stronger than before: ")
    assert verdicts(report)["won when drafted"] == "surely more"


def test_a_change_that_the_games_do_not_decide_is_undecided(what_if):
    report = what_if("8.defense=4", games=300)
    assert report.answer[0].startswith("Whether Psyshroom is stronger or weaker than before is undecided: ")
    assert verdicts(report)["won when drafted"] == "undecided"


def test_a_card_that_is_hardly_played_on_both_lists_gets_no_judgement(what_if):
    report = what_if("8.attack=9", games=400, changes={8: {"cost": 13}})
    assert report.answer[0].startswith("No judgement on Psyshroom: ")
    assert verdicts(report)["won when drafted"] == "no judgement"


def test_every_changed_card_has_its_sentence_first(what_if):
    report = what_if("7.cost=12,8.cost=12", games=400)
    assert ["Rootkin Sapling" in report.answer[0], "Psyshroom" in report.answer[1]] == [True, True]
