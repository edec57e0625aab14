"""`ludus inspect dominion --original`: changed cards against the game's own cards of the same names."""

import pytest

from ludus.design.base.card_use import CardUses
from ludus.design.dominion.card_changes import LISTS, _alone_sentences, _judge_changes, _use_table
from ludus.design.dominion.card_use import KingdomUse
from ludus.design.dominion.inspect import inspect
from ludus.design.dominion.inspect_report import KingdomMeasurement
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.options import DominionInspectOptions
from ludus.stats import Estimate
from ludus.util.errors import OptionError
from tests.cases import each
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
    assert result.answer[0].startswith("Market: if steward alone takes it, it surely wins more often"), (
        "the answer comes first"
    )
    assert wrong_intervals(result) == []


def test_a_change_that_only_its_own_interval_shows_is_not_sure():
    """Sentence, table and the verdicts on all measures are one family: 95 % intervals alone decide nothing."""
    measured = [kingdom_measurement(name) for name in LISTS]
    uses = [KingdomUse(CardUses([], {}), {"Market": Estimate(*share, 900)}) for share in BARELY]
    judged = _judge_changes(measured, uses, ["Market"])
    key = "alone", "Market"
    assert judged.comparisons == len(MEASURES) + 1
    assert judged.estimates[key].low > 0
    assert judged.side(key) == "undecided"
    (sentence,) = _alone_sentences(uses, ["Market"], judged)
    assert "does not surely win more or less often" in sentence
    (row,) = _use_table(uses, ["Market"], judged).rows
    assert row[-1] == "undecided"
    assert row[-2].low < 0 < row[-2].high


def kingdom_measurement(name):
    same = {measure: Estimate(0.4, 0.35, 0.45, 100) for measure in MEASURES}
    return KingdomMeasurement(name, (), same, 0, None, None)


@each(
    ("words", "coins", "match"),
    (
        (["first-game"], 1, "no card"),
        (["first-game", "big-money"], 2, "one kingdom"),
        (["Adventurer,Cellar,Chapel,Feast,Festival,Gardens,Moat,Mine,Militia,Witch"], 2, "no card"),
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
