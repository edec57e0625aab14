"""`ludus inspect tribute`: one card file in full, two side by side."""

import re
import shlex

import pytest

from ludus.arena.runner import replay_game
from ludus.core.game_registry import load_game
from ludus.design.base.designer import find_designer
from ludus.design.base.svg_charts import GREEN, GREY, RED
from ludus.design.tribute.inspect import inspect
from ludus.design.tribute.options import TributeInspectOptions
from ludus.games.tribute.card_text import display_name
from ludus.util.errors import LudusError
from tests.messages import missing
from tests.report.interval_bounds import wrong_intervals

FEW = TributeInspectOptions(players="random-no-end", ladder="random random-no-end", most=51.0)
GAMES = 1000


def find_table(result, name):
    return next(find_table for find_table in result.tables() if find_table.name == name)


def column(table, name):
    place = [entry.name for entry in table.columns].index(name)
    return [row[place] for row in table.rows]


@pytest.fixture(scope="module")
def result(design_request):
    return inspect(["official"], FEW, design_request(GAMES))


def test_the_game_has_a_designer():
    assert find_designer("tribute").inspect_options is TributeInspectOptions


def test_the_report_says_why_a_seldom_taken_card_can_be_judged(result):
    assert any("It need not take it often" in note for note in result.parts if isinstance(note, str))


def test_every_patron_and_every_card_of_the_tavern_is_listed_with_its_interval(result):
    cards, patrons = find_table(result, "cards"), find_table(result, "patrons")
    assert len(cards.rows) == 113
    assert len(patrons.rows) == 10
    for strength in column(patrons, "strength"):
        assert strength.low <= strength.value <= strength.high
    known = [strength.value for strength in column(cards, "strength") if strength.count]
    assert known == sorted(known, reverse=True)
    assert set(column(cards, "verdict")) <= {"above", "not above", "undecided", "no judgement"}


def test_sentences_tables_and_colours_of_a_file_come_from_one_judgement(result):
    patrons, cards = find_table(result, "patrons"), find_table(result, "cards")
    for table in (patrons, cards):
        for verdict, strength, corrected in zip(
            column(table, "verdict"), column(table, "strength"), column(table, "corrected"), strict=True
        ):
            if verdict == "no judgement":
                assert corrected is None
                continue
            assert corrected.low <= strength.low <= strength.high <= corrected.high
            side = "above" if corrected.low > 0.51 else "not above" if corrected.high <= 0.51 else "undecided"
            assert verdict == side
    colours = {"above": RED, "not above": GREEN, "undecided": GREY}
    svg = result.figures()["patrons.svg"].svg
    for name, verdict in zip(column(patrons, "patron"), column(patrons, "verdict"), strict=True):
        bar = svg.split(f"<title>{display_name(name)}: ")[1].split("</g>")[0]
        assert f'fill="{colours[verdict]}"' in bar
    above = [name for table in (patrons, cards) for name, *rest in table.rows if "above" in rest]
    assert bool(above) == any(line.startswith("Surely carries more") for line in result.answer)


def test_use_of_cards_comes_first_and_names_what_the_ruler_cannot_judge(result):
    use = result.tables()[0]
    assert use.name == "use"
    unjudged = [row[0] for row in use.rows if row[1] == "no judgement"]
    cards = find_table(result, "cards")
    assert set(unjudged) == {row[0] for row in cards.rows if "no judgement" in row}
    assert unjudged
    assert result.answer[0].startswith("No judgement on")
    judged = [row[2].value for row in use.rows if row[1] != "no judgement"]
    assert judged == sorted(judged)


def test_absurdly_strong_cards_are_noticed_or_named_as_not_judged(design_request, tmp_path):
    (tmp_path / "own.toml").write_text(
        """version = 1
extends = "tribute"

[cards.windfall]
deck = "hlaalu"
type = "action"
cost = 1
play = "prestige 30"
copies = 3

[cards.citadel]
deck = "hlaalu"
type = "agent"
cost = 2
health = 9
play = "power 15"
copies = 3

[cards.far_away]
deck = "hlaalu"
type = "action"
cost = 60
play = "prestige 60"
copies = 1
"""
    )
    result = inspect([str(tmp_path / "own.toml")], FEW, design_request(4 * GAMES))
    verdicts = dict(
        zip(column(find_table(result, "cards"), "card"), column(find_table(result, "cards"), "verdict"), strict=True)
    )
    assert (verdicts["windfall"], verdicts["citadel"], verdicts["far_away"]) == ("above", "above", "no judgement")


def test_all_intervals_stay_within_their_bounds(result):
    assert wrong_intervals(result) == []


