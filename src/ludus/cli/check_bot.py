"""`ludus check-bot`: is a bot ready for a contest? It starts it, plays ten games under contest limits, and reports."""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.console import ProgressCallback, doing, facts_table, make_console, print_json, progress_bar, size_text
from ludus.cli.game_argument import GameArgument
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.arena import Match
    from ludus.bots import BotFactory, SeatedBot
    from ludus.core.position import GameResult, Position

CLOSE_TO_LIMIT = 0.5  # a reply that takes more than this part of the time limit is worth a warning
MEMORY_SAMPLE_SECONDS = 0.05
LOG_LINES = 12  # of a game with a fault
LEFT_OUT = " bytes left out ..."


def check_bot(
    game: GameArgument,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot: cmd:./my-bot, lines:./my-bot, bots.py:Rusher.")],
    games: Annotated[
        int, typer.Option("-n", "--games", min=1, max=10_000, metavar="N", help="Games, rounded up to whole deals.")
    ] = 10,
    against: Annotated[str, typer.Option(metavar="BOT", help="The opponent in all other seats.")] = "random",
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the deals.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, metavar="S", help="Time limit for a reply; default: that of the game.")
    ] = None,
    turn_seconds: Annotated[
        float | None, typer.Option(min=0.001, metavar="S", help="Time limit for a whole turn.")
    ] = None,
    memory: Annotated[int | None, typer.Option(min=1, metavar="MB", help="Memory limit; default: 2048.")] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="FILE", help="Take limits and options from the rules file of a contest.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check that BOT is ready for a contest of GAME.

    It plays ten games in all seats against a simple bot, one after another, under the limits of a contest. The report
    has its start, the time of its replies against the limit, memory, faults with its log, and the size of its output.
    The exit code is 0 if no game had a fault, and 1 otherwise.
    """
    from ludus.arena.external_bot_limits import BotLimits
    from ludus.cli.match import parse_game_options
    from ludus.util.errors import OptionError

    options: dict[str, Any] = parse_game_options(option or [])
    limits = BotLimits(False, seconds, memory, turn_seconds)
    if rules is not None:
        from ludus.arena.contest_rules import read_rules
        from ludus.arena.player_names import read_named_bot
        from ludus.arena.tournament_secrets import hide_tournament

        if seconds is not None or turn_seconds is not None or memory is not None or options:
            raise OptionError("--rules has the limits and options of the contest; leave out the other ones")
        contest = read_rules(rules)
        limits, options = contest.limits, dict(contest.options)
        hide_tournament(None, rules, contest.seed, [read_named_bot(bot)[1]])
    report = run_check(game, bot, against, games, seed, options, limits)
    if json:
        print_json(report.as_dict())
    else:
        report.show()
    if not report.ready:
        raise typer.Exit(1)


@dataclass
class BotCheckReport:
    """What a check of a bot found."""

    game: str
    bot: str
    against: str
    seed: int
    games: int = 0
    by_seat: dict[int, int] = field(default_factory=dict)  # games of the bot, by seat
    won: float = 0.0  # payoffs
    starts: list[float] = field(default_factory=list)  # seconds until it was ready, by game
    first_replies: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)
    limits: list[float] = field(default_factory=list)  # seconds for each reply, the first ones included
    largest_part: float = 0.0  # of its time limit that a reply took
    memory: int = 0  # bytes, highest that was seen
    memory_limit: int = 0  # MB of 2^20 bytes
    output: int = 0  # bytes; see `counts_replies`
    faults: list[dict[str, Any]] = field(default_factory=list)
    other_faults: Counter[str] = field(default_factory=Counter)  # of the opponent
    external: bool = True
    counts_replies: bool = True  # whether `output` includes replies: those of Python bots are no output

    @property
    def ready(self) -> bool:
        return not self.faults

    @property
    def warnings(self) -> list[str]:
        found = []
        if self.largest_part > CLOSE_TO_LIMIT:
            found.append(f"a reply took {self.largest_part:.0%} of its time limit")
        if self.memory_limit and self.memory > CLOSE_TO_LIMIT * (self.memory_limit << 20):
            found.append(f"it used {self.memory / (self.memory_limit << 20):.0%} of the memory limit")
        if self.other_faults:
            found.append(f"the opponent {self.against} had faults: {dict(self.other_faults)}")
        return found

    @property
    def verdict(self) -> str:
        if self.faults:
            reasons = Counter(fault["reason"] for fault in self.faults)
            parts = ", ".join(f"{reason} {number}" for reason, number in reasons.items())
            return f"not ready: {len(self.faults)} of {plural(self.games, 'game')} lost by its own fault ({parts})"
        return "ready, with warnings" if self.warnings else "ready"

    def limit_text(self) -> str:
        """The time limits, and how close to them a reply came."""
        if not self.limits:
            return "none: compiled bots have no limits"
        low, high = min(self.limits), max(self.limits)
        span = f"{low:g} s for a reply" if low == high else f"{low:g} to {high:g} s for a reply, depending on the turn"
        return f"{span}; the reply closest to its limit took {self.largest_part:.1%} of it"

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data; seconds, bytes, seats from 0."""
        return {
            "game": self.game,
            "bot": self.bot,
            "against": self.against,
            "seed": self.seed,
            "ready": self.ready,
            "verdict": self.verdict,
            "warnings": self.warnings,
            "games": self.games,
            "games_by_seat": {str(seat): number for seat, number in sorted(self.by_seat.items())},
            "share": self.won / self.games if self.games else None,
            "start_seconds": _times(self.starts),
            "first_reply_seconds": _times(self.first_replies),
            "reply_seconds": _times(self.replies),
            "reply_limit_seconds": min(self.limits, default=None),
            "largest_part_of_limit": round(self.largest_part, 6) if self.limits else None,
            "memory_bytes": self.memory or None,
            "memory_limit_bytes": (self.memory_limit << 20) or None,
            "output_bytes": self.output,
            "illegal_moves": sum(fault["reason"] == "illegal move" for fault in self.faults),
            "faults": self.faults,
        }

    def show(self) -> None:
        """Print the report."""
        console = make_console()
        console.print(f"{self.bot}: {self.verdict}.", style="bold")
        for warning in self.warnings:
            console.print(f"Warning: {warning}.")
        seats = ", ".join(f"seat {seat + 1}: {number}" for seat, number in sorted(self.by_seat.items()))
        illegal = sum(fault["reason"] == "illegal move" for fault in self.faults)
        memory = f"{self.memory / (1 << 20):,.1f} MB at most, of {self.memory_limit:,} MB"
        contents = "replies, and what it wrote for its author" if self.counts_replies else "what it printed"
        facts = {
            "games": f"{self.games} against {self.against} ({seats}), seed {self.seed}",
            "won": f"{self.won:g}, draws counting half",
            "start": _time_text(self.starts),
            "first reply": _time_text(self.first_replies),
            "later replies": f"{len(self.replies):,}: {_time_text(self.replies)}",
            "time limit": self.limit_text(),
            "memory": memory if self.memory else "not measured",
            "output": f"{size_text(self.output)} in all games: {contents}",
            "illegal moves": str(illegal),
            "faults": str(len(self.faults)),
        }
        console.print(facts_table(facts))
        for fault in self.faults[:3]:
            console.print(f"\nGame {fault['game']}, seat {fault['seat'] + 1}: {fault['what']}", style="bold")
            console.print("\n".join(fault["log"]) or "It wrote nothing for its author.", soft_wrap=True)
        if len(self.faults) > 3:
            console.print(f"\n--json also lists the other {plural(len(self.faults) - 3, 'fault')}.")


