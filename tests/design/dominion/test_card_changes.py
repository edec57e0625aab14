"""`ludus inspect dominion --original`: changed cards against the game's own cards of the same names."""

import pytest

from ludus.design.base.card_use import CardUse, CardUses
from ludus.design.dominion.card_changes import (
    LISTS,
    RIVAL,
    MeasuredChanges,
    _alone_sentences,
    _first_sentences,
    _next_sentences,
    _use_table,
    judge_changes,
)
from ludus.design.dominion.card_use import ANY_CARD_BOT, KingdomUse, RivalComparison, find_rival, find_taker
from ludus.design.dominion.inspect import inspect
from ludus.design.dominion.inspect_report import KingdomMeasurement
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.options import DominionInspectOptions
from ludus.stats import Estimate
from ludus.util.errors import OptionError
from tests.cases import each
from tests.messages import missing
from tests.report.interval_bounds import wrong_intervals

BARELY = (0.5, 0.47, 0.53), (0.55, 0.52, 0.58)  # the difference has a 95 % interval above 0, just so
ORIGINAL = DominionInspectOptions(ladder="random earl", original=True)
MARKET = """
[Market]
cost = 5
types = ["Action"]
cards = 1
actions = 1
buys = 1
coins = COINS
"""


def table(result, name):
    return next(table for table in result.tables() if table.name == name)


@pytest.fixture
def market(tmp_path):
    """Returns the path of a card file with a Market that gives this many coins."""

    def write(coins, name="mine"):
        path = tmp_path / f"{name}.toml"
        path.write_text(MARKET.replace("COINS", str(coins)))
        return str(path)

    return write


def test_a_broken_card_is_found_out(design_request, market):
    result = inspect(["first-game"], ORIGINAL, design_request(games=60, cards=market(9)))
    use = table(result, "use")
    assert result.tables()[0] is use
    assert {row[0] for row in use.rows} == {"Market"}
    rows = {row[1]: row for row in use.rows}
    assert rows["taken by steward"][2].value > 0.5
    _, _, before, after, difference, corrected, verdict = rows["steward wins if it alone takes it"]
    assert before.low < 0.6
    assert after.low > 0.7
    assert 0 < corrected.low < difference.low
    assert verdict == "surely higher"
    measures = {row[0]: row for row in table(result, "measures").rows}
    assert set(measures) == set(MEASURES)
    assert measures["turns"][-1] == "surely lower"
    assert result.answer[0].startswith("Market is stronger than before: steward"), "the answer comes first"
    assert any(
        sentence.startswith("Market: if steward alone takes it, it surely wins more") for sentence in result.answer
    )
    (against,) = [row for row in use.rows if row[1].startswith("steward wins against ")]
    assert against[-1] == "surely higher"
    assert wrong_intervals(result) == []


def test_a_change_that_only_its_own_interval_shows_is_not_sure():
    """Sentence, table and all verdicts are one family: 95 % intervals alone decide nothing."""
    changes = measured_changes(alone=BARELY)
    judged = judge_changes(changes)
    key = "alone", "Market"
    assert judged.comparisons == len(MEASURES) + len(BOTS) + 2
    assert judged.estimates[key].low > 0
    assert judged.side(key) == "undecided"
    (sentence,) = _alone_sentences(changes, judged)
    assert "does not surely win more or less often" in sentence
    row = _use_table(changes, judged).rows[-1]
    assert row[-1] == "undecided"
    assert row[-2].low < 0 < row[-2].high


def test_a_card_that_everybody_takes_is_explained_and_higher_costs_are_proposed():
    """Both sides take it in every game: nobody has it alone, but against a bot that never buys it, it wins more."""
    taken = {ANY_CARD_BOT: (0.78, 1.0), "drew": (0.59, 0.27), "earl": (0.09, 0.09), "big-money": (0.0, 0.0)}
    changes = measured_changes(taken, alone=(BARELY[0], None), costs=(5, 2), won=(0.67, 0.81))
    judged = judge_changes(changes)
    strength, use = _first_sentences(changes, judged)
    assert not missing(strength, "Market is stronger than before", "against big-money, which never takes it")
    assert not missing(use, "surely more often by steward 78.0 %", "→ 100.0 %", "surely less often by drew")
    assert not missing(use, "in nearly every game now", "earl and big-money still seldom do")
    assert verdicts(changes, judged)["taken by steward"] == "surely higher"
    (alone,) = _alone_sentences(changes, judged)
    assert not missing(alone, "cannot be compared", "after, both sides take it", "before it wins 50.0 %")
    assert _next_sentences(changes, judged, 1000) == ["To try next: Market for 3 or 4 coins instead of 2."]


def test_one_bot_that_never_takes_a_card_is_singular():
    taken = {ANY_CARD_BOT: (0.78, 1.0), "drew": (0.59, 0.27), "earl": (0.5, 0.5), "big-money": (0.0, 0.0)}
    changes = measured_changes(taken, alone=(BARELY[0], None), costs=(5, 2), won=(0.67, 0.81))
    _, use = _first_sentences(changes, judge_changes(changes))
    assert "big-money still seldom does: it buys by rules of its own." in use


