"""`ludus inspect dominion`: one kingdom in full, several side by side."""

import re
from contextlib import nullcontext

import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base.designer import DesignRequest
from ludus.design.dominion.inspect import inspect
from ludus.design.dominion.measured_card_effects import swap_cards
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.design.dominion.options import DominionInspectOptions, read_kingdoms
from ludus.util.errors import LudusError, OptionError
from tests.cases import each

TEN = "Cellar,Market,Militia,Mine,Moat,Remodel,Smithy,Village,Woodcutter,Workshop"
FEW = DominionInspectOptions(ladder="random chuck earl")


def table(result, name):
    return next(table for table in result.tables() if table.name == name)


@pytest.fixture(scope="module")
def result():
    no_progress = DesignRequest(
        load_game("dominion"), {}, 60, 1, Threads(1), None, lambda what, count: nullcontext(lambda games: None)
    )
    return inspect([TEN], FEW, no_progress)


def test_every_measure_is_reported_with_its_interval(result):
    rows = table(result, "measures").rows
    assert [row[0] for row in rows] == [name for name, measure in MEASURES.items() if measure.share]
    for _, _, estimate in rows:
        assert estimate.low <= estimate.value <= estimate.high
    turns = table(result, "length").rows[0][1]
    assert 10 < turns.value < 40


def test_each_card_is_swapped_for_each_other(result):
    rows = table(result, "swaps").rows
    assert sorted(row[0] for row in rows) == TEN.split(",")
    for _, absence, raiser, raised, lowerer, lowered in rows:
        assert raiser not in TEN.split(",")
        assert lowerer not in TEN.split(",")
        for entry in (absence, raised, lowered):
            assert entry.low <= entry.value <= entry.high


def test_a_card_that_ends_games_early_is_seen_to_do_so(pool):
    """Gardens make games longer: whatever goes for them, turns rise."""
    few, more = KingdomEvaluator(pool, games=20), KingdomEvaluator(pool, games=200)
    swaps = swap_cards(few, more, pool.read("first-game"), "turns", seed=1)
    gardens = pool.names.index("Gardens")
    raised = [swap for swap in swaps if swap.raiser == gardens]
    assert len(raised) >= 7
    assert all(swap.raised.low > 0 for swap in raised)


def test_pictures_show_all_cards_and_all_turns(result):
    swaps, leaders = result.figures()["swaps.svg"].svg, result.figures()["leaders.svg"].svg
    assert all(f">{name}</text>" in swaps for name in TEN.split(","))
    assert swaps.count("<circle") == 20
    assert leaders.count("<polyline") == 2
    assert "nan" not in swaps + leaders


def test_games_to_watch_are_named(result):
    assert "the game with most lead changes" in result.commands()
    for command in result.commands().values():
        assert re.match(r"ludus match dominion earl drew -o kingdom=\S+ --seed \d+ -n 0 --game \d+ --save", command)


def test_the_answer_is_the_same_on_any_number_of_threads(result, design_request):
    again = inspect([TEN], FEW, design_request(60, threads=3))
    assert (again.answer, again.tables(), again.figures(), again.commands()) == (
        result.answer,
        result.tables(),
        result.figures(),
        result.commands(),
    )


def test_several_kingdoms_are_compared(design_request):
    result = inspect(
        ["first-game", TEN.replace("Moat", "Chapel")], DominionInspectOptions(ladder="random earl"), design_request(20)
    )
    columns = [column.title for column in table(result, "measures").columns]
    assert columns[2:] == ["first-game", "Cellar, Chapel, ..."]
    assert len(table(result, "length").rows) == 2


def test_a_kingdom_is_ten_cards_a_set_or_a_file(pool, tmp_path):
    first = pool.read("first-game")
    (tmp_path / "mine.txt").write_text("# mine\n" + TEN.replace(",", "\n") + "  # the last\n")
    assert list(read_kingdoms(pool, [TEN]).values()) == [first]
    assert list(read_kingdoms(pool, TEN.replace(",", ", ").split()).values()) == [first]
    assert read_kingdoms(pool, [str(tmp_path / "mine.txt")]) == {str(tmp_path / "mine.txt"): first}
    assert len(read_kingdoms(pool, ["first-game", "interaction"])) == 2


@each(
    ("words", "asks", "options", "said"),
    [
        (["first-game", TEN], {}, {}, "named twice"),
        (["Cellar,Moat"], {}, {}, "2 cards; a kingdom has 10"),
        (["fist-game"], {}, {}, "neither random, nor a set"),
        ([TEN.replace("Moat", "Mote")], {}, {}, "did you mean Moat"),
        (["first-game"], {"players": "earl"}, {}, "--players takes two players"),
        (["first-game"], {"players": "earl nobody"}, {}, "no bot of dominion named 'nobody'"),
        (["first-game"], {"ladder": "earl"}, {}, "--ladder takes two or more"),
        (["first-game"], {"ladder": "earl earl"}, {}, "--ladder takes two or more"),
        (["first-game"], {"watch": "a b c"}, {}, "--watch takes one player or two"),
        (["first-game"], {"measure": "fun"}, {}, "no measure named 'fun'"),
        (["first-game"], {}, {"seats": "3"}, "games for two"),
        (["first-game"], {}, {"kingdom": "first-game"}, "-o kingdom"),
        (["first-game"], {}, {"edition": "second"}, "not in the second edition"),
        (["missing.txt"], {}, {}, "cannot be read"),
    ],
)
def test_wrong_input_is_refused_with_a_reason(design_request, words, asks, options, said):
    with pytest.raises(LudusError, match=re.escape(said)):
        inspect(words, DominionInspectOptions(**asks), design_request(20, **options))


def test_a_missing_kingdom_is_refused():
    from ludus.design.dominion.kingdom_numbering import KingdomPool

    with pytest.raises(OptionError, match="name a kingdom"):
        read_kingdoms(KingdomPool("first"), [])


def test_swaps_tell_of_leaders_in_the_games_that_are_watched(design_request, monkeypatch):
    played = []

    def swap(few, more, kingdom, name, *rest):
        played.append((list(few.players), list(more.players)))
        raise KeyboardInterrupt

    monkeypatch.setattr("ludus.design.dominion.inspect.swap_cards", swap)
    for measure in ("lead", "wins"):
        with pytest.raises(KeyboardInterrupt):
            inspect(
                [TEN], DominionInspectOptions(ladder="random chuck", measure=measure, watch="chuck"), design_request(20)
            )
    assert played == [(["chuck", "chuck"],) * 2, (["earl", "drew"],) * 2]
