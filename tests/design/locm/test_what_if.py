"""`ludus inspect locm --change`: the answer says first whether a card is stronger or weaker, by the one judgement."""

import numpy as np
import pytest
from msgspec.structs import replace

from ludus.design.locm.card_stats import run_survey
from ludus.design.locm.inspect import inspect
from ludus.design.locm.options import LocmInspectOptions
from ludus.design.locm.parse_card_arguments import apply_changes_text, read_selection
from ludus.design.locm.what_if import _wins, _wins_of_first_draw
from ludus.games.locm.card_edits import with_cards
from ludus.games.locm.card_use_stats import MEASURES
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
    assert not missing(report.answer[0], "the side that draws it first wins", "before", "corrected for")
    assert verdicts(report)["won when drawn first"] == "surely less"
    assert not any("More games" in sentence for sentence in report.answer)


def test_a_card_that_gets_huge_is_stronger_than_before(what_if):
    report = what_if("8.attack=12,8.defense=12,8.cost=0")
    assert report.answer[0].startswith("Psyshroom is stronger than before: ")
    assert verdicts(report)["won when drawn first"] == "surely more"


def test_a_change_that_the_games_do_not_decide_is_undecided(what_if):
    report = what_if("8.defense=4", games=300)
    assert report.answer[0].startswith("Whether Psyshroom is stronger or weaker than before is undecided: ")
    assert verdicts(report)["won when drawn first"] == "undecided"
    assert not missing(report.answer[-1], "More games", "1,200", "--seed"), "what to do next"


def test_a_card_that_is_hardly_played_on_both_lists_gets_no_judgement(what_if):
    report = what_if("8.attack=9", games=400, changes={8: {"cost": 13}})
    assert report.answer[0].startswith("No judgement on Psyshroom: ")
    assert verdicts(report)["won when drawn first"] == "no judgement"


def test_every_changed_card_has_its_sentence_first(what_if):
    report = what_if("7.cost=12,8.cost=12", games=400)
    assert ["Rootkin Sapling" in report.answer[0], "Psyshroom" in report.answer[1]] == [True, True]


def test_the_pick_rate_is_called_no_measure_of_strength(design_request, small_list):
    """weighted picks a changed card by its numbers, the original one by a fixed weight."""
    options = LocmInspectOptions(players=FAST, choosers="weighted")
    report = inspect([small_list(None)], replace(options, change="8.attack=9"), design_request(400))
    (sentence,) = [sentence for sentence in report.answer if "picked by weighted" in sentence]
    assert not missing(sentence, "no measure of strength", "a weight for each official card")


def test_who_draws_a_card_first_is_the_same_with_both_lists(design_request, small_list):
    """A change does nothing before the card is drawn: so games and sides that are compared are the same ones.

    Not so who draws it at all: the stronger card ends games before the other side draws its own.
    """
    request = design_request(4000)
    subject = read_selection([small_list(None)], request)
    cards, (index,) = apply_changes_text(subject.cards, "8.attack=12,8.defense=12,8.cost=0")
    lists = subject.content, with_cards(subject.content, cards)
    before, after = (run_survey(request, content, [FAST] * 2, 4000, 1, "") for content in lists)
    first = [_wins_of_first_draw(survey, index) for survey in (before, after)]
    assert first[0].d.sum() > 1000
    assert np.array_equal(first[0].d, first[1].d)
    assert first[1].x.sum() > first[0].x.sum()
    drawn = [_wins(survey, index, MEASURES.index("drawn")) for survey in (before, after)]
    assert drawn[1].d.sum() < drawn[0].d.sum()