def test_a_card_that_nobody_takes_any_more_is_said_first_and_lower_costs_are_proposed():
    taken = {ANY_CARD_BOT: (0.78, 0.03), "drew": (0.59, 0.02), "earl": (0.09, 0.0), "big-money": (0.0, 0.0)}
    changes = measured_changes(taken, alone=(BARELY[0], None), costs=(5, 8), won=(0.67, 0.68))
    judged = judge_changes(changes)
    use, strength = _first_sentences(changes, judged)
    assert not missing(
        use, "No bot but random takes Market in 25 % of its games or more now", "surely less often by steward"
    )
    assert strength.startswith("Whether Market is stronger or weaker than before is undecided")
    assert "after, neither side takes it" in _alone_sentences(changes, judged)[0]
    assert _next_sentences(changes, judged, 1000) == ["To try next: Market for 7 or 6 coins instead of 8."]


def test_an_undecided_card_gets_the_offer_of_more_games():
    changes = measured_changes(alone=BARELY)
    judged = judge_changes(changes)
    assert judged.side(RIVAL) == "undecided"
    (sentence,) = _next_sentences(changes, judged, 1000)
    assert not missing(sentence, "More games", "4,000 instead of 1,000", "-n 4000 --seed")


def test_the_bot_that_takes_a_card_least_is_the_rival_and_random_is_none():
    uses = kingdom_uses(
        {ANY_CARD_BOT: (0.1, 0.2), "chuck": (0.5, 0.6), "earl": (0.2, 0.1), "random": (0, 0)}, (None, None)
    )
    assert (find_taker(uses, ["Market"]), find_rival(uses, ["Market"])) == ("chuck", "earl")
    uses = kingdom_uses({ANY_CARD_BOT: (0.9, 0.2), "chuck": (0.5, 0.6), "random": (0, 0)}, (None, None))
    assert (find_taker(uses, ["Market"]), find_rival(uses, ["Market"])) == (ANY_CARD_BOT, None)


BOTS = {ANY_CARD_BOT: (0.78, 0.8), "drew": (0.5, 0.5), "earl": (0.1, 0.1), "big-money": (0.0, 0.0)}


def measured_changes(taken=None, alone=BARELY, costs=(5, 5), won=(0.67, 0.68)):
    """Changes of Market: how often bots take it, wins of who alone takes it, and wins against big-money."""
    measured = [kingdom_measurement(name) for name in LISTS]
    before, after = won
    difference = Estimate(after - before, after - before - 0.03, after - before + 0.03, 1000)
    against = RivalComparison(ANY_CARD_BOT, "big-money", share(before, 0.02), share(after, 0.02), difference)
    uses = kingdom_uses(taken or BOTS, alone)
    return MeasuredChanges(measured, uses, ["Market"], {"Market": costs}, ["earl", "drew"], ANY_CARD_BOT, against)


def kingdom_uses(taken, alone):
    return [
        KingdomUse(
            CardUses(
                ["earl", "drew"],
                {bot: {"Market": CardUse(share(both[k]), share(both[k]))} for bot, both in taken.items()},
            ),
            {"Market": Estimate(*alone[k], 900)} if alone[k] else {},
        )
        for k in range(2)
    ]


def share(value, half=0.03):
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), 500)


def verdicts(changes, judged):
    """By what is measured, the verdict in the table of use."""
    return {row[1]: row[-1] for row in _use_table(changes, judged).rows}


def kingdom_measurement(name):
    same = {measure: Estimate(0.4, 0.35, 0.45, 100) for measure in MEASURES}
    return KingdomMeasurement(name, (), same, 0, None, None)


@each(
    ("words", "coins", "match"),
    (
        (["first-game"], 1, "no card"),
        (["first-game", "big-money"], 2, "one kingdom"),
        (["Adventurer,Cellar,Chapel,Feast,Festival,Gardens,Moat,Mine,Militia,Witch"], 2, "no card .* Market: name"),
        (["first-game"], None, "-o cards"),
    ),
)
def test_without_a_changed_card_of_the_game_there_is_nothing_to_compare(design_request, market, words, coins, match):
    options = {} if coins is None else {"cards": market(coins)}
    with pytest.raises(OptionError, match=match):
        inspect(words, ORIGINAL, design_request(games=20, **options))


def test_a_new_card_has_no_original(design_request, tmp_path):
    path = tmp_path / "new.toml"
    path.write_text('[Bazaar]\ncost = 5\ntypes = ["Action"]\ncards = 1\n')
    kingdom = "Bazaar,Cellar,Chapel,Feast,Festival,Gardens,Moat,Mine,Militia,Witch"
    with pytest.raises(OptionError, match="Bazaar"):
        inspect([kingdom], ORIGINAL, design_request(games=20, cards=str(path)))
