"""`ludus inspect tribute`: one card file in full, two side by side."""

import re
import shlex

import pytest

from ludus.arena.runner import replay_game
from ludus.core.registry import load_game
from ludus.design.base.designer import find_designer
from ludus.design.tribute.inspect import inspect
from ludus.design.tribute.options import TributeInspectOptions
from ludus.games.tribute.card_text import display_name
from ludus.util.errors import LudusError

FEW = TributeInspectOptions(players="random-no-end", ladder="random random-no-end", most=51.0)
GAMES = 1000


def sheet(found, name):
    return next(sheet for sheet in found.tables if sheet.name == name)


def column(table, name):
    place = [each.name for each in table.columns].index(name)
    return [row[place] for row in table.rows]


@pytest.fixture(scope="module")
def found(order):
    return inspect(["official"], FEW, order(GAMES))


def test_the_game_has_a_designer():
    assert find_designer("tribute").inspect_options is TributeInspectOptions


def test_every_patron_and_every_card_of_the_tavern_is_told_with_its_interval(found):
    cards, patrons = sheet(found, "cards"), sheet(found, "patrons")
    assert len(cards.rows) == 113
    assert len(patrons.rows) == 10
    for strength in column(patrons, "strength"):
        assert strength.low <= strength.value <= strength.high
    known = [strength.value for strength in column(cards, "strength") if strength.count]
    assert known == sorted(known, reverse=True)
    assert set(column(cards, "verdict")) <= {"above", "", "too few games"}


def test_seats_ends_length_and_ladder_are_told(found):
    measures = dict(
        zip(column(sheet(found, "measures"), "measure"), column(sheet(found, "measures"), "file_1"), strict=True)
    )
    ends = [each.value for name, each in measures.items() if name.startswith("ends by")]
    assert sum(ends) == pytest.approx(1)
    assert 0.3 < measures["won from the first seat"].value < 0.7
    assert measures["spread of the ladder"].value > 0.3  # one of them never ends its turn before it has to
    assert column(sheet(found, "length"), "file_1")[0].value > 20
    (random, better) = column(sheet(found, "ladder"), "wins")
    assert random.value + better.value == pytest.approx(1)


def test_pictures_show_cards_and_patrons(found):
    cards, patrons = found.pictures["cards.svg"][0], found.pictures["patrons.svg"][0]
    assert cards.count("<circle") > 50
    assert "Saint Alessia" in patrons
    assert "nan" not in cards + patrons


def test_every_number_leads_to_a_game(found):
    assert "a game that ends by prestige over 40 not matched" in found.commands
    assert "random against random-no-end" in found.commands
    taken = [command for what, command in found.commands.items() if what.endswith("is taken and wins")]
    assert taken
    for command in found.commands.values():
        assert re.match(r"ludus match tribute \S+ \S+ --seed \d+ -n 0 --game \d+ --save-replay", command)


def test_a_game_behind_a_number_is_the_one_that_was_counted(found):
    from ludus.arena.match import Match
    from ludus.bots import load_bot

    game = load_game("tribute")
    what, command = next(each for each in found.commands.items() if each[0].endswith("is taken and wins"))
    words = shlex.split(command)
    seed, number = int(words[words.index("--seed") + 1]), int(words[words.index("--game") + 1])
    position = replay_game(Match(game, game.content(), [load_bot(game, "shopper")] * 2, seed), number)
    keys = {display_name(key): key for key in game.content().labels.cards}
    key = keys[what.removesuffix(" is taken and wins")]
    takers = {event.seat for event in position.history if re.match(rf"(BUY|PICK) {key}#", event.text)}
    assert position.result.winner in takers


def test_the_answer_is_the_same_on_any_number_of_threads(found, order):
    again = inspect(["official"], FEW, order(GAMES, threads=3))
    assert (again.answer, again.tables, again.pictures, again.commands, again.facts) == (
        found.answer,
        found.tables,
        found.pictures,
        found.commands,
        found.facts,
    )


def test_two_files_stand_side_by_side_with_their_differences(found, order, changed_file):
    file = changed_file({"cards.blackmail.play": 20})
    both = inspect(["official", file], FEW, order(GAMES))
    cards = sheet(both, "cards")
    assert column(cards, "card")[0] == "blackmail"  # the largest difference comes first
    assert column(cards, "difference")[0].low > 0
    assert column(sheet(both, "measures"), "file_1") == column(sheet(found, "measures"), "file_1")
    assert [each.title for each in cards.columns[1:3]] == ["official", file]
    assert any("Blackmail" in sentence for sentence in both.answer)
    assert any(f"cards={file}" in command for command in both.commands.values())


def test_a_file_with_other_cards_is_compared_by_what_both_have(order, tmp_path):
    text = (
        'version = 1\nextends = "tribute"\n\n[cards.windfall]\ndeck = "treasury"\ntype = "contract action"\ncost = 1\n'
    )
    (tmp_path / "more.toml").write_text(text + 'play = "power 9"\ncopies = 9\n')
    cards = sheet(inspect(["official", str(tmp_path / "more.toml")], FEW, order(200)), "cards")
    last = cards.rows[column(cards, "card").index("windfall")]
    assert (last[1], last[3]) == (None, None)
    assert last[2].count


@pytest.mark.parametrize(
    ("words", "asks", "options", "said"),
    [
        (["missing.toml"], {}, {}, "missing.toml: no such card file"),
        (["offical"], {}, {}, "did you mean `official`?"),
        (["official"] * 2, {}, {}, "named twice"),
        (["official"] * 3, {}, {}, "one card file, or two"),
        (["official"], {}, {"cards": "x.toml"}, "-o cards"),
        (["official"], {"players": "a b c"}, {}, "--players takes one player or two"),
        (["official"], {"ladder": "random"}, {}, "--ladder takes two or more"),
        (["official"], {"ruler": "nobody"}, {}, "no player of tribute named 'nobody'"),
    ],
)
def test_what_is_wrong_is_told(order, words, asks, options, said):
    with pytest.raises(LudusError, match=re.escape(said)):
        inspect(words, TributeInspectOptions(**asks), order(20, **options))
