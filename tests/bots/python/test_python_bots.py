"""Python bots are shown what their seat may see, in a process of their own or in ours, and their faults are theirs."""

import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ludus
from ludus.arena.episode import play_episode
from ludus.bots.external import Limits
from ludus.bots.python import InProcessBot, SubprocessBot, read_bot_file
from ludus.bots.python.bot_factories import ForkServerClient, SeatObservation
from ludus.bots.python.fork_server import game_import_path
from ludus.core.game import Game
from ludus.core.game_pickling import import_game
from ludus.core.position import Position
from ludus.testing.example_games import auction, magpies
from ludus.util.errors import LudusError, OptionError, UnknownName
from tests.bots.external import sandbox_helpers
from tests.cases import each
from tests.messages import mentions, missing

FILE = str(Path(__file__).with_name("bots.py"))
GAME = auction.game


@pytest.fixture(scope="module")
def host():
    """One host for all bots of the file; players of their own would each start one."""
    found = ForkServerClient(GAME, read_bot_file(FILE, "First"))
    yield found
    found.stop()


@pytest.fixture(params=["hosted", "inside"])
def seat(request, host):
    """A function that makes a player, of either kind."""

    def make(name, options=None, **limits):
        file = read_bot_file(FILE, name, options)
        if request.param == "inside":
            return InProcessBot(GAME, file)
        bot = SubprocessBot(GAME, file, Limits(**{"reply": 30.0, "start": 30.0, **limits}))
        bot._host = host
        return bot

    make.kind = request.param
    return make


def notes(log):
    """What a bot noted, one JSON a line."""
    return [json.loads(line.removeprefix("err: ")) for line in log.splitlines() if line.startswith("err: {")]


# What a bot is shown


def test_a_bot_gets_the_observation_and_the_visible_moves_of_its_seat(seat):
    episode = sandbox_helpers.play("random", seat("Diary", {"depth": "3", "speed": "0.5", "style": "bold"}), seed=5)
    first, *turns, last = notes(episode.logs[1])
    assert first["seat"] == 1
    assert first["game"] == "auction"
    assert first["options"] == {"depth": 3, "speed": 0.5, "style": "bold"}
    walk = Position.start(GAME, GAME.content(), 5)
    for event in episode.position.history:
        if walk.current_player == 1:
            turn = turns.pop(0)
            assert turn["view"] == json.loads(json.dumps(walk.observation(1)))
            assert dict(zip(turn["numbers"], turn["moves"], strict=True)) == dict(
                zip(walk.legal_moves, walk.legal_move_texts(), strict=True)
            )
            assert turn["same"]
        walk.play(event.move)
    assert turns == []
    assert last == {"reason": "all sold", "points": list(episode.position.result.scores)}


def test_what_a_seat_cannot_see_is_not_even_in_private_attributes(seat):
    position = Position.start(GAME, GAME.content(), 3)
    position.play(position.legal_moves[2])  # a secret bid of seat 0
    shown = set()
    for seed in range(12):
        seated = seat("Spy").join(position, 1, seed)
        seated.choose(position)
        seated.end(None)
        (note,) = notes(seated.log)
        assert note["prizes"][0] == position.state.prizes[0]
        shown.add((note["bids"][0], tuple(note["prizes"][1:])))
    assert len({bid for bid, _ in shown}) > 2
    assert len({prizes for _, prizes in shown}) > 2


def test_the_same_seed_gives_the_same_dice_and_another_seed_gives_others(seat):
    def dice(seed):
        seated = seat("Dice").join(Position.start(GAME, GAME.content(), 1), 0, seed)
        seated.end(None)
        found = json.loads(seated.log.splitlines()[0].removeprefix("err: "))
        return found if seat.kind == "hosted" else found[:1]  # in our process only its own dice are its own

    assert dice(1) == dice(1)
    assert not {*dice(1)} & {*dice(2)}


def test_a_game_knows_nothing_of_the_game_before(host):
    bot = SubprocessBot(GAME, read_bot_file(FILE, "Diary"))
    bot._host = host
    assert [notes(sandbox_helpers.play(bot, "random", seed=k).logs[0])[0]["calls"] for k in range(3)] == [1, 1, 1]


