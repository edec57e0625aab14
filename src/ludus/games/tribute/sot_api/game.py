"""Game runner of the original package: registered bots play games against each other.

It plays in training scripts, which run in the user's own process: `ludus tribute-train train.py`. Inside a bot of a
match it plays nothing, because there `ludus match` runs the games.
"""

# ruff: noqa: N803

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from .base_ai import BaseAI

LOGS = ("NONE", "P1", "P2", "BOTH")  # values of `enable_logs`


@dataclass(frozen=True)
class GameRun:
    """The games that a call of `Game.run` asks for."""

    bots: list[BaseAI]  # all registered ones
    names: tuple[str, str]  # the first one moves first
    runs: int
    threads: int
    logs: str  # one of LOGS
    log_destination: str
    seed: int | None  # of the first game; the next one has the seed plus one. None: any
    timeout: float  # seconds for a turn
    verbose: bool  # print a line for each game


@dataclass(frozen=True)
class GameRunResult:
    """How the games of a call of `Game.run` ended; `print` shows it in the lines of the original runner."""

    names: tuple[str, str]
    seed: int
    seconds: float
    wins: tuple[int, int]
    draws: int
    reasons: dict[str, int] = field(default_factory=dict)  # end reasons in the words of the engine

    @property
    def runs(self) -> int:
        """Number of games."""
        return sum(self.wins) + self.draws

    def __str__(self) -> str:
        labels = {
            "PRESTIGE_OVER_40_NOT_MATCHED": "Prestige>40",
            "PRESTIGE_OVER_80": "Prestige>80",
            "PATRON_FAVOR": "Patron Favor",
            "TURN_LIMIT_EXCEEDED": "Turn Limit",
        }
        ends = {f"Ends due to {label}": self.reasons.get(reason, 0) for reason, label in labels.items()}
        others = sum(number for reason, number in self.reasons.items() if reason not in labels)
        counts = {
            "Final amount of draws": self.draws,
            "Final amount of P1 wins": self.wins[0],
            "Final amount of P2 wins": self.wins[1],
            **ends,
            "Ends due to other factors": others,
        }
        milliseconds = round(1000 * self.seconds)
        return "\n".join(
            [
                f"Initial seed used: {self.seed}",
                f"Total time taken: {milliseconds}ms",
                f"Average time per game: {milliseconds / self.runs:g}ms",
                "",
                "Stats from the games played:",
                *(f"{what}: {number}/{self.runs} ({100 * number / self.runs:g}%)" for what, number in counts.items()),
            ]
        )


@dataclass(frozen=True)
class GamesPlayed:
    """The games as they were played, in the words of Ludus."""

    seed: int  # of the first game
    ends: list[tuple[tuple[float, ...], str, bool]]  # of each game: payoffs, end reason, whether it was in the draft


class Game:
    """Registers bots and runs games between them."""

    runner: ClassVar[Callable[[GameRun], GamesPlayed] | None] = None  # plays the games; set for training scripts

    def __init__(self) -> None:
        self.bots: list[BaseAI] = []

    def register_bot(self, bot_instance: BaseAI) -> None:
        """Let a bot play under its `bot_name`."""
        self.bots.append(bot_instance)

    def run(
        self,
        bot1Name: str,
        bot2Name: str,
        start_game_runner: bool = True,
        runs: int = 1,
        threads: int = 1,
        enable_logs: str = "NONE",
        log_destination: str = "",
        seed: int | None = None,
        timeout: float = 30,
        base_client_port: int = 50000,
        base_server_port: int = 49000,
        verbose: bool = False,
    ) -> GameRunResult:
        """Play games; the first bot moves first in all of them. The same objects play all games, in this process.

        Args:
            bot1Name: Name of a registered bot, of a bot of the engine, such as MaxPrestigeBot, or of a bot of Ludus.
            bot2Name: The same for the second bot.
            start_game_runner: Must be True: there is no engine that could be started by hand.
            runs: Number of games.
            threads: Registered bots play one game after another whatever this says; other bots use so many threads.
            enable_logs: NONE, P1, P2 or BOTH: whose moves are written.
            log_destination: Folder for these logs; they are printed if empty.
            seed: Seed of the first game; the next one has the seed plus one. None: any seed.
            timeout: Seconds for a turn. A turn is not interrupted, but a bot that took longer has lost.
            base_client_port: Not needed: no server is started.
            base_server_port: Not needed: no server is started.
            verbose: Print a line for each game.

        Returns:
            Wins, draws and end reasons, which are also printed.

        Raises:
            ValueError: a value is wrong, or there is no such bot.
            RuntimeError: this is not a training script, or the engine should be started by hand.
        """
        if Game.runner is None:
            raise RuntimeError(
                "a bot runs no games from inside a game: use `ludus match tribute FILE.py:CLASS ...`, or `ludus "
                "tribute-train SCRIPT.py` for a script that calls Game.run"
            )
        if not start_game_runner:
            raise RuntimeError(
                "start_game_runner=False waits for an engine that was started by hand; Ludus plays the games in this "
                "process and has no such engine: leave it out"
            )
        logs = str(enable_logs).upper()
        if logs not in LOGS:
            raise ValueError(f"enable_logs is one of {', '.join(LOGS)}, not {enable_logs!r}")
        for name, number in (("runs", runs), ("threads", threads)):
            if int(number) < 1:
                raise ValueError(f"{name} must be at least 1, not {number!r}")
        if not float(timeout) > 0:
            raise ValueError(f"timeout must be above 0 seconds, not {timeout!r}")
        run = GameRun(
            self.bots,
            (bot1Name, bot2Name),
            int(runs),
            int(threads),
            logs,
            str(log_destination or ""),
            None if seed is None else int(seed),
            float(timeout),
            verbose,
        )
        began = time.perf_counter()
        played = Game.runner(run)
        result = _count(run.names, played, time.perf_counter() - began)
        print(f"\n{result}", flush=True)
        return result


def _count(names: tuple[str, str], played: GamesPlayed, seconds: float) -> GameRunResult:
    from ludus.games.tribute.sot_adapter.vocabulary import end_state

    ends = [end_state(reason, payoffs, in_draft) for payoffs, reason, in_draft in played.ends]
    wins, reasons = Counter(end.winner for end in ends), Counter(end.reason for end in ends)
    counts = wins["PLAYER1"], wins["PLAYER2"]
    return GameRunResult(names, played.seed, seconds, counts, len(ends) - sum(counts), dict(reasons))
