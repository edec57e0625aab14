"""Each misbehaving program costs its own game, with the right reason, and leaves nothing behind."""

import os
import socket
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludus.bots.external import protections
from ludus.bots.external.process import BotLog
from tests.bots.external import sandbox_helpers
from tests.cases import each

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="cells are built from what Linux offers")

# Program: limits, reason.
SET = {
    "hangs": ({"reply": 0.5}, "timeout"),
    "crashes": ({}, "crashed"),
    "leaves": ({}, "crashed"),
    "floods_output": ({}, "too much output"),
    "floods_errors": ({}, "too much output"),
    "multiplies": ({"processes": 20}, "too many processes"),
    "spins_threads": ({"processes": 20}, "too many processes"),
    "eats_memory": ({"memory": 200}, "out of memory"),
    "shares_the_meal": ({"memory": 200}, "out of memory"),
    "asks_for_too_much": ({}, "out of memory"),
    "ignores_sigterm": ({"reply": 0.5}, "timeout"),
    "stops": ({"reply": 0.5}, "timeout"),
    "closes_pipes": ({}, "closed its pipes"),
    "half_a_line": ({"reply": 0.5}, "timeout"),
    "binary": ({}, "unreadable reply"),
    "nonsense": ({}, "illegal move"),
    "illegal": ({}, "illegal move"),
    "late": ({"reply": 1.0}, "timeout"),
    "reads_nothing": ({"reply": 0.5}, "timeout"),
    "busy_after_reply": ({"computing": 0.5}, "too much computing time"),
    "leaves_a_daemon": ({}, "crashed"),
    "locks_its_folder": ({}, "crashed"),
    "plays_with_a_daemon": ({}, "all sold"),
    "kills_its_parent": ({}, "all sold"),
    "honest": ({}, "all sold"),
}


@pytest.fixture(
    params=[
        pytest.param(mode, marks=[pytest.mark.slow] if mode in sandbox_helpers.MODES_BETWEEN else [])
        for mode in sandbox_helpers.MODES
    ]
)
def mode(request):
    if reason := sandbox_helpers.why_not(request.param, "memory", "no network", "no writing"):
        pytest.skip(reason)
    return request.param


@pytest.fixture
def mark(monkeypatch):
    with sandbox_helpers.marked(monkeypatch) as found:
        yield found


def test_each_of_the_set_costs_its_own_game_while_others_play_on(mode, mark):
    client = sandbox_helpers.sandbox_client_for(mode)

    def game(number, name):
        bot = sandbox_helpers.program(name, mode=mode, client=client, **SET[name][0])
        return name, sandbox_helpers.play(*((bot, "random") if number % 2 else ("random", bot)), seed=number)

    names = [*SET, "honest", "honest"]
    with ThreadPoolExecutor(4) as threads:
        courses = [*threads.map(game, range(len(names)), names)]
    client.stop()
    assert {name: episode.reason for name, episode in courses} == {name: reason for name, (_, reason) in SET.items()}
    for number, (_, episode) in enumerate(courses):
        assert episode.culprit == (None if episode.reason == "all sold" else 1 - number % 2)


def test_a_bot_that_breaks_says_why_in_its_log(mark):
    bot = sandbox_helpers.program("crashes")
    episode = sandbox_helpers.play(bot, "random")
    bot.close()
    assert "ended with code 1" in episode.fault
    assert "its last words: ValueError: boom" in episode.fault
    own_lines = [line for line in episode.logs[0].splitlines() if not line.startswith(("in: ", "time: "))]
    assert own_lines[:3] == ["--- 1", "out: bid 1", "--- 2"]
    assert own_lines[3].startswith("err: Traceback")
    assert own_lines[-2:] == ["err: ValueError: boom", f"fault: {episode.fault}"]


NODE = """loader:1137
  throw err;
Error: Cannot find module 'x.js'
    at Error.captureStackTrace
}

Node.js v20
"""
RUST = "thread 'main' panicked at src/main.rs:2:5:\nnote: run with `RUST_BACKTRACE=1`\n"