def test_games_of_one_bot_run_side_by_side(host):
    bot = SubprocessBot(GAME, read_bot_file(FILE, "Diary"))
    bot._host = host
    with ThreadPoolExecutor(4) as threads:
        episodes = [*threads.map(lambda k: sandbox_helpers.play(bot, "random", seed=k), range(8))]
    assert [episode.reason for episode in episodes] == ["all sold"] * 8
    assert len({episode.position.bytes() for episode in episodes}) == 8


# What it does wrong

FAULTS = {
    "Breaks": ("crashed", r"AttributeError: 'Breaks' object has no attribute 'nowhere' \(bots.py, line \d+\)"),
    "BreaksAtOnce": ("crashed", r"ValueError: not today \(bots.py, line \d+\)"),
    "CannotBeMade": ("could not start", r"ValueError: never \(bots.py, line \d+\)"),
    "Exits": ("crashed", "SystemExit: 3"),
    "AsksForTooMuch": ("out of memory", "MemoryError"),
    "ReturnsNothing": ("unreadable reply", r"choose\(\) returned None"),
    "ReturnsTrue": ("unreadable reply", r"choose\(\) returned True"),
    "ReturnsHuge": ("unreadable reply", r"choose\(\) returned 1180591620717411303424"),
    "ReturnsNonsense": ("illegal move", "a banana"),
    "ReturnsIllegal": ("illegal move", "-5"),
}
# With limits, in a process of its own.
OUTSIDE_FAULTS = {
    "Vanishes": ({}, "crashed", "it ended with code 0"),
    "Sleeps": ({"reply": 0.3}, "timeout", "no reply within 0.3 s"),
    "Eats": ({"memory": 400}, "out of memory", "400 are allowed"),
    "Multiplies": ({"processes": 20}, "too many processes", "20 are allowed"),
    "Chatters": ({"chatter": 1 << 20}, "too much output", "1,048,576 bytes beside the replies"),
    "Scribbles": ({}, "unreadable reply", ""),
    "Complains": ({}, "crashed", "others had the processors"),
    "Promises": ({}, "too much output", "a reply of more than"),
    "Writes": ({}, "crashed", "Error: "),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_costs_the_game_and_says_where(seat, name):
    episode = sandbox_helpers.play("random", seat(name))
    reason, words = FAULTS[name]
    assert (episode.reason, episode.culprit) == (reason, 1)
    assert re.search(words, episode.fault)


@pytest.mark.skipif(sys.platform != "linux", reason="cells are built from what Linux offers")
def test_in_a_process_of_its_own_limits_hold_and_nothing_is_left(monkeypatch):
    with sandbox_helpers.marked(monkeypatch):
        host = ForkServerClient(GAME, read_bot_file(FILE, "First"))
        for name, (limits, reason, words) in OUTSIDE_FAULTS.items():
            bot = SubprocessBot(GAME, read_bot_file(FILE, name), Limits(**{"reply": 30.0, "start": 30.0, **limits}))
            bot._host = host
            episode = sandbox_helpers.play(bot, "random")
            assert (name, episode.reason, episode.culprit) == (name, reason, 0)
            assert words in episode.fault
        host.stop()
    assert not Path(FILE).with_name("left by a bot").exists()


def test_the_traceback_is_in_the_log_without_our_part_of_it(seat):
    episode = sandbox_helpers.play(seat("Breaks"), "random")
    lines = episode.logs[0].splitlines()
    assert (lines[0], lines[2]) == ("--- 1", "err: Traceback (most recent call last):")
    assert lines[1].startswith("in: ")
    assert lines[3].startswith(f'err:   File "{FILE}", line ')
    assert not missing(lines[-2], "err:", "'Breaks'", "'nowhere'")
    assert lines[-1] == f"fault: {episode.fault}"


def test_trouble_after_the_end_costs_nothing_but_is_noted(seat):
    episode = sandbox_helpers.play(seat("BreaksAtTheEnd"), "random")
    assert episode.reason == "all sold"
    assert "ValueError: too late" in episode.logs[0]


def test_a_bot_that_does_not_want_to_end_is_ended(host):
    bot = SubprocessBot(GAME, read_bot_file(FILE, "SleepsAtTheEnd"))
    bot._host = host
    assert sandbox_helpers.play(bot, "random").reason == "all sold"


# Files that cannot be played


def test_a_file_that_is_missing_or_wrong_is_refused_before_the_first_game(tmp_path):
    with pytest.raises(OptionError, match="cannot be read: there is no such file"):
        read_bot_file(str(tmp_path / "none.py"), "A")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("x = 1\nclass A(:\n")
    with pytest.raises(OptionError, match=r"wrong.py, line 2: invalid syntax"):
        read_bot_file(str(wrong), "A")
    with pytest.raises(UnknownName, match=mentions("bots.py", "'Frist'", "'First'")):
        read_bot_file(FILE, "Frist")


def test_a_class_may_come_from_elsewhere(tmp_path):
    (tmp_path / "elsewhere.py").write_text("from ludus.bots.python import Bot\nclass A(Bot):\n    pass\n")
    for line in ("from elsewhere import A", "from elsewhere import *", "import elsewhere\nA = elsewhere.A"):
        (tmp_path / "mine.py").write_text(line)
        assert read_bot_file(str(tmp_path / "mine.py"), "A").load(GAME).__name__ == "A"


def test_a_class_that_is_no_bot_could_not_start(host):
    bot = SubprocessBot(GAME, read_bot_file(FILE, "NoBot"))
    bot._host = host
    episode = sandbox_helpers.play(bot, "random")
    assert (episode.reason, episode.culprit) == ("could not start", 0)
    assert "not a class derived from ludus.Bot" in episode.fault
    with pytest.raises(OptionError, match="not a class derived from"):
        InProcessBot(GAME, read_bot_file(FILE, "NoBot"))


def test_a_file_that_breaks_while_it_is_loaded_could_not_start(host, tmp_path):
    (tmp_path / "late.py").write_text("import nothing_of_this_name\nclass A: pass\n")
    bot = SubprocessBot(GAME, read_bot_file(str(tmp_path / "late.py"), "A"))
    bot._host = host
    episode = sandbox_helpers.play(bot, "random")
    assert episode.reason == "could not start"
    assert not missing(episode.fault, "'nothing_of_this_name'", "late.py", "line 1")
    with pytest.raises(OptionError, match=mentions("'nothing_of_this_name'", "late.py", "line 1")):
        InProcessBot(GAME, bot.file)


# Finding the game from another process


def test_a_game_is_found_from_another_process_by_its_module():
    for game in (auction.game, magpies.game):
        assert import_game(game_import_path(game)) is game


def test_a_game_that_no_module_has_cannot_be_hosted():
    stray = Game(**{name: getattr(GAME, name) for name in GAME.__dataclass_fields__})
    with pytest.raises(LudusError, match=mentions("process", "auction")):
        SubprocessBot(stray, read_bot_file(FILE, "First"))


# A larger game


@each("version", ["1.2", "1.5"])
def test_a_bot_plays_a_game_whose_content_has_secrets(version):
    game = ludus.load_game("locm")
    content = game.content(version=version, shuffle_seed_0=1, shuffle_seed_1=2)
    position = Position.start(game, content, 1)
    shown = SeatObservation(position, 0, 1)
    assert shown.content.prepared is None
    assert (shown.content.options.shuffle_seed_0, shown.content.options.shuffle_seed_1) == (None, None)
    assert shown.content.digest != position.content.digest
    bot = InProcessBot(game, read_bot_file(FILE, "First"))
    assert play_episode(position, [bot, bot], [1, 2]).culprit is None


def test_a_large_game_is_played_in_a_process_of_its_own():
    game = ludus.load_game("locm")
    bot = SubprocessBot(game, read_bot_file(FILE, "First"), Limits(reply=30.0))
    inside = InProcessBot(game, read_bot_file(FILE, "First"))
    episodes = [sandbox_helpers.play(each, "random", game=game, seed=3) for each in (bot, inside)]
    bot.close()
    assert episodes[0].culprit is None
    assert episodes[0].position.bytes() == episodes[1].position.bytes()