def run_check(
    game_name: str, bot: str, against: str, games: int, seed: int, options: dict[str, Any], limits: Any
) -> BotCheckReport:
    """Play the games of a check."""
    from ludus.arena import Match
    from ludus.arena.compiled_games import match_exports
    from ludus.arena.player_names import read_named_bot
    from ludus.bots import CompiledBot
    from ludus.bots.external import Limits, PersistentProgramBot, ProgramBot
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_engine import get_engine
    from ludus.core.game_registry import load_game

    game = load_game(game_name)
    content = game.content(**options)
    seats = game.seat_count(content.data)
    name, text = read_named_bot(bot)
    report = BotCheckReport(game.name, name or text, against, seed)
    texts = [text] + [against] * (seats - 1)
    with report_compilation(game, lambda: match_exports(game, texts, seats, positions=True)):
        get_engine(game)
        checked, *others = (limits.load_bot(game, each, content, contest=True, restart=True) for each in texts)
    report.external = not isinstance(checked, CompiledBot)
    report.counts_replies = isinstance(checked, ProgramBot | PersistentProgramBot)
    if report.external:
        report.memory_limit = getattr(checked, "limits", Limits()).memory
    timed = TimedBot(checked, report)
    match = Match(game, content, [timed, *others], seed)
    games += -games % match.per_deal  # whole deals
    try:
        with memory_watch(report), progress_bar(f"checking {report.bot}: {plural(games, 'game')}") as advance:
            doing(f"checking {report.bot}")
            _show_progress(report, games, advance)
            for number in range(games):
                _play(match, number, report)
                _show_progress(report, games, advance)
    finally:
        for player in match.players:
            player.close()
    return report


def _show_progress(report: BotCheckReport, games: int, advance: ProgressCallback) -> None:
    faults = plural(len(report.faults), "fault") if report.faults else "no faults"
    advance(report.games, games, f"{faults} so far")


def _play(match: Match, number: int, report: BotCheckReport) -> None:
    from ludus.arena.runner import play_game

    seat = match.seating(number).index(0)
    episode = play_game(match, number)
    log = episode.logs[seat]
    report.games += 1
    report.by_seat[seat] = report.by_seat.get(seat, 0) + 1
    report.won += episode.payoffs[seat]
    report.output += _output_size(log)
    if episode.fault and episode.culprit == seat:
        lines = log.splitlines()
        report.faults.append(
            {"game": number, "seat": seat, "reason": episode.reason, "what": episode.fault, "log": lines[-LOG_LINES:]}
        )
    elif episode.fault:
        report.other_faults[episode.reason] += 1


