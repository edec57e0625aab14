"""Card files in an editor: every edit changes one entry and keeps the rest of the text."""

import pytest

from ludus.core.game_registry import load_game
from ludus.design.base.card_files import CARD_FILE
from ludus.design.base.designer import card_games, find_card_format
from ludus.design.base.toml_card_files import read_toml, toml_text
from ludus.util.errors import ContentError, OptionError
from tests.cases import each

GAMES = ("dominion", "locm", "tribute")


@pytest.fixture(params=GAMES)
def card_format(request):
    return find_card_format(request.param)


def cards(card_format, text=None):
    return [entry for entry in card_format.entries(text or card_format.base_text) if entry.kind == "card"]


def card(card_format, key, text=None):
    return next(entry for entry in cards(card_format, text) if entry.key == key)


def test_these_games_have_card_files():
    assert card_games() == list(GAMES)
    with pytest.raises(OptionError, match="locm"):
        find_card_format("delve")


def test_the_games_own_file_is_without_errors_and_unchanged(card_format):
    card_format.check(card_format.base_text, "cards")
    assert card_format.changed_entries(card_format.base_text) == []
    lines = card_format.base_text.splitlines()
    for entry in card_format.entries(card_format.base_text):
        assert entry.key in lines[entry.line - 1]
        declared = {field.key for field in card_format.fields(entry.kind)}
        assert set(entry.values) <= declared


def test_every_card_can_be_changed_and_put_back(card_format):
    base = card_format.base_text
    for entry in cards(card_format)[::7]:
        cost = entry.values.get("cost", 0) % 9 + 1
        changed = card_format.set_value(base, entry.line, "cost", cost)
        assert [other.key for other in card_format.changed_entries(changed)] == [entry.key]
        assert card(card_format, entry.key, changed).values["cost"] == cost
        differing = [pair for pair in zip(base.splitlines(), changed.splitlines(), strict=False) if pair[0] != pair[1]]
        assert differing
        assert card_format.reset(changed, entry.line) == base


def test_a_new_card_and_a_copy_are_accepted_by_the_game(card_format):
    text = card_format.add(card_format.base_text, "card", None)
    text = card_format.add(text, "card", cards(card_format)[0])
    card_format.check(text, "cards")
    new = card_format.changed_entries(text)
    assert [card_format.state(entry) for entry in new] == ["new", "new"]
    without = card_format.remove(card_format.remove(text, new[1].line), new[0].line)
    assert card_format.changed_entries(without) == []


def test_a_wrong_value_stays_in_the_text_with_its_line(card_format):
    entry = cards(card_format)[3]
    text = card_format.set_value(card_format.base_text, entry.line, "cost", 1000)
    with pytest.raises(ContentError) as caught:
        card_format.check(text, "mine")
    assert "cost" in caught.value.field
    assert entry.line <= caught.value.line <= entry.last
    assert "1000" in text.splitlines()[caught.value.line - 1]


def test_an_edit_keeps_comments():
    dominion = find_card_format("dominion")
    market = "# mine\n[Market]  # better\ncost = 5 # was 4\ntypes = [\n  'Action',\n]\n"
    text = market + "# next\n[Moat]\ncost = 2\ntypes=['Action']\n"
    changed = dominion.set_value(text, 2, "cost", 6)
    assert changed == text.replace("cost = 5 # was 4", "cost = 6  # was 4")
    changed = dominion.set_value(text, 2, "types", ["Action", "Attack"])
    assert changed == text.replace("[\n  'Action',\n]", '["Action", "Attack"]')
    assert dominion.rename(text, 2, "Fair").startswith("# mine\n[Fair]  # better\n")
    assert dominion.remove(text, 2) == "# mine\n# next\n[Moat]\ncost = 2\ntypes=['Action']\n"
    locm = find_card_format("locm")
    header, rest = locm.base_text.split("\n", 1)
    noted = f"# my list\r\n{header}\r\n\r\n{rest.splitlines()[0]}\r\n"
    assert (
        locm.set_value(noted, 4, "name", 'A, "B"').splitlines()[3] == '1,"A, ""B""",creature,1,2,1,------,1,0,0,target'
    )
    assert locm.set_value(noted, 4, "cost", 3).count("\r\n") == 4


def test_a_field_with_its_default_leaves_the_file():
    tribute = find_card_format("tribute")
    entry = next(entry for entry in cards(tribute) if entry.values.get("taunt"))
    text = tribute.set_value(tribute.base_text, entry.line, "taunt", False)
    assert "taunt" not in card(tribute, entry.key, text).values
    assert tribute.set_value(text, entry.line, "taunt", True) == tribute.base_text


