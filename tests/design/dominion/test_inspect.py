"""`ludus inspect dominion`: one kingdom in full, several side by side."""

import re
from contextlib import nullcontext

import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base.card_use import MIN_USE, CardUse, CardUses
from ludus.design.base.designer import DesignRequest
from ludus.design.base.svg_charts import GREEN, GREY, RED
from ludus.design.dominion.card_use import KingdomUse, unused_swaps
from ludus.design.dominion.inspect import inspect
from ludus.design.dominion.inspect_report import (
    KingdomJudgement,
    KingdomMeasurement,
    _change_sentences,
    judgement_table,
)
from ludus.design.dominion.measured_card_effects import CardSwap, swap_cards
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.design.dominion.options import DominionInspectOptions, read_kingdoms
from ludus.stats import Estimate, simultaneous_interval
from ludus.util.errors import LudusError, OptionError
from tests.cases import each
from tests.deals import record_deals
from tests.messages import missing
from tests.report.interval_bounds import wrong_intervals

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


def test_all_intervals_stay_within_their_bounds(result):
    assert wrong_intervals(result) == []


def test_each_card_is_swapped_for_each_other(result):
    rows = table(result, "swaps").rows
    assert sorted(row[0] for row in rows) == TEN.split(",")
    for _, absence, _, _, raiser, raised, _, _, lowerer, lowered, _, _ in rows:
        assert raiser not in TEN.split(",")
        assert lowerer not in TEN.split(",")
        for entry in (absence, raised, lowered):
            assert entry.low <= entry.value <= entry.high


def test_sentences_table_and_colours_come_from_one_judgement(design_request):
    """Also where a 95 % interval is on one side of zero, but not the one that is corrected for all comparisons."""
    options = DominionInspectOptions(ladder="random chuck", players="steward big-money")
    result = inspect([TEN], options, design_request(200))
    swaps, judgement = table(result, "swaps"), table(result, "judgement")
    verdicts = {row[0]: row[1:] for row in judgement.rows}
    comparisons = int(re.search(r"corrected for (\d+)", judgement.columns[-1].heading)[1])
    assert comparisons == sum(row[1] != "no judgement" for row in judgement.rows)
    sure, only_alone = [], []
    chart = result.figures()["swaps.svg"].svg
    colours = {"surely higher": GREEN, "surely lower": RED, "undecided": GREY, "no judgement": GREY}
    for card, absence, wide, said, *both in swaps.rows:
        parts = [(f"without {card}", absence, wide, said)]
        parts += [(f"{both[k]} for {card}", *both[k + 1 : k + 4]) for k in (0, 4)]
        for name, change, corrected, verdict in parts:
            assert verdicts[name][0] == verdict
            assert corrected == simultaneous_interval(change, comparisons)
            side = "higher" if corrected.low > 0 else "lower" if corrected.high < 0 else None
            if verdict != "no judgement":
                assert verdict == (f"surely {side}" if side else "undecided")
                sure += [name] * bool(side)
                only_alone += [name] * (not side and (change.low > 0 or change.high < 0))
    assert only_alone  # this kingdom has changes that chance explains
    said = [
        line for line in result.answer if "surely change " in line or re.search(r"1 (card|swap) surely changes", line)
    ]
    assert bool(sure) == bool(said)
    assert not any(" most" in line for line in said)
    assert any("No swap of a card surely changes" in line for line in result.answer) != bool(sure)
    for card, _, _, verdict, *both in swaps.rows:
        bar, *circles = chart.split(f"<title>{card}: ")[1].split("<circle")[:3]
        assert f'fill="{colours[verdict]}"' in bar
        for circle, (other, *_, swap_verdict) in zip(circles, (both[:4], both[4:]), strict=True):
            assert f'fill="{colours[swap_verdict]}"' in circle
            assert f"with {other}: " in circle
    shown = [column.title for column in swaps.columns if column.on_screen]
    assert shown.count("verdict") == 3, "where the number is"
    assert f"corrected for {comparisons} comparisons" in swaps.caption


def test_use_of_cards_comes_first_and_unused_cards_get_no_judgement(result):
    use = result.tables()[0]
    assert use.name == "use"
    unused = {row[0] for row in use.rows if row[1] == "no judgement"}
    for card, _, taken, played, also_taken, also_played, *_ in use.rows:
        shares = [(taken, played), (also_taken, also_played)]
        assert (card in unused) == (not any(min(a.value, b.value) >= MIN_USE for a, b in shares))
    assert unused
    assert result.answer[1].startswith("No judgement on")
    assert {row[0] for row in table(result, "swaps").rows if row[3] == "no judgement"} == unused


def test_who_wins_with_a_card_alone_is_a_hint_and_no_verdict(result):
    """The side that alone took a card differs from the other in more than the card."""
    (hint,) = [line for line in result.answer if "only one side takes a card" in line]
    assert hint.startswith("A hint, and no effect of a card: if steward plays against itself")
    assert not any("alone" in row[0] for row in table(result, "judgement").rows)
    assert not any("Whoever" in line for line in result.answer)
    rows = table(result, "alone").rows
    assert all(f"{wins.in_percent()} ({card})" in hint for card, wins, _ in (rows[0], rows[-1]))
    assert table(result, "alone").caption.startswith("A hint, no verdict and no effect")


