"""`ludus inspect dominion --original`: changed cards against the game's own cards of the same names."""

import pytest

from ludus.design.dominion.inspect import inspect
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.options import DominionInspectOptions
from ludus.util.errors import OptionError
from tests.cases import each
from tests.report.interval_bounds import wrong_intervals

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
    _, _, before, after, difference = rows["steward wins if it alone takes it"]
    assert before.low < 0.6
    assert after.low > 0.7
    assert difference.low > 0
    measures = {row[0]: row for row in table(result, "measures").rows}
    assert set(measures) == set(MEASURES)
    assert measures["turns"][-1] == "surely lower"
    assert result.answer[0].startswith("Market is stronger"), "the answer comes first"
    assert wrong_intervals(result) == []


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
