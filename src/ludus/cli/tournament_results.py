"""The results of a tournament: plain data for programs, tables for people."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.cli.results import estimate_data
from ludus.cli.screen import count_text, facts_table, program_name, make_table
from ludus.cli.tournament_progress import shortened
from ludus.lab.tournament_words import (
    format_elo,
    faults_text,
    headline,
    format_percent,
    caveats,
    replay_command,
    strongest_player,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ludus.arena import Standings, Tournament
    from ludus.stats import Estimate

MAX_MATRIX_WIDTH = 100  # columns that the win matrix may take
NAME_WIDTH = 20  # columns for names


def tournament_data(tournament: Tournament, results: Standings) -> dict[str, Any]:
    """Everything except times; the same for any number of threads."""
    from ludus.arena.meeting import pair_text

    return {
        **{name: value for name, value in tournament.plan().items() if name not in ("ludus", "versions", "players")},
        "games": results.games,
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
            }
            for row in results.players
        ],
        "pairs": [
            {
                "pair": pair_text(row.group),
                "players": [results.names[k] for k in row.group],
                "games": row.games,
                "shares": [estimate_data(share) for share in row.shares],
                "expected": row.expected,
                "seats": [estimate_data(share) for share in row.seats],
                "length": estimate_data(row.length),
                "test": None if row.verdict is None else {"decision": row.verdict.decision, "llr": row.verdict.llr},
            }
            for row in results.pairs
        ],
        "seats": [estimate_data(share) for share in results.seat_shares],
        "length": estimate_data(results.length),
        "endings": results.endings,
    }


def print_tournament(
    console: Console, tournament: Tournament, results: Standings, folder: Path, seconds: float
) -> None:
    """Print the tables of a tournament."""
    console.print(headline(tournament, results), style="bold")
    console.print()
    console.print(standings_table(results))
    console.print()
    for sentence in (strongest_player(results, tournament.kind), *caveats(tournament, results)):
        console.print(sentence)
    if results.seats == 2:
        console.print()
        console.print("Win rate of the row against the column in %, with 95 % intervals", style="bold")
        console.print(
            win_matrix(results, min(MAX_MATRIX_WIDTH, console.width))
            or "too many players for this screen: see pairs.csv"
        )
        if not has_intervals(results, min(MAX_MATRIX_WIDTH, console.width)):
            console.print("The intervals do not fit here: they are in pairs.csv and report.html.")
    console.print()
    console.print(facts_table(_facts(tournament, results, folder, seconds)))
    replay = replay_command(folder, _first_game_address(results)).replace("ludus", program_name(), 1)
    console.print(f"\nAny of these games, here the first one:\n  {replay}", soft_wrap=True)


def standings_table(results: Standings) -> Table:
    """A row for each player, best first."""
    rated = results.ratings is not None
    faulty = any(row.faults for row in results.players)
    columns = [
        "",
        "player",
        *(["rating"] if rated else []),
        "share  [95 % interval]",
        *(["points"] * (not rated)),
        "games",
    ]
    rows = make_table(*columns, *(["faults"] if faulty else []), right=("", "games", "faults"))
    for rank, row in enumerate(results.players, 1):
        cells = [str(rank), shortened(row.name, 2 * NAME_WIDTH)]
        cells += [format_elo(row.rating)] if row.rating else []
        cells += [format_percent(row.share)]
        cells += [] if rated else [f"{row.points.value:.1f}  [{row.points.low:.1f}, {row.points.high:.1f}]"]
        cells += [f"{row.games:,}"]
        rows.add_row(*cells, *([f"{sum(row.faults.values()):,}"] if faulty else []))
    return rows


def win_matrix(results: Standings, width: int) -> Table | None:
    """The win rate of each player against each other, as exact as the width allows; None if it does not fit."""
    players = results.players
    names = [f"{rank} {shortened(row.name, NAME_WIDTH)}" for rank, row in enumerate(players, 1)]
    for cell_format in CELL_FORMATS:
        cells = _cells(results, cell_format)
        if _fits(names, cells, width):
            rows = make_table("", *map(str, range(1, len(players) + 1)))
            for name, line in zip(names, cells, strict=True):
                rows.add_row(name, *line)
            return rows
    return None


def has_intervals(results: Standings, width: int) -> bool:
    """Whether the matrix has space for intervals at this width."""
    names = [f"{rank} {shortened(row.name, NAME_WIDTH)}" for rank, row in enumerate(results.players, 1)]
    return any(_fits(names, _cells(results, cell_format), width) for cell_format in CELL_FORMATS[:-1])


def _cells(results: Standings, form: Callable[[Estimate | None], str]) -> list[list[str]]:
    players = results.players
    return [
        ["–" if row is other else form(results.against(row.number, other.number)) for other in players]
        for row in players
    ]


def _fits(names: list[str], cells: list[list[str]], width: int) -> bool:
    return sum(3 + max(map(len, column)) for column in [names, *zip(*cells, strict=True)]) <= width


def _exact(share: Estimate | None) -> str:
    return f"{100 * share.value:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]" if share else "·"


def _round(share: Estimate | None) -> str:
    return f"{100 * share.value:.0f} [{100 * share.low:.0f}, {100 * share.high:.0f}]" if share else "·"


def _bare(share: Estimate | None) -> str:
    return f"{100 * share.value:.0f}" if share else "·"


CELL_FORMATS = (_exact, _round, _bare)  # the most exact one that fits is used


def _facts(tournament: Tournament, results: Standings, folder: Path, seconds: float) -> dict[str, str]:
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
    rows["time"] = f"{seconds:,.1f} s"
    rows["seed"] = str(tournament.seed)
    rows["content"] = tournament.content.digest
    rows["tables"] = f"{folder} (report.html to look at, games.csv has {count_text(results.games, 'row')})"
    return rows


def _first_game_address(results: Standings) -> str:
    from ludus.arena.meeting import address_text

    return address_text(results.pairs[0].group, 0)