def test_swaps_for_a_card_that_the_players_do_not_use_get_no_judgement(pool):
    kingdom, (moat, village) = pool.read("first-game"), (pool.names.index(name) for name in ("Moat", "Village"))
    chapel, laboratory = (pool.names.index(name) for name in ("Chapel", "Laboratory"))
    pairs = [(moat, chapel), (village, laboratory)]
    rules = KingdomEvaluator(pool).options
    unused = unused_swaps(pool, kingdom, pairs, ["big-money", "big-money"], 1, Threads(1), lambda games: None, rules)
    assert unused == set(pairs), "this bot buys no card of a kingdom"
    sure = Estimate(0.2, 0.19, 0.21, 900)
    swaps = [CardSwap(card, sure, other, sure, other, sure) for card, other in pairs]
    often = CardUse(Estimate(1.0, 0.9, 1.0, 900), Estimate(1.0, 0.9, 1.0, 900))
    use = KingdomUse(CardUses(["one"], {"one": dict.fromkeys(pool.write(kingdom), often)}), {})
    measured = KingdomMeasurement("first-game", kingdom, {"wins": sure}, 0, None, None)
    judgement = KingdomJudgement(measured, swaps, use, pool, unused)
    assert {judgement.change_verdict(*pair) for pair in pairs} == {"no judgement"}
    assert judgement.change_verdict(moat, None) == "surely higher"
    assert judgement.comparisons == 3
    (unjudged, cards) = _change_sentences(pool, judgement, "wins")
    assert unjudged.startswith("No judgement on 2 of 2 swaps")
    assert cards.startswith("2 cards surely change")
    whole = KingdomJudgement(measured, swaps, use, pool)
    named = _change_sentences(pool, whole, "wins")[-1]
    assert named.startswith("2 swaps surely change wins")
    assert not missing(named, "Chapel for Moat, by ", "; Laboratory for Village, by ")
    table = judgement_table(pool, whole, ["one", "other"], "wins")
    assert [row[1] for row in table.rows[1:5]] == ["surely higher"] * 4
    assert table.min_open_rows == 5


def test_without_intervals_nothing_is_judged_and_nothing_infinite_is_shown(design_request):
    options = DominionInspectOptions(ladder="random chuck", players="steward random")
    result = inspect(["first-game"], options, design_request(4))
    assert any(line.startswith("No swap of a card could be judged: with so few games") for line in result.answer)
    assert not any("surely changes" in line for line in result.answer)
    cells = [
        column.format(cell)
        for table in result.tables()
        for row in table.rows
        for column, cell in zip(table.columns, row, strict=True)
    ]
    figures = [figure.svg for figure in result.figures().values()]
    assert not [text for text in (*result.answer, *cells, *figures) if re.search(r"[-+\[ ]inf\b", text)]
    assert "no interval" in table(result, "judgement").rows[1][2]


@each(
    ("players", "fields"),
    [
        ("earl drew", "coins = 9\nbuys = 2"),
        ("steward big-money", "coins = 9\nbuys = 2"),
        ("steward steward", "coins = 9\nbuys = 2"),
        ("earl drew", "cards = 7\nactions = 3"),
        ("big-money earl", "cards = 7\nactions = 3"),
        ("earl drew", "coins = 5\nactions = 1\ncards = 1"),
    ],
)
def test_an_absurdly_strong_card_is_noticed_or_named_as_not_judged(design_request, tmp_path, players, fields):
    (tmp_path / "own.toml").write_text(f'[Jackpot]\ncost = 2\ntypes = ["Action"]\n{fields}\n')
    kingdom = TEN.replace("Woodcutter", "Jackpot")
    options = DominionInspectOptions(ladder="random chuck", players=players, measure="turns")
    result = inspect([kingdom], options, design_request(100, cards=str(tmp_path / "own.toml")))
    verdict = {row[0]: row[3] for row in table(result, "swaps").rows}["Jackpot"]
    alone = [line for line in result.answer if line.startswith("A hint, and no effect of a card:")]
    unjudged = [line for line in result.answer if line.startswith("No judgement on")]
    assert verdict.startswith("surely") or any("Jackpot" in line for line in alone + unjudged)
    if verdict == "no judgement":
        assert any("Jackpot" in line for line in unjudged)


def test_a_card_that_ends_games_early_is_seen_to_do_so(pool):
    """Gardens make games longer: whatever goes for them, turns rise."""
    few, more = KingdomEvaluator(pool, games=20), KingdomEvaluator(pool, games=200)
    swaps = swap_cards(few, more, pool.read("first-game"), "turns", seed=1)
    gardens = pool.names.index("Gardens")
    raised = [swap for swap in swaps if swap.raiser == gardens]
    assert len(raised) >= 7
    assert all(swap.raised.low > 0 for swap in raised)


@each("measure", ["turns", "spread", "lead"])
def test_the_best_and_worst_swaps_are_measured_again_with_deals_that_chose_none(pool, measure):
    """The three measures are those of the players' games, of a ladder, and of predicted leaders."""
    few, more = (KingdomEvaluator(pool, games=n, ladder=("chuck", "drew"), led_games=60, epochs=1) for n in (2, 8))
    kingdom, measured, values = pool.read("first-game"), KingdomEvaluator.measure, []

    def listen(evaluator, kingdoms, *rest):
        with played.within("choice" if evaluator is few else "again"):
            found = measured(evaluator, kingdoms, *rest)
        values.append(dict(zip(kingdoms, found[measure][0].tolist(), strict=True)))
        return found

    with record_deals() as played, pytest.MonkeyPatch.context() as patch:
        patch.setattr(KingdomEvaluator, "measure", listen)
        swaps = swap_cards(few, more, kingdom, measure, seed=1)
    assert set(played.deals) == {"choice", "again"}
    assert played.shared_by("choice", "again") == set()
    _, again = values
    for swap in swaps:
        for other, change in ((swap.raiser, swap.raised), (swap.lowerer, swap.lowered)):
            new = tuple(sorted({*kingdom, other} - {swap.card}))
            assert change.value == again[new] - again[kingdom], "what chose a swap is no part of its number"


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