def test_a_field_of_a_nested_table_is_set():
    tribute = find_card_format("tribute")
    patron = next(entry for entry in tribute.entries(tribute.base_text) if entry.key == "rajhin")
    assert patron.values["price.coins"] == 3
    text = tribute.set_value(tribute.base_text, patron.line, "price.power", 2)
    assert read_toml(text)["patrons"]["rajhin"]["price"] == {"coins": 3, "power": 2}


@each(
    "text",
    (
        "Bazaar = { cost = 5, types = ['Action'] }",
        "Bazaar.cost = 5\nBazaar.types = ['Action']",
    ),
)
def test_a_card_without_a_table_of_its_own_is_listed_but_edited_as_text_only(text):
    dominion = find_card_format("dominion")
    (entry,) = dominion.entries(text)
    assert (entry.key, entry.line, entry.values["cost"]) == ("Bazaar", None, 5)
    with pytest.raises(ContentError):
        dominion.set_value(text, 1, "cost", 6)


def test_an_edit_that_would_damage_the_text_is_refused():
    dominion = find_card_format("dominion")
    text = '[Market]\ndo = ["""\n[Moat]\ncost = 1\n"""]\ncost = 5\ntypes = ["Action"]\n'
    with pytest.raises(ContentError):
        dominion.set_value(text, 1, "cost", 6)
    with pytest.raises(ContentError):
        dominion.rename("[Market]\ncost=5\n[Moat]\ncost=2\n", 1, "Moat")


@each("text", ("[" * 5000, "a = " + "9" * 5000, "a = [" * 3000, "[Market\n", 'x = "\x00"', "a.b = 1\n[a]\nc = 2"))
def test_hostile_toml_is_an_error_and_nothing_else(text):
    with pytest.raises(ContentError):
        find_card_format("dominion").entries(text)
    with pytest.raises(ContentError):
        find_card_format("tribute").check(text, "mine.toml")


def test_an_error_of_the_notation_has_its_line():
    for text in ("[Market]\ncost = 5\ntypes = [Action]\n", "[Market]\ncost = 5\ntypes ="):
        with pytest.raises(ContentError) as caught:
            find_card_format("dominion").entries(text)
        assert caught.value.line == 3


@each("text", ("", "number,name\n", "number;name\n", 'number,"name\n'))
def test_a_list_without_its_columns_is_an_error(text):
    with pytest.raises(ContentError):
        find_card_format("locm").entries(text)


def test_lists_with_errors_are_still_listed():
    locm = find_card_format("locm")
    text = locm.base_text + "x,Odd,creature\n7,Twice,creature,1,1,1,------,0,0,0,target\n"
    assert [entry.title for entry in locm.entries(text)[-2:]] == ["Odd", "Twice"]
    assert locm.set_value(text, 162, "number", 900).splitlines()[161].startswith("900,Odd,creature,")


def test_text_of_toml_is_read_back():
    values = {"a b": ["x", 'quo"te\\', "\x7f\t\u2028"], "n": -3, "yes": True, "t": {"coins": "all"}}
    text = "\n".join(f"{toml_text(key)} = {toml_text(value)}" for key, value in values.items())
    assert read_toml(text) == values


def test_changed_cards_appear_in_the_game_to_play(card_format, tmp_path):
    entry = cards(card_format)[12]
    text = card_format.set_value(card_format.base_text, entry.line, "cost", 1)
    file = tmp_path / f"mine{card_format.suffix}"
    file.write_text(text)
    (game,) = (name for name in GAMES if find_card_format(name) is card_format)
    options = card_format.play_options(text)
    content = load_game(game).content(cards=str(file), **options)
    shown = {"locm": "decks", "dominion": "kingdom", "tribute": "patrons"}[game]
    assert entry.values.get("deck", entry.key) in options[shown]
    assert content.options.cards == str(file)


@each(
    ("game", "edits", "content", "asks", "options"),
    (
        ("locm", [("7", "cost", 9)], ["official"], {"change": "7.cost=9"}, {}),
        ("locm", [("7", "kind", "green")], ["7"], {}, {"cards": CARD_FILE}),
        ("dominion", [("Market", "cost", 2)], None, {"original": "true"}, {"cards": CARD_FILE}),
        ("dominion", [("Sentry", "cost", 2)], None, {"original": "true"}, {"cards": CARD_FILE, "edition": "second"}),
        ("tribute", [("conquest", "cost", 1)], ["official", CARD_FILE], {}, {}),
    ),
)
def test_changed_cards_are_measured_against_the_original_ones(game, edits, content, asks, options):
    card_format = find_card_format(game)
    text = card_format.base_text
    for key, field, value in edits:
        text = card_format.set_value(text, card(card_format, key, text).line, field, value)
    plan = card_format.inspect_plan(text)
    assert (plan.asks, plan.options) == (asks, options)
    if content is not None:
        assert plan.content == content
    else:
        assert edits[0][0] in plan.content[0].split(",")
        assert len(plan.content[0].split(",")) == 10
    assert len(plan.cards) == 1
