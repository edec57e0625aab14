"""Sessions with several people, by keyboard only, and with a screen reader; the scenarios are in tables.mjs."""

import re

import pytest

from tests.studio.browser.studio import Studio
from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow
GAMES = [("locm", "random"), ("dominion", "big-money"), ("tribute", "random"), ("delve", "greedy")]


def scenario(studio, name, *args):
    return run_scenario(studio, name, *args, script="tables.mjs")


@pytest.mark.parametrize("count", [3, 4])
def test_dominion_of_three_and_four_is_played_to_its_end_and_seats_are_turned(studio, count):
    result = scenario(studio, "several", str(count))
    assert (result["others"], result["rows"]) == (count - 1, count)
    assert result["text"]
    assert result["names"] == ["You", *(f"big-money ({k})" for k in range(2, count + 1))]


@pytest.fixture(scope="module")
def shared(_dependencies, tmp_path_factory):
    """A shared Studio."""
    running = Studio(tmp_path_factory.mktemp("shared") / "runs", share=True)
    yield running
    running.close()


def test_a_guest_the_owner_and_a_bot_play_dominion_in_two_browsers(shared):
    result = scenario(shared, "together")
    assert "Person 2 not here" in result["beforeJoining"]
    assert result["copyButtons"] == 1, "the link can still be copied next to the board"
    assert result["hiddenCards"][0] >= 5, "the hand of the other player is hidden"
    assert result["hiddenCards"][1] == 0
    assert min(result["clicks"]) > 10
    mine, theirs = (text.strip() for text in result["text"])
    assert re.findall(r"-?\d+ point", mine) == re.findall(r"-?\d+ point", theirs)
    assert mine.startswith("You won") + theirs.startswith("You won") <= 1
    assert result["key"] == "", "the key does not stay in the address"


def test_a_guest_is_offered_nothing_of_the_owner(shared):
    owner = scenario(shared, "offers")["pages"]
    assert all(owner[path][0] > 0 for path in ("levels", "tournaments", "runs")), owner
    guest = run_scenario(shared, "offers", script="tables.mjs", link=shared.guest_link)
    for path, (owners, faults) in guest["pages"].items():
        assert (owners, faults) == (0, []), path
    assert guest["clicks"] == 5
    assert "Only the owner" in guest["bots"]
    assert "--uploads" not in guest["bots"]


@pytest.mark.parametrize("game", ["delve", "dominion"])
def test_a_double_click_on_end_turn_opens_the_question_and_leaves_it_open(studio, game):
    result = scenario(studio, "doubleEnd", game)
    assert result == {"afterDouble": 1, "selected": "", "ply": "0"}


NOWHERE = {  # where one can go on, by address without content
    "nothing/here": "/",
    "new/unknown": "/",
    "kingdoms/unknown": "/",
    "bots/unknown": "/",
    "tables/%E0": "/tables",
    "tables/unknown": "/tables",
    "tables/0123456789abcdef/7": "/tables",
    "runs/unknown": "/runs",
    "compare/unknown/other": "/runs",
    "tournaments/unknown": "/tournaments",
    "work/unknown": "/design",
    "design/unknown": "/design",
    "cards/unknown": "/cards",
    "cards/delve": "/cards",
    "cards/locm?file=@unknown.csv": "/cards",
    "trees?tree=@unknown.toml": "/trees",
    "trees?tree=unknown": "/trees",
    "levels/unknown": "/levels",
    "levels/unknown/runs/other": "/levels",
    "levels/easy/runs/unknown": "/levels",
    "study/unknown": "/study",
}


def test_addresses_without_content_have_one_page_with_the_reason_and_where_to_go_on(studio):
    pages = scenario(studio, "missing", *NOWHERE)
    assert pages.keys() == NOWHERE.keys()
    for path, page in pages.items():
        assert page["title"].startswith("Nothing here"), path
        assert page["heading"] == "There is nothing at this address", path
        assert page["text"].endswith("Check the address, or go on here:"), path
        assert len(page["text"]) > 50, path
        assert page["links"][0] == NOWHERE[path]
        assert "/" in page["links"]
        assert page["faults"] == [], path


@pytest.mark.parametrize(("game", "bot"), GAMES)
def test_a_whole_game_is_played_by_keyboard_alone(studio, game, bot):
    result = scenario(studio, "keyboard", game, "" if game == "delve" else bot)
    assert result["moves"] > 10
    assert result["text"]


@pytest.mark.parametrize(("game", "bot"), GAMES)
def test_moves_are_read_out_and_every_control_has_a_name(studio, game, bot):
    result = scenario(studio, "screenReader", game, "" if game == "delve" else bot)
    assert result["announced"].strip()
    assert "#" not in result["announced"], "numbers of pieces are for the notation"
    assert result["nameless"] == []