class TimedBot:
    """A bot whose start and replies are timed."""

    reproducible = False

    def __init__(self, bot: BotFactory, report: BotCheckReport) -> None:
        self.bot, self.name, self.report = bot, bot.name, report

    def join(self, position: Position, seat: int, seed: int) -> SeatedBot:
        began = time.perf_counter()
        seated = self.bot.join(position, seat, seed)
        self.report.starts.append(time.perf_counter() - began)
        return SeatedTimedBot(seated, self.report, self._limit_of(position, seat))

    def _limit_of(self, position: Position, seat: int) -> Callable[[Position], float] | None:
        """The time limit of a reply at a position: by the limits of the bot, else by the protocol of the game."""
        from ludus.bots.external import Limits, ProgramBot
        from ludus.bots.external.limits import TimeBudget

        if not self.report.external:
            return None
        game, limits = position.game, getattr(self.bot, "limits", Limits())
        server = game.protocols.server if isinstance(self.bot, ProgramBot) else None
        if server is None:
            return lambda now: TimeBudget(game, limits).remaining()
        protocol = server(position, seat)
        return lambda now: TimeBudget(game, limits).remaining(protocol.seconds(now))

    def close(self) -> None:
        self.bot.close()


class SeatedTimedBot:
    """A timed bot in one game. A program may answer several decisions with one reply: only replies are timed."""

    def __init__(self, bot: SeatedBot, report: BotCheckReport, limit_of: Callable[[Position], float] | None) -> None:
        self.bot, self.report, self.limit_of, self.first = bot, report, limit_of, True

    def choose(self, position: Position) -> int:
        limit = None if self.limit_of is None else self.limit_of(position)
        before, began = getattr(self.bot, "replies", None), time.perf_counter()
        try:
            return self.bot.choose(position)
        finally:
            if before is None or getattr(self.bot, "replies", None) != before:
                seconds = time.perf_counter() - began
                (self.report.first_replies if self.first else self.report.replies).append(seconds)
                self.first = False
                if limit is not None:
                    self.report.limits.append(limit)
                    self.report.largest_part = max(self.report.largest_part, seconds / limit)

    def watch(self, position: Position, move: int) -> None:
        self.bot.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        self.bot.end(result)

    @property
    def log(self) -> str:
        return self.bot.log


@contextmanager
def memory_watch(report: BotCheckReport) -> Iterator[None]:
    """Look at the memory of the bot's processes while games run."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(MEMORY_SAMPLE_SECONDS):
            report.memory = max(report.memory, sum(map(_memory_of, bot_processes())))

    thread = threading.Thread(target=watch, daemon=True)
    if report.external:
        thread.start()
    try:
        yield
    finally:
        done.set()
        if report.external:
            thread.join()


def bot_processes() -> list[int]:
    """The processes of external bots that run now, without those that supervise them.

    A bot is started by a supervisor, which is started by a server, a child of this process. A program has a command
    line of its own; a Python bot is forked, so it has the command line of the server, but no children.
    """
    from ludus.bots.sandbox.process_usage import children

    level = [(child, _command_line(child)) for child in children(os.getpid())]
    programs, forked = [], []
    depth = 1
    while level:
        below = [(child, server) for process, server in level for child in children(process)]
        if depth >= 3:
            programs += [process for process, server in level if _command_line(process) not in (server, b"")]
            forked += [process for process, _ in level if not children(process)]
        level, depth = below, depth + 1
    return programs or forked


def _command_line(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def _memory_of(process: int) -> int:
    """Bytes in use by a process, shared ones divided among those that share them; 0 if it has ended."""
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_bytes().splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def _output_size(log: str) -> int:
    """Bytes that a bot wrote, those included that its log leaves out; for a program, its replies are among them."""
    size = 0
    for line in log.splitlines():
        if line.startswith(("err: ", "out: ")):
            size += len(line.encode()) - len("err:")  # with a line feed
        elif line.startswith("... ") and line.endswith(LEFT_OUT):
            size += int(line.removeprefix("... ").removesuffix(LEFT_OUT))
    return size


def _times(seconds: list[float]) -> dict[str, float | int] | None:
    if not seconds:
        return None
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {
        "count": len(seconds),
        "median": round(statistics.median(ordered), 6),
        "p95": round(late, 6),
        "max": round(ordered[-1], 6),
    }


def _time_text(seconds: list[float]) -> str:
    found = _times(seconds)
    if found is None:
        return "none"
    median, late, most = (f"{1000 * found[name]:,.1f} ms" for name in ("median", "p95", "max"))
    return f"median {median}, 95 % within {late}, slowest {most}"
