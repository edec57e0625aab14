"""Drafts: at random, or by a preference list."""

from collections import Counter

import pytest

from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.games.tribute.bots.courtier import SHIPPED, read_weights
from ludus.games.tribute.bots.patron_draft import learned_preferences
from ludus.games.tribute.card_file import BASE
from ludus.util.errors import OptionError
from tests.cases import each
from tests.messages import mentions

NAMES = [name for name in game.content().labels.patrons if name != "treasury"]


def drafted(texts, seed, compiled=False, **options):
    """The patrons in the order in which they were drafted."""
    content = game.content(**options)
    position = Position.start(game, content, seed, compiled=compiled)
    players = [load_bot(game, text, compiled, content=content) for text in texts]
    sittings = [player.join(position, seat, seed * 2 + seat) for seat, player in enumerate(players)]
    while position.observation(0)["phase"] == "draft":
        position.play(sittings[position.current_player].choose(position))
    patrons = list(position.observation(0)["patrons"])
    return [patrons[0], patrons[1], patrons[3], patrons[4]]


def test_by_chance_every_patron_comes_up_and_none_much_more_than_others():
    counts = Counter(name for seed in range(100) for name in drafted(["random-no-end", "max-agents"], seed))
    assert set(counts) == set(NAMES)
    assert max(counts.values()) < 2 * min(counts.values())


def test_a_list_of_preference_is_followed_and_others_are_left_to_chance():
    first, second = "random-no-end:patrons=pelin/ansei", "random-no-end:patrons=pelin/Duke of Crows/orgnum"
    for seed in range(10):
        assert drafted([first, second], seed) == ["pelin", "duke_of_crows", "orgnum", "ansei"]
    lasts = {drafted(["random-no-end:patrons=pelin", second], seed)[3] for seed in range(30)}
    assert len(lasts) > 3


def test_what_is_not_on_offer_is_passed_over():
    offer = "ansei,hlaalu,rajhin,psijic,orgnum"
    got = drafted(["max-prestige:patrons=pelin/orgnum", "random-no-end:patrons=orgnum/psijic"], 1, offer=offer)
    assert got[:2] == ["orgnum", "psijic"]


def test_a_published_bot_drafts_the_same_in_every_game_unless_its_generator_was_used_before():
    assert len({tuple(drafted(["random-2023", "random-2023"], seed)) for seed in range(20)}) == 1
    assert len({tuple(drafted(["random-2023:fresh=false"] * 2, seed)) for seed in range(20)}) > 15


@each(
    ("patrons", "said"),
    [
        ("pelinn", "did you mean pelin"),
        ("treasury", "no patron 'treasury' to draft"),
        ("pelin/ansei/pelin", "pelin is named twice"),
        ("", "no patron ''"),
    ],
)
def test_lists_that_make_no_sense_are_refused(patrons, said):
    with pytest.raises(OptionError, match=said):
        load_bot(game, f"random-no-end:patrons={patrons}", compiled=False)


MERCER = """
version = 1
extends = "tribute"
[patrons.mercer]
starters = ["gold"]
call = "prestige 1"
"""


@pytest.fixture
def mercer(tmp_path):
    """A card file with an additional patron."""
    file = tmp_path / "mercer.toml"
    file.write_text(MERCER)
    return str(file)


@pytest.fixture
def reordered(tmp_path):
    """The card file of the game with its patrons in another order, and without the name Ansei."""
    text = BASE.read_text()
    first, last = (text.index(f"[patrons.{name}]") for name in ("hlaalu", "treasury"))
    moved = text[:first] + text[last:].replace("[cards.", text[first:last] + "[cards.", 1)
    file = tmp_path / "reordered.toml"
    file.write_text(moved.replace("ansei]", "sura]").replace('deck = "ansei"', 'deck = "sura"'))
    return str(file)


def test_a_custom_patron_can_be_drafted_by_its_name(mercer):
    assert drafted(["random-no-end:patrons=mercer", "max-agents:patrons=Mercer/pelin"], 3, cards=mercer)[:2] == [
        "mercer",
        "pelin",
    ]
    content = game.content(cards=mercer)
    with pytest.raises(OptionError, match=mentions("'mercr'", "mercer")):
        load_bot(game, "beam:patrons=mercr", compiled=False, content=content)
    with pytest.raises(OptionError, match="no patron 'mercer' to draft"):
        load_bot(game, "beam:patrons=mercer", compiled=False)


def test_names_mean_the_same_patrons_in_any_order_of_the_file(reordered):
    known = game.content(cards=reordered).labels.patrons
    assert sorted(known) == sorted({*NAMES, "treasury", "sura"} - {"ansei"})
    assert list(known) != list(game.content().labels.patrons)
    for bot in ("random-no-end", "max-prestige-2023", "beam", "courtier"):
        assert drafted([f"{bot}:patrons=pelin/orgnum", f"{bot}:patrons=pelin/hlaalu"], 1, cards=reordered)[:2] == [
            "pelin",
            "hlaalu",
        ]


@pytest.mark.parametrize("bot", ["max-prestige:patrons=apriori", "courtier"])
def test_a_learned_list_goes_by_names_too_and_passes_over_those_that_a_file_does_not_have(bot, reordered):
    order = learned_preferences()["max-prestige"] if "max-prestige" in bot else read_weights(SHIPPED)[1]
    left = [name for name in order if name != "ansei"]
    assert drafted([bot, bot], 1, cards=reordered) == left[:4]


def test_in_a_team_a_member_drafts_by_the_names_of_the_content(mercer):
    team = "random-no-end:patrons=mercer+random"
    assert drafted([team, "random"], 1, cards=mercer)[0] == "mercer"
    assert "mercer" in load_bot(game, team, content=game.content(cards=mercer)).name
