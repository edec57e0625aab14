"""The results of matches and tournaments: plain data for programs, tables for people."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.arena.kept_bots import keep_texts, start_text
from ludus.arena.player_names import short_names
from ludus.cli.backend_options import backend_text
from ludus.cli.console import facts_table, make_table, program_name
from ludus.report.tournament import (
    CONTEST_COLUMNS,
    caveats,
    contest_facts,
    contest_row_texts,
    faults_text,
    format_elo,
    format_percent,
    headline,
    replay_command,
    strongest_player,
)
from ludus.util.text import option_words, plural

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ludus.arena import Match, Outcomes, Tournament, TournamentResult
    from ludus.arena.contest_standings import ContestStandings
    from ludus.arena.episode import StarvedGame
    from ludus.backends import Backend
    from ludus.bots import BotFactory
    from ludus.bots.bot import EndErrors
    from ludus.stats import Estimate


@dataclass(frozen=True)
class MatchReport:
    """Results of a match. The games of one deal, each with other seats, are one observation of every estimate."""

    match: Match
    outcomes: Outcomes
    bots: list[str]  # by player, as the user wrote them
    names: list[str]  # the same, made unique
    options: dict[str, Any]  # those the user chose
    win_rates: list[Estimate]  # by player
    seat_win_rates: list[Estimate]  # by seat
    length: Estimate
    endings: dict[str, int]  # the game's own end reasons, and faults that occurred
    faults: list[dict[str, int]]  # by player: games lost by its own fault, by reason
    extra_facts: dict[str, str]  # further facts, such as the verdict of a test

    @classmethod
    def of(
        cls,
        match: Match,
        outcomes: Outcomes,
        bots: list[str],
        options: dict[str, Any],
        extra_facts: dict[str, str] | None = None,
        names: list[str] | None = None,
    ) -> MatchReport:
        from ludus.arena.match_result import MatchResult

        result = MatchResult.compute(match, outcomes, names or bots)
        return cls(
            match,
            outcomes,
            bots,
            result.names,
            options,
            result.payoffs,
            result.seat_payoffs,
            result.length,
            result.end_reasons,
            result.faults,
            extra_facts or {},
        )

    def as_dict(self) -> dict[str, Any]:
        """Everything except times; the same on every backend."""
        import msgspec

        from ludus import __version__

        options = msgspec.to_builtins(self.match.content.options)
        players = zip(self.bots, self.win_rates, strict=True)
        return {
            "ludus": __version__,
            "game": self.match.game.name,
            "rules": self.match.game.version,
            "options": {name: options[name] for name in sorted(self.options)},
            "content": self.match.content.digest,
            **({"from": self.match.file} if self.match.file else {}),
            "seed": self.match.seed,
            "games": len(self.outcomes),
            "deals": len(self.outcomes) // (1 if self.match.own_deals else self.match.per_deal),
            **({"keep": True} if self._kept else {}),
            "players": [
                {"bot": bot, "share": estimate_data(rate), "faults": faults}
                | ({"name": name} if name.partition(" #")[0] != bot else {})
                | ({"cheats": True} if is_declared_cheat(player) else {})
                | end_errors_data(player)
                | starved_data(self.match.starved, number)
                for number, ((bot, rate), name, faults, player) in enumerate(
                    zip(players, self.names, self.faults, self.match.players, strict=True)
                )
            ],
            "seats": [{"share": estimate_data(rate)} for rate in self.seat_win_rates],
            "length": estimate_data(self.length),
            "endings": {reason: number for reason, number in self.endings.items() if reason != "running"},
            **self.extra_facts,
            "results": self.outcomes.digest(),
        }

    @property
    def _kept(self) -> list[str]:
        """What became of each kept bot."""
        return keep_texts(self.names, self.match.players)

    def _start(self) -> str:
        """Whether every game started from the folders of the bots as submitted."""
        from ludus.bots.python import InProcessBot

        in_process = any(isinstance(player, InProcessBot) for player in self.match.players)
        return start_text(self.names, self.bots, bool(self._kept), in_process, False)

    def show(self, console: Console, seconds: float, backend: Backend) -> None:
        """Print the table of a match."""
        played = plural(len(self.outcomes), "game")
        seats = self.match.seats
        deals = f", {plural(len(self.outcomes) // seats, 'deal')} from every seat" if seats > 1 else ""
        if seats > 1 and self.match.own_deals:
            deals = ", each with a deal of its own, from every seat equally often"
        if seats > 1 and self.match.per_deal == 1:
            deals = f", deals from seed {self.match.seed} on, fixed seats"
        if self.match.file:
            deals += f", beginning with {self.match.file}"
        console.print(f"{self.match.game.title}: {played}{deals}", style="bold")
        console.print()
        rows = make_table("player", "win rate  [95 % interval]")
        for name, rate in zip(self.names, self.win_rates, strict=True):
            rows.add_row(name, format_percent(rate))
        if seats > 1:
            rows.add_row("")
            for seat, rate in enumerate(self.seat_win_rates if seats > 2 else self.seat_win_rates[:1]):
                rows.add_row("first seat" if seat == 0 else f"seat {seat + 1}", format_percent(rate))
        console.print(rows)
        console.print()
        console.print(facts_table(self.facts(seconds, backend)))
        if self.match.reproducible and not self.match.file:
            replay = self.replay_command(0).replace("ludus", program_name(), 1)
            console.print(f"\nAny of these games as a replay, here game 0:\n  {replay}", soft_wrap=True)

    def facts(self, seconds: float, backend: Backend) -> dict[str, str]:
        length, speed = self.length, len(self.outcomes) / max(seconds, 1e-9)
        # a single deal has no interval
        interval = f"  [{length.low:.2f}, {length.high:.2f}]" if math.isfinite(length.low) else ""
        counts = sorted(((-number, reason) for reason, number in self.endings.items() if number))
        lost = [
            f"{name}: {', '.join(f'{reason} {number:,}' for reason, number in by_reason.items())}"
            for name, by_reason in zip(self.names, self.faults, strict=True)
            if by_reason
        ]
        at_fault = {"at fault": "; ".join(lost)} if lost else {}
        cheats = [
            name for name, player in zip(self.names, self.match.players, strict=True) if is_declared_cheat(player)
        ]
        if cheats:
            at_fault["cheats"] = f"{', '.join(cheats)}: looks at what its seat cannot see"
        if start := self._start():
            at_fault["bots"] = "\n".join([start, *self._kept])
        at_fault |= end_errors_fact(self.names, self.match.players)
        at_fault |= starved_fact(self.names, self.match.starved)
        return {
            "length": f"{length.value:.2f}{interval} decisions a game",
            "ended by": ", ".join(f"{reason} {-number:,}" for number, reason in counts),
            **at_fault,
            **self.extra_facts,
            "speed": f"{speed:,.{0 if speed >= 10 else 2}f} games a second on {backend_text(backend)}",
            "time": f"{_duration(1 / speed)} a game",
            "seed": str(self.match.seed),
            "content": self.match.content.digest,
            "results": self.outcomes.digest(),
        }

    def command(self) -> str:
        """The command that gives these results again."""
        return match_command(self.match, self.bots, self.options, f"-n {len(self.outcomes)}")

    def replay_command(self, game: int, file: str = "game.json") -> str:
        return match_command(
            self.match, self.bots, self.options, f"-n 0 --game {game} --save-replay {shlex.quote(file)}"
        )


def match_command(match: Match, bots: list[str], options: dict[str, Any], rest: str) -> str:
    from ludus.core.game_registry import game_argument

    words = ["ludus", "match", game_argument(match.game), *bots, *option_words(options)]
    if match.file:
        words += ["--from", match.file]
    row = " --in-a-row" if match.seats > 1 and match.per_deal == 1 else ""
    row += " --keep" if match.own_deals else ""
    return f"{shlex.join(words)} --seed {match.seed}{row} {rest}"


def _duration(seconds: float) -> str:
    """A time in a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def is_declared_cheat(player: BotFactory) -> bool:
    """Whether a bot is a declared cheat. Only compiled ones can be: others see observations only."""
    return getattr(player, "cheats", False)


