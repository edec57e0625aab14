"""Kingdoms, editions and custom cards, and the game data that they define."""

import contextlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games.dominion import game
from ludus.games.dominion.card_file import parse_cards, read_cards
from ludus.games.dominion.game_data_records import BY_POINTS, BY_TURNS, GameData
from ludus.games.dominion.options import Options, all_cards, load, recommended_kingdoms
from ludus.games.dominion.state import KINGDOM, SLOTS
from ludus.util.errors import ContentError, OptionError
from tests.cases import each
from tests.messages import mentions, missing

from .positions import begin, pool

TEN = "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, Workshop"
BAZAAR = """
[Bazaar]
cost = 5
types = ["Action"]
cards = 1
actions = 2
coins = 1
"""


def kingdom(content):
    table = GameData.over(content.data)
    return [content.labels.name(table, slot) for slot in range(KINGDOM, SLOTS)]


@pytest.fixture
def file(tmp_path):
    """A function that writes a card file and returns its path."""

    def write(text, name="own.toml"):
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


def test_the_default_is_a_random_kingdom_of_the_first_edition_for_two():
    options = Options()
    assert (options.kingdom, options.edition, options.seats, options.ties, options.cards) == (
        "random",
        "first",
        2,
        "official",
        None,
    )
    here = begin(1)
    assert (here.data.seats, here.data.drawn, here.data.pool_count) == (2, 1, 25)
    assert set(kingdom(here.content)) <= set(pool("first"))
    assert begin(1, edition="second").data.pool_count == 26