@pytest.mark.parametrize(
    ("game", "bot", "query"),
    [
        ("locm", "greedy", "attacks"),
        ("dominion", "big-money", "province"),
        ("tribute", "random", "play"),
        ("delve", "greedy", "pick"),
    ],
)
def test_moves_are_found_by_text_and_show_their_cards_on_hover(studio, game, bot, query):
    result = scenario(studio, "history", game, bot, query)
    assert 0 < result["matching"] < result["all"]
    assert result["cards"] > 0


@pytest.mark.parametrize(("game", "bot"), GAMES)
def test_a_card_shows_its_text_on_hover(studio, game, bot):
    tooltips = scenario(studio, "texts", game, "" if game == "delve" else bot)["tooltips"]
    assert tooltips
    for name, tooltip in tooltips:
        title, _, text = tooltip.partition("\n")
        assert title == name
        assert len(text) > 5, tooltip


TALKER = """
import ludus


class Talker(ludus.Bot):
    choices = 0

    def choose(self, turn):
        self.choices += 1
        self.log(f"choice {self.choices}: {len(turn.moves)} moves, I take {turn.moves[-1]}")
        return turn.moves[-1]
"""


@pytest.fixture
def uploading(tmp_path):
    running = Studio(tmp_path / "runs", "--uploads")
    yield running
    running.close()


def test_the_log_of_a_bot_is_shown_next_to_the_board_and_follows_the_position(uploading, tmp_path):
    (tmp_path / "talker.py").write_text(TALKER)
    logs = scenario(uploading, "logs", f"{tmp_path}/talker.py:Talker")["logs"]
    assert len(logs) == 3
    for number, (log, move) in enumerate(logs, start=1):
        assert f"choice {number}: " in log
        assert f"I take {move}\n" in log
        assert log.splitlines()[-1].startswith(f"answer: {move}, after ")


@pytest.mark.parametrize(("game", "bot"), [("dominion", "big-money"), ("delve", "")])
def test_an_aborted_game_has_its_seed_and_its_replay(studio, game, bot):
    result = scenario(studio, "abort", game, bot)
    assert "everybody" not in result["question"]  # nobody else plays
    assert (result["text"], result["seed"]) == ("The game was aborted", "7")
    assert result["replay"].endswith("/replay")
    assert "aborted, " in result["row"]


def test_a_bot_is_asked_with_a_search_limit_and_its_move_is_played(studio):
    result = scenario(studio, "opinion")
    assert result["advice"].startswith("pick ")
    assert result["played"] == f"You {result['advice']}"


def test_two_tabs_of_one_session_see_each_others_moves(studio):
    assert scenario(studio, "tabs") == {"moves": 2}


@pytest.mark.parametrize(
    ("game", "bot", "clicks", "place", "why"),
    [
        ("locm", "random", 30, ".strip.own .hand .card", "mana|enemy creature|own creature"),
        ("dominion", "big-money", 0, '.supply [data-card="supply-Gold"]', "Gold costs 6, and you have"),
        ("tribute", "random", 4, ".patrons .patron.closed", "needs|asks for|no call|favours"),
        ("delve", "", 0, ".node.locked", "picked when an encounter is won"),
    ],
)
def test_an_illegal_click_shows_the_reason_and_plays_nothing(studio, game, bot, clicks, place, why):
    result = scenario(studio, "whyNot", game, bot, str(clicks), place)
    assert re.search(why, result["text"]), result
    assert result["same"]


@pytest.mark.parametrize(("game", "bot"), GAMES)
def test_every_pile_can_be_opened_and_a_hidden_order_is_sorted(studio, game, bot):
    piles = scenario(studio, "piles", game, "" if game == "delve" else bot, "34")["piles"]
    assert len(piles) >= 3
    for pile in piles:
        shown, count = pile["cards"], int(pile["title"].rsplit(": ")[-1])
        hidden = "hidden" in pile["note"] and not shown
        may_be = "may be in hand or pile" in pile["note"]  # of the rival, more than the pile itself
        assert hidden or may_be or bool(shown) == bool(count) or pile["title"].startswith("Encounters"), pile
    decks = [pile for pile in piles if "order is hidden" in pile["note"]]
    assert decks, "a deck of one's own can be looked into, but not in its order"
    if game == "tribute":
        for deck in decks:
            numbers = [int(card.split("#")[1]) for card in deck["cards"]]
            assert numbers == sorted(numbers)


def test_drafts_show_a_mana_curve_patrons_their_terms_and_nodes_their_cards(studio):
    result = scenario(studio, "details")
    by_cost = [int(n) for n in re.findall(r": (\d+)", result["curve"])]
    assert sum(by_cost) == 5, "five cards were picked"
    assert "creatures" in result["counts"] or "items" in result["counts"]
    assert len(result["patrons"]) == 5
    for text in result["patrons"]:
        assert re.search(r"favours (nobody|You|random)", text)
        assert re.search(r"Price: (\d|nothing|all coins)", text)
    assert any("Cannot be called: needs" in text for text in result["patrons"])
    assert all(re.search(r"×\d+\t\d+ → \d+", text) for text in result["nodes"])
