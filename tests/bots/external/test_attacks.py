"""What hostile bots tried, and what they must not get away with."""

import pytest

import ludus
from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import Fault, load_bot
from ludus.bots.external import protections
from ludus.bots.external.sandbox_server_client import HIDDEN_PATHS, hide_folder
from ludus.bots.python.process_messages import read_answer
from ludus.core.position import Position
from ludus.games.locm.protocol_server import Referee
from ludus.games.locm.referee_client import LocmProtocolClient
from ludus.util.errors import NotationError, OptionError
from tests.cases import each

GAME = ludus.load_game("locm")


def play(text, games=2, **options):
    bot, records = load_bot(GAME, text), []
    match = Match(GAME, GAME.content(**options), [bot, load_bot(GAME, "random")], 5, on_record=records.append)
    try:
        outcomes = run_match(match, games)
    finally:
        bot.close()
    return [match.reasons[k] for k in outcomes.end_reasons], records


def hostile_bot_text(tmp_path, body, before=""):
    file = tmp_path / "hostile.py"
    file.write_text(f"import ludus\n{before}\n\nclass Hostile(ludus.Bot):\n    def choose(self, turn):\n{body}\n")
    return f"{file}:Hostile"


def test_nothing_that_a_bot_imports_runs_outside_its_sandbox(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    mark = tmp_path / "owned"
    (tmp_path / "payload.py").write_text(f"import os\nif os.getppid() != 1: open({str(mark)!r}, 'w').close()\n")
    play(hostile_bot_text(tmp_path, "        return turn.moves[0]", "import payload"))
    assert not mark.exists()


def test_a_python_bot_cannot_read_variables_that_its_server_started_with(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDUS_TEST_SECRET", "hunter2")
    body = """
        with open("/proc/self/environ", "rb") as file:
            print("found", b"hunter2" in file.read())
        return turn.moves[0]"""
    _, records = play(hostile_bot_text(tmp_path, body))
    assert "found False" in records[0].logs[0]
    assert "found True" not in records[0].logs[0]


def test_a_number_of_five_thousand_digits_is_an_unreadable_reply(tmp_path):
    referee = Referee(Position.start(GAME, GAME.content(setup="dealt"), 1))
    with pytest.raises(NotationError, match="is not a number"):
        referee.reply(f"ATTACK {'1' * 5000} -1")


BAD_TEXT = b"\x82\xa4type\xa6Choice\xa4move\xa2\xff\xfe"  # a message whose text is no UTF-8
DEEP = b"\x83\xa4type\xa6Choice\xa1x" + b"\x91" * 50_000 + b"\xc0\xa4move\x01"  # lists in lists


@each("data", [BAD_TEXT, DEEP, b"\xff"])
def test_bytes_that_are_no_message_are_an_unreadable_reply(data):
    with pytest.raises(Fault, match="unreadable reply"):
        read_answer(data)


def test_a_bot_that_sends_them_loses_its_own_games_only(tmp_path):
    data = len(BAD_TEXT).to_bytes(4, "little") + BAD_TEXT
    reasons, _ = play(hostile_bot_text(tmp_path, f"        import os; os.write(3, {data!r}); return 0"))
    assert reasons == ["unreadable reply"] * 2


def test_a_file_that_python_cannot_read_is_an_option_error(tmp_path):
    file = tmp_path / "deep.py"
    file.write_text("x = " + "(" * 5000 + ")" * 5000)
    with pytest.raises(OptionError, match=r"deep\.py"):
        load_bot(GAME, f"{file}:Deep")


def test_a_covered_folder_is_empty_for_a_bot(tmp_path):
    secret = tmp_path / "cup"
    secret.mkdir()
    (secret / "seed").write_text("42")
    hide_folder(secret)
    try:
        text = hostile_bot_text(
            tmp_path, f"        import os; self.log(os.listdir({str(secret)!r})); return turn.moves[0]"
        )
        _, records = play(text)
    finally:
        HIDDEN_PATHS.clear()
    if not any("read-only mounts" in promise.mechanisms for promise in protections()):
        pytest.skip("this system cannot mount anything for one program alone")
    assert "seed" not in records[0].logs[0]
    assert "[]" in records[0].logs[0]


def test_what_a_fault_says_plays_no_tricks_with_the_terminal():
    message = str(Fault("crashed", "\x1b[2J" + "x" * 10_000 + "\n"))
    assert "\x1b" not in message
    assert len(message) < 500


def test_a_garbled_referee_is_an_error_in_words():
    lines = Referee(Position.start(GAME, GAME.content(), 1)).input().splitlines()
    for k in range(len(lines)):
        for wrong in ("", "7", "1 2 3 4 5 6 7 8 9 10 11 12", "999999999999 0 0 0 0", "x y z", "-5 -5 -5 -5 -5"):
            garbled = [*lines[:k], wrong, *lines[k + 1 :]]
            try:
                LocmProtocolClient(GAME, GAME.content()).read(iter(garbled))
            except NotationError:
                continue
