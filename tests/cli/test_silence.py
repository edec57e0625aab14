"""Commands that show nothing for long say what they do."""

import time

from ludus.cli import console
from ludus.cli.console import ProgressLines, breaks_silence, doing, note_output


def test_a_silent_command_says_what_it_does(capsys, monkeypatch):
    monkeypatch.setattr(console, "SILENCE_SECONDS", 0.05)

    @breaks_silence
    def command(seconds):
        doing("starting the bots")
        time.sleep(seconds)
        return seconds

    assert command(0.4) == 0.4
    assert capsys.readouterr().err.startswith("ludus: starting the bots, 0 s so far")


def test_a_command_that_shows_something_is_not_interrupted(capsys, monkeypatch):
    monkeypatch.setattr(console, "SILENCE_SECONDS", 0.35)

    @breaks_silence
    def command():
        for _ in range(10):
            time.sleep(0.05)
            note_output()

    command()
    assert capsys.readouterr().err == ""


def test_lines_of_progress_come_also_while_nothing_is_reported(capsys, monkeypatch):
    monkeypatch.setattr(console, "FIRST_LINE_SECONDS", 0.1)
    with ProgressLines("40 games").ticking() as lines:
        time.sleep(0.3)
        lines.show(20, 40)
        time.sleep(0.3)
    printed = capsys.readouterr().err.splitlines()
    assert printed[0] == "ludus: 40 games: begun"
    assert printed[-1].startswith("ludus: 40 games: 20 of 40")
