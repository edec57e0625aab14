"""`ludus locm-bot`: our bots as programs under another referee."""

import subprocess
import sys

import ludus
from ludus.arena.episode import play_episode
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.locm.protocol_server import Referee

GAME = ludus.load_game("locm")


def test_two_of_our_bots_play_as_programs_what_they_play_inside():
    referee = Referee(Position.start(GAME, GAME.content(), 3))
    command = [sys.executable, "-m", "ludus", "locm-bot", "random", "--seed"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    programs = [subprocess.Popen([*command, str(seed)], **pipes) for seed in (21, 22)]
    try:
        while not referee.over:
            program = programs[referee.seat]
            program.stdin.write(referee.input())
            program.stdin.flush()
            referee.reply(program.stdout.readline())
        for program in programs:
            program.stdin.close()
            assert program.wait(20) == 0
    finally:
        for program in programs:
            program.kill()
            program.wait()
            program.stdout.close()
    direct = Position.start(GAME, GAME.content(), 3)
    play_episode(direct, [load_bot(GAME, "random") for _ in range(2)], [21, 22])
    assert [event.text for event in referee.position.history] == [event.text for event in direct.history]


def test_an_unknown_bot_is_an_error_in_one_line():
    done = subprocess.run(
        [sys.executable, "-m", "ludus", "locm-bot", "nobody"], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 2
    assert "there is no bot of locm named 'nobody'" in done.stderr
    assert done.stdout == ""