@each(
    ("words", "said"),
    [
        (NODE, "Error: Cannot find module 'x.js'"),
        (RUST, "thread 'main' panicked at src/main.rs:2:5:"),
        ("Traceback (most recent call last):\nValueError: boom\n", "ValueError: boom"),
        ("goodbye\n", "goodbye"),
        ("", "what came before: no error"),
    ],
)
def test_last_words_are_those_that_look_like_an_error(words, said):
    log = BotLog(10_000)
    log.begin_turn(1)
    log.add_bytes("err", b"what came before: no error\n")
    log.begin_turn(2)
    log.add_bytes("err", words.encode())
    assert log.last_error("err") == said


def test_no_program_reaches_the_network_or_a_local_service(mode, mark, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as local:
        local.bind(str(tmp_path / "service"))
        local.listen()
        _open_to_others(tmp_path, "service")
        bot = sandbox_helpers.program("calls_home", tcp.getsockname()[1], tmp_path / "service", mode=mode)
        episode = sandbox_helpers.play(bot, "random")
        bot.close()
        for service in (tcp, local):
            service.settimeout(0)
            with pytest.raises(BlockingIOError):
                service.accept()
    assert episode.reason == "crashed"
    assert "2 of 2 refused" in episode.fault


def test_the_network_can_be_allowed(mark, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as local:
        local.bind(str(tmp_path / "service"))
        local.listen()
        _open_to_others(tmp_path, "service")
        bot = sandbox_helpers.program("calls_home", tcp.getsockname()[1], tmp_path / "service", network=True)
        episode = sandbox_helpers.play(bot, "random")
        bot.close()
    assert episode.reason == "crashed"
    assert "0 of 2 refused" in episode.fault


def test_no_program_writes_outside_the_temporary_folder(mode, mark, tmp_path):
    file, folder = tmp_path / "file", tmp_path / "folder"
    folder.mkdir()
    file.write_text("mine")
    _open_to_others(tmp_path, "file", "folder")
    bot = sandbox_helpers.program("writes_files", file, folder, mode=mode)
    episode = sandbox_helpers.play(bot, "random")
    bot.close()
    assert episode.reason == "crashed"
    refused = int(episode.fault.split(" of 8 refused")[0].split()[-1])
    assert refused == 8 or (refused >= 6 and "without namespaces" in mode)  # Landlock lets mode and dates be changed
    # without namespaces, a folder is hidden by a list of what may be read, in which new files next to it are missing
    assert "reading was refused" not in episode.fault or "without namespaces" in mode
    assert file.read_text() == "mine"
    assert [*folder.iterdir()] == []
    assert {*tmp_path.iterdir()} == {file, folder}


def _open_to_others(folder, *names):
    """Make files writable for all users, so that only the sandbox protects them from a program of another user."""
    for parent in (folder, *folder.parents):
        if parent.stat().st_uid == os.geteuid() and not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)
    for path in (folder, *(folder / name for name in names)):
        path.chmod(0o777)
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)


def test_where_there_is_nothing_like_linux_the_rest_of_the_limits_hold(mark):
    client = sandbox_helpers.sandbox_client_for("another system")
    names = "hangs crashes leaves floods_output floods_errors asks_for_too_much ignores_sigterm stops binary honest"
    for name in names.split():
        bot = sandbox_helpers.program(name, client=client, **SET[name][0])
        assert (name, sandbox_helpers.play(bot, "random").reason) == (name, SET[name][1])
    client.stop()


def test_what_is_not_promised_is_said():
    guaranteed = {protection.guarantee for protection in protections() if protection.active}
    poor = protections(sandbox_helpers.sandbox_client_for("another system"))
    assert not any(protection.active for protection in poor)
    assert all(protection.risk for protection in poor)
    ordinary = {
        protection.guarantee
        for protection in protections(sandbox_helpers.sandbox_client_for("ourselves without namespaces"))
        if protection.active
    }
    assert ordinary <= guaranteed
    assert "the temporary folder has a limited size" not in ordinary
