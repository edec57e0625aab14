"""The command as a whole: help that loads nothing, errors in a line, ends that scripts understand."""

import os
import signal
import subprocess
import sys

import pytest

import ludus
from ludus.cli import errors
from tests.cases import each

HEAVY = ("numba", "numpy", "llvmlite", "rich", "msgspec")
COMMANDS = ("games", "bots", "match", "replay", "check", "compile", "bench", "demo", "play", "tournament", "locm-bot")


def python(*arguments, **options):
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


@each("words", [["--help"], ["-h"], ["--version"], ["match", "-h"], []])
def test_help_and_version_load_nothing_heavy(words):
    code = f"""
import sys
from ludus.cli import main
sys.argv = ["ludus", *{words!r}]
main()
print("loaded:", *(name for name in {HEAVY!r} if name in sys.modules))
"""
    assert python("-c", code).stdout.endswith("loaded:\n")


def test_python_m_ludus_is_the_same_command():
    done = python("-m", "ludus", "--version")
    assert (done.returncode, done.stdout) == (0, f"ludus {ludus.__version__}\n")


def test_help_names_every_command_and_each_has_an_example(ludus):
    overview = ludus("-h").stdout
    for name in COMMANDS:
        assert f"\n  {name} " in overview
        assert f"Example: ludus {name}" in ludus(name, "-h").stdout


def test_a_wrong_command_or_option_is_a_misuse(ludus):
    for words in (["gmaes"], ["games", "--colour"], ["match"], ["match", "auction", "random", "-n", "many"]):
        result = ludus(*words)
        assert result.exit_code == 2
        assert result.stderr
        assert not result.stdout


def test_output_without_a_terminal_is_plain():
    environment = {**os.environ, "NO_COLOR": "1"}
    done = python("-m", "ludus", "games", env=environment)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "locm" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_reader_who_leaves_is_no_error():
    command = f"{sys.executable} -m ludus games locm | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert done.stdout == "Legends of Code and Magic\n"
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_closed_pipe_is_silent_for_every_command():
    reader, writer = os.pipe()
    os.close(reader)
    for words in (["games", "locm"], ["--help"]):
        command = [sys.executable, "-m", "ludus", *words]
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=120)
        assert done.stderr == ""
    os.close(writer)


def test_interrupting_ends_with_130_and_a_word(ludus, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("ludus.core.game_registry.game_names", interrupted)
    result = ludus("games")
    assert result.exit_code == errors.EXIT_INTERRUPTED == 128 + signal.SIGINT
    assert result.stderr == "\nludus: stopped\n"


def test_a_fault_of_our_own_is_not_hidden(ludus, monkeypatch):
    def broken():
        raise ZeroDivisionError

    monkeypatch.setattr("ludus.core.game_registry.game_names", broken)
    with pytest.raises(ZeroDivisionError):
        ludus("games")