def estimate_data(estimate: Estimate) -> dict[str, float | int | None]:
    """An estimate as plain data; unknown values are null."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in estimate.as_dict().items()
    }


MAX_MATRIX_WIDTH = 100  # columns that the win matrix may take
NAME_WIDTH = 20  # columns for names


def tournament_data(tournament: Tournament, results: TournamentResult) -> dict[str, Any]:
    """Everything except times; the same for any number of threads."""
    from ludus.arena.pairing import pair_text

    return {
        **{name: value for name, value in tournament.plan().items() if name not in ("ludus", "versions", "players")},
        "games": results.games,
        "games_digest": tournament.games_digest,
        "players": [
            {
                "bot": tournament.texts[row.number],
                "number": row.number,
                "name": row.name,
                "games": row.games,
                "rating": estimate_data(row.rating) if row.rating else None,
                "share": estimate_data(row.share),
                "points": estimate_data(row.points),
                "ahead": estimate_data(row.ahead) if row.ahead else None,
                "chance": row.chance,
                "openskill": {"mu": row.skill.mu, "sigma": row.skill.sigma},
                "faults": row.faults,
                **end_errors_data(tournament.player(row.number)),
            }
            for row in results.players
        ],
        "pairs": [
            {
                "pair": pair_text(row.group),
                "players": [results.names[k] for k in row.group],
                "games": row.games,
                "shares": [estimate_data(rate) for rate in row.shares],
                "expected": row.expected,
                "seats": [estimate_data(rate) for rate in row.seats],
                "length": estimate_data(row.length),
                "test": None if row.verdict is None else {"decision": row.verdict.decision, "llr": row.verdict.llr},
            }
            for row in results.pairs
        ],
        "seats": [estimate_data(rate) for rate in results.seat_shares],
        "length": estimate_data(results.length),
        "endings": results.endings,
        **({} if tournament.standings is None else {"standings": _standings_data(tournament.standings)}),
    }


def _standings_data(standings: ContestStandings) -> list[dict[str, Any]]:
    """The official standings of a contest as plain data."""
    return [
        {
            "rank": row.rank,
            "name": row.name,
            "number": row.number,
            "games": row.games,
            "share": estimate_data(row.share) if row.share else None,
            "rating": estimate_data(row.rating) if row.rating else None,
            "pairs_won": row.pairs_won,
            "faults": row.faults,
            "decided_by": row.decided_by,
            "disqualified": row.disqualified,
        }
        for row in standings.rows
    ]


def contest_table(standings: ContestStandings) -> Table:
    """The official standings of a contest."""
    table = make_table("", "bot", *CONTEST_COLUMNS, right=("", "games that count", "faults"))
    short = short_names([row.name for row in standings.rows], 2 * NAME_WIDTH)
    for row, name in zip(standings.rows, short, strict=True):
        table.add_row("–" if row.rank is None else str(row.rank), name, *contest_row_texts(row))
    return table


def print_tournament(
    console: Console, tournament: Tournament, results: TournamentResult, folder: Path, seconds: float
) -> None:
    """Print the tables of a tournament."""
    console.print(headline(tournament, results), style="bold")
    console.print()
    if tournament.standings is not None:
        console.print("Standings by the rules", style="bold")
        console.print(contest_table(tournament.standings))
        console.print()
        console.print(" ".join(contest_facts(tournament.standings)))
        console.print()
        console.print("The games as they were played", style="bold")
    console.print(standings_table(results))
    console.print()
    own_deals = tournament.limits.keep
    for sentence in (strongest_player(results, tournament.kind, own_deals), *caveats(tournament, results)):
        console.print(sentence)
    if results.seats == 2:
        console.print()
        width = min(MAX_MATRIX_WIDTH, console.width)
        intervals = has_intervals(results, width)
        title = "Win rate of the row against the column in %"
        console.print(f"{title}, with 95 % intervals" if intervals else title, style="bold")
        console.print(win_matrix(results, width) or "too many players for this screen: see pairs.csv")
        if not intervals:
            console.print("The intervals do not fit here: they are in pairs.csv and report.html.")
    console.print()
    console.print(facts_table(_facts(tournament, results, folder, seconds)))
    replay = replay_command(tournament, folder, _first_game_address(results)).replace("ludus", program_name(), 1)
    console.print(f"\nAny of these games, here the first one:\n  {replay}", soft_wrap=True)


def standings_table(results: TournamentResult) -> Table:
    """A row for each player, best first."""
    rated = results.ratings is not None
    faulty = any(row.faults for row in results.players)
    columns = [
        "",
        "player",
        *(["rating"] if rated else []),
        "win rate  [95 % interval]",
        *(["points"] * (not rated)),
        "games",
    ]
    rows = make_table(*columns, *(["faults"] if faulty else []), right=("", "games", "faults"))
    short = short_names([row.name for row in results.players], 2 * NAME_WIDTH)
    for rank, row in enumerate(results.players, 1):
        cells = [str(rank), short[rank - 1]]
        cells += [format_elo(row.rating)] if row.rating else []
        cells += [format_percent(row.share)]
        cells += [] if rated else [f"{row.points.value:.1f}  [{row.points.low:.1f}, {row.points.high:.1f}]"]
        cells += [f"{row.games:,}"]
        rows.add_row(*cells, *([f"{sum(row.faults.values()):,}"] if faulty else []))
    return rows


def win_matrix(results: TournamentResult, width: int) -> Table | None:
    """The win rate of each player against each other, as exact as the width allows; None if it does not fit."""
    players = results.players
    names = _numbered_names(results)
    for cell_format in CELL_FORMATS:
        cells = _cells(results, cell_format)
        if _fits(names, cells, width):
            rows = make_table("", *map(str, range(1, len(players) + 1)))
            for name, line in zip(names, cells, strict=True):
                rows.add_row(name, *line)
            return rows
    return None


def has_intervals(results: TournamentResult, width: int) -> bool:
    """Whether the matrix has space for intervals at this width."""
    names = _numbered_names(results)
    return any(_fits(names, _cells(results, cell_format), width) for cell_format in CELL_FORMATS[:-1])


def _numbered_names(results: TournamentResult) -> list[str]:
    """The names of players by rank, short and with the rank."""
    short = short_names([row.name for row in results.players], NAME_WIDTH)
    return [f"{rank} {name}" for rank, name in enumerate(short, 1)]


def _cells(results: TournamentResult, form: Callable[[Estimate | None], str]) -> list[list[str]]:
    players = results.players
    return [
        ["–" if row is other else form(results.against(row.number, other.number)) for other in players]
        for row in players
    ]


def _fits(names: list[str], cells: list[list[str]], width: int) -> bool:
    lines = [names, *([line for cell in column for line in cell.split("\n")] for column in zip(*cells, strict=True))]
    return sum(3 + max(map(len, column)) for column in lines) <= width


def _exact(rate: Estimate | None) -> str:
    return f"{100 * rate.value:.1f} [{100 * rate.low:.1f}, {100 * rate.high:.1f}]" if rate else "·"


def _round(rate: Estimate | None) -> str:
    return f"{100 * rate.value:.0f} [{100 * rate.low:.0f}, {100 * rate.high:.0f}]" if rate else "·"


def end_errors_data(player: BotFactory) -> dict[str, int]:
    """The number of games of this run after which a bot failed, as in `game_end`; empty if there is none."""
    errors: EndErrors | None = getattr(player, "end_errors", None)
    return {"end_errors": errors.count} if errors is not None and errors.count else {}


def end_errors_fact(names: Sequence[str], players: Sequence[BotFactory]) -> dict[str, str]:
    """Errors of bots after the end of their games in this run, as a row of facts; empty if there are none."""
    rows = []
    for name, player in zip(names, players, strict=True):
        if end_errors_data(player):
            errors: EndErrors = player.end_errors  # type: ignore[attr-defined]
            rows.append(f"{name}: {plural(errors.count, 'game')}, the last: {errors.last}")
    return {"errors after the end": "; ".join(rows)} if rows else {}


def starved_data(games: Sequence[StarvedGame], player: int) -> dict[str, list[int]]:
    """The games that were played once more because a bot had to wait for a processor; empty if there are none."""
    numbers = sorted(game.number for game in games if game.player == player)
    return {"starved": numbers} if numbers else {}


def starved_fact(names: Sequence[str], games: Sequence[StarvedGame]) -> dict[str, str]:
    """Games that were played once more, as a row of facts; empty if there are none."""
    rows = [
        f"{name}: {plural(len(numbers['starved']), 'game')}, the first: {numbers['starved'][0]}"
        for player, name in enumerate(names)
        if (numbers := starved_data(games, player))
    ]
    return {"starved, played once more": "; ".join(rows)} if rows else {}


def _stacked(rate: Estimate | None) -> str:
    return f"{100 * rate.value:.0f}\n[{100 * rate.low:.0f}, {100 * rate.high:.0f}]" if rate else "·"


def _bare(rate: Estimate | None) -> str:
    return f"{100 * rate.value:.0f}" if rate else "·"


CELL_FORMATS = (_exact, _round, _stacked, _bare)  # the most exact one that fits is used


def _facts(tournament: Tournament, results: TournamentResult, folder: Path, seconds: float) -> dict[str, str]:
    rows = {}
    if results.seats > 1:
        firsts = [row.seats[0] for row in results.pairs]
        span = f"; by pair from {100 * min(f.value for f in firsts):.1f} to {100 * max(f.value for f in firsts):.1f} %"
        rows["first seat"] = format_percent(results.seat_shares[0], 1) + (span if len(firsts) > 1 else "")
    length = results.length
    interval = f"  [{length.low:.2f}, {length.high:.2f}]" if math.isfinite(length.low) else ""
    rows["length"] = f"{length.value:.2f}{interval} decisions a game"
    counts = sorted(((-number, reason) for reason, number in results.endings.items()))
    rows["ended by"] = ", ".join(f"{reason} {-number:,}" for number, reason in counts)
    if faults := faults_text(results):
        rows["at fault"] = faults
    rows |= end_errors_fact(tournament.names, [tournament.player(number) for number in range(len(tournament.names))])
    rows["time"] = f"{seconds:,.1f} s"
    rows["seed"] = str(tournament.seed)
    rows["content"] = tournament.content.digest
    if tournament.games_digest:
        rows["digest"] = f"{tournament.games_digest} (of all games: `tournament --verify` compares it)"
    rows["tables"] = f"{folder} (report.html to look at, games.csv has {plural(results.games, 'row')})"
    return rows


def _first_game_address(results: TournamentResult) -> str:
    from ludus.arena.pairing import address_text

    return address_text(results.pairs[0].group, 0)