def test_another_seed_draws_another_kingdom_and_the_same_seed_the_same():
    first, again, other = (kingdom(begin(seed).content) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_kingdom_is_named_card_by_card_in_any_order_and_spelling():
    names = sorted(TEN.split(", "))
    assert kingdom(load(Options(kingdom=TEN))) == names
    assert kingdom(load(Options(kingdom="; ".join(reversed(names)).upper()))) == names
    spelled = "council room, ThroneRoom, " + ", ".join(names[:8])
    assert {"Council Room", "Throne Room"} < set(kingdom(load(Options(kingdom=spelled))))


@each("name", recommended_kingdoms())
def test_a_kingdom_is_named_by_a_recommended_set(name):
    assert kingdom(load(Options(kingdom=f" {name.upper()} "))) == sorted(recommended_kingdoms()[name])


def test_a_kingdom_may_have_cards_of_the_other_edition():
    mixed = "Bandit, Thief, Sentry, Spy, " + ", ".join(TEN.split(", ")[:6])
    for edition in ("first", "second"):
        assert {"Bandit", "Thief", "Sentry", "Spy"} < set(kingdom(load(Options(kingdom=mixed, edition=edition))))


def test_the_same_kingdom_has_the_same_digest_however_it_was_named():
    one, two = load(Options(kingdom="first-game")), load(Options(kingdom=", ".join(reversed(TEN.split(", ")))))
    assert one.digest == two.digest
    assert one.digest != load(Options(kingdom="first-game", edition="second")).digest  # Mine is another card
    assert one.digest != load(Options(kingdom="first-game", seats=3)).digest


def test_ties_and_the_turn_cap_are_in_the_table():
    for ties, number in (("official", BY_TURNS), ("points", BY_POINTS)):
        table = GameData.over(load(Options(ties=ties, turn_cap=50)).data)
        assert (table.ties, table.turn_cap) == (number, 50)


def test_texts_from_a_command_line_become_options():
    options = game.parse_options({"seats": "4", "turn_cap": "60", "kingdom": "big-money"})
    assert (options.seats, options.turn_cap) == (4, 60)
    assert all(text["description"] for text in msgspec.json.schema(Options)["$defs"]["Options"]["properties"].values())


@each(
    ("options", "says"),
    [
        ({"edition": "third"}, "edition"),
        ({"seats": 1}, "seats"),
        ({"seats": 5}, "seats"),
        ({"turn_cap": 0}, "turn_cap"),
        ({"ties": "coin"}, "ties"),
        ({"colour": "red"}, "there is no option"),
        (
            {"kingdom": "fist-game"},
            "'fist-game' … random … first-game … size-distortion … village-square",
        ),
        ({"kingdom": "Vilage"}, "did you mean Village?"),
        ({"kingdom": TEN.replace("Moat", "Mote")}, "kingdom: … 'Mote' … Moat"),
        ({"kingdom": TEN.replace("Moat", "Gold")}, "kingdom: there is no card 'Gold'"),
        ({"kingdom": TEN.replace("Moat", "mine")}, "kingdom: mine is in it twice"),
        ({"kingdom": TEN + ", Chapel"}, "kingdom: 11 cards; a kingdom has 10"),
        ({"kingdom": "Moat, Mine"}, "kingdom: 2 cards; a kingdom has 10"),
        ({"kingdom": ""}, "kingdom: 0 cards; a kingdom has 10"),
    ],
)
def test_impossible_options_are_refused_with_a_reason(options, says):
    with pytest.raises(OptionError) as error:
        game.content(**options)
    assert not missing(error.value, says)


@given(st.text(alphabet="VilageMotChp, ;'", max_size=60))
def test_any_text_of_a_kingdom_is_right_or_an_option_error(text):
    with contextlib.suppress(OptionError):
        load(Options(kingdom=text))


# Custom cards


def test_a_file_adds_cards_that_kingdoms_may_name_and_random_ones_draw(file):
    path = file(BAZAAR)
    content = load(Options(cards=path, kingdom=TEN.replace("Village", "bazaar")))
    assert "Bazaar" in kingdom(content)
    table = GameData.over(content.data)
    card = table.cards[KINGDOM + kingdom(content).index("Bazaar")]
    assert (card.cost, card.cards, card.actions, card.buys, card.coins) == (5, 1, 2, 0, 1)
    assert GameData.over(load(Options(cards=path)).data).pool_count == 26
    assert any("Bazaar" in kingdom(begin(seed, cards=path).content) for seed in range(20))


def test_a_custom_card_replaces_the_card_of_its_name(file):
    path = file('["Vil lage"]\ncost = 1\ntypes = ["Action"]\nactions = 9\n')
    content = load(Options(cards=path, kingdom=TEN))
    card = GameData.over(content.data).cards[KINGDOM + kingdom(content).index("Vil lage")]
    assert (card.cost, card.actions) == (1, 9)
    assert "Village" not in kingdom(content)
    assert len(all_cards(Options(cards=path))) == len(all_cards(Options()))


def test_editions_say_where_a_card_belongs_and_what_differs(file):
    path = file(BAZAAR + 'editions = ["second"]\nsecond = { cost = 4, do = ["draw 1"] }\n')
    assert GameData.over(load(Options(cards=path)).data).pool_count == 25
    assert GameData.over(load(Options(cards=path, edition="second")).data).pool_count == 27
    costs = [read_cards(path, edition)["Bazaar"].facts.cost for edition in ("first", "second")]
    assert costs == [5, 4]


def test_the_same_cards_in_another_file_have_the_same_digest(file):
    named = TEN.replace("Village", "Bazaar")
    one = load(Options(cards=file(BAZAAR), kingdom=named))
    two = load(Options(cards=file("# mine\n" + BAZAAR, "other.toml"), kingdom=named))
    assert one.digest == two.digest


@each(
    ("text", "line", "field", "says"),
    [
        ("", None, None, "no card … [Bazaar]"),
        ("[Bazaar\n", 1, None, "TOML … ']' … column 8"),
        ("\nBazaar = 3\n", 2, None, "Bazaar = 3 … [Bazaar]"),
        (
            BAZAAR + BAZAAR.replace("Bazaar", "Ba-zaar"),
            9,
            None,
            "Bazaar (line 2) and Ba-zaar (line 9) are the same name",
        ),
        ("\n['Big Bazaar']\ncost = 5\n", 2, None, "the card lacks 'types'"),
        (BAZAAR + "colour = 3\n", 8, "colour", "field 'colour' … cost … actions"),
        (BAZAAR.replace("5", "50"), 3, "cost", "a whole number, at most 20"),
        (BAZAAR + BAZAAR.replace("Bazaar", "Stall").replace("5", "true"), 10, "cost", "a whole number"),
        (BAZAAR.replace("Action", "Actoin"), 4, "types[0]", "'Actoin' … Action … Treasure … Victory … Attack"),
        (BAZAAR.replace('"Action"', '"Attack"'), 4, "types", "Bazaar … Attack … Reaction … Action"),
        (BAZAAR + "points = 2\n", 8, "points", "Victory … points … Bazaar"),
        (BAZAAR + 'editions = ["third"]\n', 8, "editions[0]", "'third' is none of first, second"),
        (BAZAAR + "second = { cost = 40 }\n", 8, "second.cost", "a whole number, at most 20"),
        (BAZAAR + 'do = ["draw 1", "fly"]\n', 8, "do[1]", "Bazaar: … 'fly' … most similar"),
        (BAZAAR + 'do = ["others discard to 3"]\n', 4, "types", "lose cards … Attack"),
    ],
)
def test_a_wrong_card_is_named_by_file_line_and_field(text, line, field, says):
    for edition in ("first", "second"):
        with pytest.raises(ContentError) as error:
            parse_cards(text, "own.toml", edition)
        assert (error.value.file, error.value.line, error.value.field) == ("own.toml", line, field)
        assert not missing(error.value.what, says)


def test_a_wrong_custom_file_is_named_by_its_path(file):
    path = file(BAZAAR.replace("5", "50"))
    with pytest.raises(ContentError) as error:
        game.content(cards=path)
    assert (error.value.file, error.value.line, error.value.field) == (path, 3, "cost")


def test_too_many_cards_are_refused(file):
    def cards(count):
        letters = [chr(97 + k // 26) + chr(97 + k % 26) for k in range(count)]
        return file("\n".join(f'["X{pair}"]\ncost = 3\ntypes = ["Action"]\n' for pair in letters))

    most = 255 - len(all_cards(Options()))
    assert len(kingdom(load(Options(cards=cards(most), kingdom=TEN)))) == 10
    with pytest.raises(ContentError, match=mentions("256 cards", "255")):
        load(Options(cards=cards(most + 1), kingdom=TEN))


def test_a_kingdom_may_stand_in_a_file(tmp_path):
    path = tmp_path / "kingdom.txt"
    path.write_text("# of mine\n" + TEN.replace(",", "\n", 4) + "  # and so on\n\n")
    content = load(Options(kingdom=str(path)))
    assert kingdom(content) == kingdom(load(Options(kingdom=TEN)))
    assert str(path) not in content.options.kingdom  # a replay needs no file
    path.write_text("Moat\nCellar\n")
    with pytest.raises(ContentError, match=mentions(f"{path}: 2 cards; a kingdom has 10")):
        load(Options(kingdom=str(path)))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ContentError, match="not UTF-8 text"):
        load(Options(kingdom=str(path)))
    with pytest.raises(ContentError, match="cannot be read"):
        load(Options(kingdom=str(tmp_path / "missing.txt")))


def test_a_fault_in_a_kingdom_file_is_named_with_its_line(tmp_path):
    path = tmp_path / "kingdom.txt"
    names = TEN.split(",")
    path.write_text("# of mine\n" + "\n".join([*names[:8], f"{names[8]}, Workshp"]))
    with pytest.raises(ContentError, match=mentions(f"{path}, line 10: ", "'Workshp'", "did you mean Workshop?")):
        load(Options(kingdom=str(path)))
    path.write_text("\n".join([*names[:9], names[0]]))
    with pytest.raises(ContentError, match=mentions(f"{path}, line 10: {names[0]} is in it twice")):
        load(Options(kingdom=str(path)))
