"""The results of a tournament: plain data for programs, tables for people."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.cli.results import interval
from ludus.cli.screen import count, facts, program, table
from ludus.cli.tournament_progress import shortened
from ludus.lab.tournament_words import elo, fault_words, headline, percent, remarks, replay_command, strongest

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ludus.arena import Standings, Tournament
    from ludus.stats import Estimate

WIDTH = 100  # columns that the win matrix may take
NAME = 20  # columns for names


def as_dict(tournament: Tournament, results: Standings) -> dict[str, Any]:
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
                "rating": interval(row.rating) if row.rating else None,
                "share": interval(row.share),
                "points": interval(row.points),
                "ahead": interval(row.ahead) if row.ahead else None,
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
                "shares": [interval(share) for share in row.shares],
                "expected": row.expected,
                "seats": [interval(share) for share in row.seats],
                "length": interval(row.length),
                "test": None if row.verdict is None else {"decision": row.verdict.decision, "llr": row.verdict.llr},
            }
            for row in results.pairs
        ],
        "seats": [interval(share) for share in results.seat_shares],
        "length": interval(results.length),
        "endings": results.endings,
    }


def show(console: Console, tournament: Tournament, results: Standings, folder: Path, seconds: float) -> None:
    """Print the tables of a tournament."""
    console.print(headline(tournament, results), style="bold")
    console.print()
    console.print(standings_table(results))
    console.print()
    for sentence in (strongest(results, tournament.kind), *remarks(tournament, results)):
        console.print(sentence)
    if results.seats == 2:
        console.print()
        console.print("Win rate of the row against the column in %, with 95 % intervals", style="bold")
        console.print(
            win_matrix(results, min(WIDTH, console.width)) or "too many players for this screen: see pairs.csv"
        )
        if not has_intervals(results, min(WIDTH, console.width)):
            console.print("The intervals do not fit here: they are in pairs.csv and report.html.")
    console.print()
    console.print(facts(_facts(tournament, results, folder, seconds)))
    replay = replay_command(folder, _first(results)).replace("ludus", program(), 1)
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
    rows = table(*columns, *(["faults"] if faulty else []), right=("", "games", "faults"))
    for rank, row in enumerate(results.players, 1):
        cells = [str(rank), shortened(row.name, 2 * NAME)]
        cells += [elo(row.rating)] if row.rating else []
        cells += [percent(row.share)]
        cells += [] if rated else [f"{row.points.value:.1f}  [{row.points.low:.1f}, {row.points.high:.1f}]"]
        cells += [f"{row.games:,}"]
        rows.add_row(*cells, *([f"{sum(row.faults.values()):,}"] if faulty else []))
    return rows


def win_matrix(results: Standings, width: int) -> Table | None:
    """The win rate of each player against each other, as exact as the width allows; None if it does not fit."""
    players = results.players
    names = [f"{rank} {shortened(row.name, NAME)}" for rank, row in enumerate(players, 1)]
    for cell_format in FORMS:
        cells = _cells(results, cell_format)
        if _fits(names, cells, width):
            rows = table("", *map(str, range(1, len(players) + 1)))
            for name, line in zip(names, cells, strict=True):
                rows.add_row(name, *line)
            return rows
    return None


def has_intervals(results: Standings, width: int) -> bool:
    """Whether the matrix has space for intervals at this width."""
    names = [f"{rank} {shortened(row.name, NAME)}" for rank, row in enumerate(results.players, 1)]
    return any(_fits(names, _cells(results, cell_format), width) for cell_format in FORMS[:-1])


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


FORMS = (_exact, _round, _bare)  # the most exact one that fits is used


def _facts(tournament: Tournament, results: Standings, folder: Path, seconds: float) -> dict[str, str]:
    rows = {}
    if results.seats > 1:
        firsts = [row.seats[0] for row in results.pairs]
        span = f"; by pair from {100 * min(f.value for f in firsts):.1f} to {100 * max(f.value for f in firsts):.1f} %"
        rows["first seat"] = percent(results.seat_shares[0], 1) + (span if len(firsts) > 1 else "")
    length = results.length
    interval = f"  [{length.low:.2f}, {length.high:.2f}]" if math.isfinite(length.low) else ""
    rows["length"] = f"{length.value:.2f}{interval} decisions a game"
    counts = sorted(((-number, reason) for reason, number in results.endings.items()))
    rows["ended by"] = ", ".join(f"{reason} {-number:,}" for number, reason in counts)
    if faults := fault_words(results):
        rows["at fault"] = faults
    rows["time"] = f"{seconds:,.1f} s"
    rows["seed"] = str(tournament.seed)
    rows["content"] = tournament.content.digest
    rows["tables"] = f"{folder} (report.html to look at, games.csv has {count(results.games, 'row')})"
    return rows


def _first(results: Standings) -> str:
    from ludus.arena.meeting import address_text

    return address_text(results.pairs[0].group, 0)
