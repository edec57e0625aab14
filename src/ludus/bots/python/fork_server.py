"""Fork server of Python bots: a sandbox server with Ludus and a game loaded, which forks a sandbox for every game.

The bot's file is run inside the sandbox, so anew for each game: nothing it does outlives the game, and it cannot pass
information to the next game. The file is compiled before the fork, so that this costs little. The server finds the game
by its import path, "module:attribute".

A kept bot gets another `Begin` after the end of a game, and its object plays on.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import random
import socket
import sys
import tempfile
from contextlib import suppress
from typing import Any

import numpy as np

from ludus.bots.bot import Fault
from ludus.bots.python.bot_file import BotFile
from ludus.bots.python.bot_package import BotPackage, copy_folders
from ludus.bots.python.bot_runner import BotRunner
from ludus.bots.python.process_messages import (
    Answer,
    AskMove,
    Begin,
    BotFailed,
    MoveReply,
    Question,
    Ready,
    pack,
    receive_question,
)
from ludus.bots.sandbox.kept_files import WORK_FOLDER, KeptFile, mark_ready, write_files
from ludus.bots.sandbox.supervisor import serve
from ludus.core.game import Game
from ludus.core.game_engine import get_engine
from ludus.core.game_pickling import find_game_path, import_game
from ludus.core.position import GameResult
from ludus.core.random import derive
from ludus.util.errors import LudusError

SOCKET_FD = 3  # file descriptor of the socket to a bot's process


def main() -> None:
    """Entry point. The last arguments are the game's import path, the bot's file and the number of the socket."""
    home, file, number = sys.argv[-3:]
    owner = socket.socket(fileno=int(number))
    try:
        game = import_game(home)
        get_engine(game)
    except Exception as error:
        owner.sendall(json.dumps({"failed": f"{type(error).__name__}: {error}"}).encode() + b"\n")
        return
    compile_ahead(BotFile(file, "", {}, file))
    owner.sendall(b"{}\n")
    gc.collect()
    gc.freeze()  # keeps memory pages shared between forks
    serve(owner, lambda request: run_games(game, request))


def game_import_path(game: Game) -> str:
    """The import path of an installed game, or of one that is a variable of a module.

    Raises:
        LudusError: no other process could find the game.
    """
    path = find_game_path(game)
    if path is None:
        raise LudusError(f"another process cannot find the game {game.name}: make it a variable of a module")
    return path


def compile_ahead(bot: BotFile) -> None:
    """Compile the bot's file. Nothing is imported or run here: this process is not sandboxed."""
    with suppress(Exception):  # the same error will occur in the sandbox
        bot.code()


def run_games(game: Game, request: dict[str, Any]) -> None:
    """Play one game, or with a kept bot many, inside the sandbox."""
    line = socket.socket(fileno=SOCKET_FD)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    begin = receive_question(line)
    assert isinstance(begin, Begin)
    # sandboxes are forks of one process: all would draw the same numbers
    random.seed(derive(begin.seed, "module random"))
    np.random.seed(derive(begin.seed, "module numpy.random") & 0xFFFFFFFF)
    runner = BotRunner(game, pickle.loads(begin.content), begin.seat, begin.seed, _print_to_stderr)
    file = BotFile(**request["bot"])
    package = enter_private_copy(BotPackage.from_dict(request["package"]), request.get("kept_files"))
    question: Question = begin
    while True:
        answer = _answer(runner, file, package, question)
        sys.stdout.flush()
        line.sendall(pack(answer))
        question = receive_question(line)
        if isinstance(question, Begin):
            runner.next_game(pickle.loads(question.content), question.seat, question.seed)


def enter_private_copy(package: BotPackage, kept: list[KeptFile] | None = None) -> BotPackage:
    """Make a private copy of the bot's folders and work in it; without one, they stay as they are, read-only.

    Args:
        package: The package of the bot's file.
        kept: The files of a kept bot from earlier games, which replace those of the copy; None if it is not kept.
    """
    tempfile.tempdir = None  # that of the server; the sandbox has its own
    try:
        private = os.path.join(tempfile.gettempdir(), WORK_FOLDER)
        os.mkdir(private, 0o700)
        copy, folder = copy_folders(package, os.getcwd(), private)
        if kept is not None:
            write_files(tempfile.gettempdir(), kept)
            mark_ready(tempfile.gettempdir())
        os.chdir(folder)
    except OSError as error:
        _print_to_stderr(f"ludus: the folder of this bot cannot be written to; there is no private copy: {error}")
        return package
    return copy


def _answer(runner: BotRunner, file: BotFile, package: BotPackage, question: Question) -> Answer:
    try:
        if isinstance(question, Begin):
            if not runner.loaded:
                runner.load(file, package=package)
            if not question.trial:
                runner.begin()
        elif isinstance(question, AskMove):
            return MoveReply(runner.choose(question.state, question.told, question.seconds))
        else:
            runner.end(GameResult(*question.result) if question.result else None, question.state, question.told)
    except Fault as fault:
        return BotFailed(fault.reason, str(fault).removeprefix(f"{fault.reason}: "))
    return Ready()


def _print_to_stderr(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