def test_seats_ends_length_and_ladder_are_reported(result):
    measures = dict(
        zip(
            column(find_table(result, "measures"), "measure"),
            column(find_table(result, "measures"), "file_1"),
            strict=True,
        )
    )
    ends = [entry.value for name, entry in measures.items() if name.startswith("ends by")]
    assert sum(ends) == pytest.approx(1)
    assert 0.3 < measures["won from the first seat"].value < 0.7
    assert measures["spread of the ladder"].value > 0.3  # one of them never ends its turn before it has to
    assert column(find_table(result, "length"), "file_1")[0].value > 20
    (random, better) = column(find_table(result, "ladder"), "wins")
    assert random.value + better.value == pytest.approx(1)


def test_pictures_show_cards_and_patrons(result):
    cards, patrons = result.figures()["cards.svg"].svg, result.figures()["patrons.svg"].svg
    assert cards.count("<circle") > 50
    assert "Saint Alessia" in patrons
    assert "nan" not in cards + patrons


def test_every_number_leads_to_a_game(result):
    assert not missing(result.commands(), "prestige over 40", "not matched")
    assert "random against random-no-end" in result.commands()
    taken = [command for what, command in result.commands().items() if what.endswith("is taken and wins")]
    assert taken
    for command in result.commands().values():
        assert re.match(r"ludus match tribute \S+ \S+ --seed \d+ -n 0 --game \d+ --save-replay", command)


def test_a_game_behind_a_number_is_the_one_that_was_counted(result):
    from ludus.arena.match_spec import Match
    from ludus.bots import load_bot

    game = load_game("tribute")
    what, command = next(entry for entry in result.commands().items() if entry[0].endswith("is taken and wins"))
    words = shlex.split(command)
    seed, number = int(words[words.index("--seed") + 1]), int(words[words.index("--game") + 1])
    position = replay_game(Match(game, game.content(), [load_bot(game, "shopper")] * 2, seed), number)
    keys = {display_name(key): key for key in game.content().labels.cards}
    key = keys[what.removesuffix(" is taken and wins")]
    takers = {event.seat for event in position.history if re.match(rf"(BUY|PICK) {key}#", event.text)}
    assert position.result.winner in takers


def test_the_answer_is_the_same_on_any_number_of_threads(result, design_request):
    again = inspect(["official"], FEW, design_request(GAMES, threads=3))
    assert (again.answer, again.tables(), again.figures(), again.commands(), again.facts) == (
        result.answer,
        result.tables(),
        result.figures(),
        result.commands(),
        result.facts,
    )


def test_two_files_are_compared_with_their_differences(result, design_request, changed_file):
    file = changed_file({"cards.blackmail.play": 20})
    both = inspect(["official", file], FEW, design_request(GAMES))
    cards = find_table(both, "cards")
    assert column(cards, "card")[0] == "blackmail"  # the largest difference comes first
    assert column(cards, "difference")[0].low > 0
    assert column(find_table(both, "measures"), "file_1") == column(find_table(result, "measures"), "file_1")
    assert [entry.title for entry in cards.columns[1:3]] == ["official", file]
    assert both.answer[0].startswith("Blackmail is stronger than before: who takes it instead of another wins")
    assert not missing(both.answer[0], "before (+", "corrected for")
    assert any(f"cards={file}" in command for command in both.commands().values())


def test_an_edit_that_the_games_do_not_decide_is_undecided_and_more_games_are_offered(design_request, changed_file):
    both = inspect(["official", changed_file({"cards.blackmail.cost": 4})], FEW, design_request(400))
    assert both.answer[0].startswith("Whether Blackmail is stronger or weaker than before is undecided")
    assert not missing(both.answer[1], "More games", "1,600 instead of 400", "--seed")


def test_a_file_with_other_cards_is_compared_by_what_both_have(design_request, tmp_path):
    text = (
        'version = 1\nextends = "tribute"\n\n[cards.windfall]\ndeck = "treasury"\ntype = "contract action"\ncost = 1\n'
    )
    (tmp_path / "more.toml").write_text(text + 'play = "power 9"\ncopies = 9\n')
    cards = find_table(inspect(["official", str(tmp_path / "more.toml")], FEW, design_request(200)), "cards")
    last = cards.rows[column(cards, "card").index("windfall")]
    assert (last[1], last[3]) == (None, None)
    assert last[2].count


@pytest.mark.parametrize(
    ("words", "asks", "options", "said"),
    [
        (["missing.toml"], {}, {}, "missing.toml: there is no such card file; paths begin in"),
        (["offical"], {}, {}, "Did you mean `official`?"),
        (["official"] * 2, {}, {}, "named twice"),
        (["official"] * 3, {}, {}, "one card file, or two"),
        (["official"], {}, {"cards": "x.toml"}, "-o cards"),
        (["official"], {"players": "a b c"}, {}, "--players takes one player or two"),
        (["official"], {"ladder": "random"}, {}, "--ladder takes two or more"),
        (["official"], {"ruler": "nobody"}, {}, "no bot of tribute named 'nobody'"),
    ],
)
def test_wrong_input_is_refused_with_a_reason(design_request, words, asks, options, said):
    with pytest.raises(LudusError, match=re.escape(said)):
        inspect(words, TributeInspectOptions(**asks), design_request(20, **options))
