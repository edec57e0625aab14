"""Official standings of a contest: ranks by its rules, with disqualified bots and tie-breaks applied.

The other tables of a tournament show the games as they were played. standings.csv shows what counts by the rules:

    rank           empty for a disqualified bot; tied bots share a rank
    player, number
    games          that count
    share          win rate in them, with its 95 % interval in _low and _high
    rating         in Elo around the mean of the bots that count, likewise; empty if they cannot be compared
    pairs_won      opponents with a win rate above one half, exactly one half counting half; in games of two
    points         mean score in the game's own points
    faults         games lost by own fault, of all that were played
    decided_by     the criterion that separates the bot from the one above
    disqualified   why
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ludus.arena.compiled_games import Outcomes
from ludus.arena.contest_rules import ContestRules
from ludus.arena.standings import PairGames, count_endings
from ludus.bots.bot import FAULTS, STARVED
from ludus.stats import Estimate, GroupResults, Ratings, pooled_mean, pooled_proportion, rate
from ludus.util.csv_text import csv_field, decimal
from ludus.util.files import atomic_write
from ludus.util.text import plural

STANDINGS_FILE = "standings.csv"
VALUE_DECIMALS = 9  # decimals in which two bots must agree to be tied


@dataclass(frozen=True)
class ContestRow:
    """One bot in the official standings."""

    number: int
    name: str
    rank: int | None  # None: disqualified
    games: int  # that count
    played: int
    share: Estimate | None  # None: no game counts
    rating: Estimate | None
    pairs_won: float | None
    points: Estimate | None
    faults: dict[str, int]  # in all games that were played
    decided_by: str  # what separates it from the bot above; empty for the first, and for bots that share a rank
    disqualified: str  # why, or empty


@dataclass(frozen=True)
class ContestStandings:
    """The official standings: ranked bots first, then disqualified ones."""

    rules: ContestRules
    rows: list[ContestRow]
    games: int  # that count
    played: int

    @property
    def disqualified(self) -> list[ContestRow]:
        return [row for row in self.rows if row.disqualified]


def contest_standings(
    rules: ContestRules,
    names: list[str],
    reasons: Sequence[str],
    played: list[PairGames],
    order: list[int] | None = None,
) -> ContestStandings:
    """Compute the official standings from all games.

    Disqualification looks at the games as they were played, once: annulled games of one bot do not save another.

    Args:
        rules: The rules of the contest.
        names: The players.
        reasons: The end reasons by number.
        played: The games of every pair.
        order: The ladder, best first, if there is one.
    """
    count, seats = len(names), len(played[0].group)
    faults, total = [dict[str, int]() for _ in names], [0] * count
    for pair in played:
        for (reason, culprit), number in count_endings(pair, reasons).items():
            if culprit is not None:
                faults[culprit][reason] = faults[culprit].get(reason, 0) + number
        for k in pair.group:
            total[k] += len(pair.outcomes)
    out = {k: why for k in range(count) if (why := _disqualification(rules, faults[k], total[k]))}
    counted = _counted_pairs(rules, played, set(out))
    ratings = _ratings(counted, count) if seats > 1 else {}
    series = [
        [pair.by_deal[:, :, pair.group.index(k)].mean(axis=1) for pair in counted if k in pair.group]
        for k in range(count)
    ]
    scores = [[pair.points(pair.group.index(k)) for pair in counted if k in pair.group] for k in range(count)]
    rows = [
        ContestRow(
            k,
            names[k],
            None,
            sum(len(pair.outcomes) for pair in counted if k in pair.group),
            total[k],
            pooled_proportion(series[k]) if series[k] else None,
            ratings.get(k),
            _pairs_won(counted, k) if seats == 2 else None,
            pooled_mean(scores[k]) if scores[k] else None,
            faults[k],
            "",
            out.get(k, ""),
        )
        for k in range(count)
    ]
    ranked = _rank(rules, [row for row in rows if not row.disqualified], counted, order)
    last = [row for row in rows if row.disqualified]
    all_games = sum(len(pair.outcomes) for pair in played)
    return ContestStandings(rules, [*ranked, *last], sum(len(pair.outcomes) for pair in counted), all_games)


def write_standings(folder: Path, standings: ContestStandings) -> None:
    """Write standings.csv into a folder."""
    atomic_write(folder / STANDINGS_FILE, standings_csv(standings).encode())


def standings_csv(standings: ContestStandings) -> str:
    """The text of standings.csv."""
    columns = ["rank", "player", "number", "games"]
    columns += [f"{name}{end}" for name in ("share", "rating", "points") for end in ("", "_low", "_high")]
    columns += ["pairs_won", "faults", "decided_by", "disqualified"]
    lines: list[list[str | int | None]] = [[*columns]]
    for row in standings.rows:
        cells: list[str | int | None] = [row.rank, row.name, row.number, row.games]
        for estimate, digits in ((row.share, 6), (row.rating, 2), (row.points, 2)):
            if estimate is None:
                cells += [None] * 3
            else:
                cells += [decimal(value, digits) for value in (estimate.value, estimate.low, estimate.high)]
        cells += [decimal(row.pairs_won, 1), sum(row.faults.values()), row.decided_by, row.disqualified]
        lines.append(cells)
    return "".join(",".join("" if cell is None else csv_field(str(cell)) for cell in line) + "\n" for line in lines)


def _disqualification(rules: ContestRules, faults: dict[str, int], games: int) -> str:
    """Why a bot is disqualified, or nothing."""
    counting = rules.fault_reasons or [reason for reason in FAULTS if reason != STARVED]
    number = sum(count for reason, count in faults.items() if reason in counting)
    lost = f"{plural(number, 'game')} of {games:,} lost by own fault"
    if rules.max_faults is not None and number > rules.max_faults:
        return f"{lost}, more than {rules.max_faults:,}"
    if rules.max_fault_percent is not None and number * 100 > rules.max_fault_percent * games:
        return f"{lost}, more than {rules.max_fault_percent:g} %"
    return ""


def _counted_pairs(rules: ContestRules, played: list[PairGames], out: set[int]) -> list[PairGames]:
    """The pairs whose games count, with the results that count."""
    if not out or rules.disqualified_games == "kept":
        return played
    pairs = []
    for pair in played:
        guilty = [k in out for k in pair.group]
        if not any(guilty):
            pairs.append(pair)
        elif rules.disqualified_games == "lost" and not all(guilty):
            pairs.append(replace(pair, outcomes=_lost(pair, guilty)))
    return pairs


def _lost(pair: PairGames, guilty: list[bool]) -> Outcomes:
    """The games of a pair as lost by the guilty players; the others share the win."""
    seats, count = len(pair.group), len(pair.outcomes)
    # player (seat + number) % seats has a seat in a game
    by_seat = np.array(guilty)[(np.arange(seats)[None, :] + np.arange(count)[:, None]) % seats]
    payoffs = np.where(by_seat, 0.0, 1.0 / (seats - sum(guilty)))
    return replace(pair.outcomes, payoffs=payoffs)


def _ratings(counted: list[PairGames], count: int) -> dict[int, Estimate]:
    """The rating of each player that has games that count; none if they cannot be compared."""
    present = sorted({k for pair in counted for k in pair.group})
    if len(present) < 2:
        return {}
    place = {k: at for at, k in enumerate(present)}
    contests = [GroupResults(tuple(place[k] for k in pair.group), pair.by_deal) for pair in counted]
    try:
        ratings: Ratings = rate(contests, len(present))
    except ValueError:  # games of disqualified bots were the only link
        return {}
    return {k: ratings.player(place[k]) for k in present if k < count}


def _pairs_won(counted: list[PairGames], player: int) -> float:
    shares = [pair.by_deal[:, :, pair.group.index(player)].mean() for pair in counted if player in pair.group]
    return float(sum(1.0 if share > 0.5 else 0.5 if share == 0.5 else 0.0 for share in shares))


def _rank(
    rules: ContestRules, rows: list[ContestRow], counted: list[PairGames], order: list[int] | None
) -> list[ContestRow]:
    """Rank bots by the criteria in their order."""
    groups: list[tuple[list[ContestRow], str]] = [(rows, "")]  # with what separates a group from the one above
    for criterion in (rules.by, *rules.tie_breaks):
        margin = rules.tie_margin if criterion == rules.by else 0.0
        split: list[tuple[list[ContestRow], str]] = []
        for group, decided_by in groups:
            parts = _split(group, criterion, margin, counted, order)
            split += [(part, decided_by if at == 0 else criterion) for at, part in enumerate(parts)]
        groups = split
    ranked: list[ContestRow] = []
    for group, decided_by in groups:
        rank = len(ranked) + 1
        ranked += [
            replace(row, rank=rank, decided_by=decided_by if at == 0 else "")
            for at, row in enumerate(sorted(group, key=lambda row: row.number))
        ]
    return ranked


def _split(
    group: list[ContestRow], criterion: str, margin: float, counted: list[PairGames], order: list[int] | None
) -> list[list[ContestRow]]:
    """Bots that were tied so far, in groups that are still tied, the best first."""
    if len(group) < 2:
        return [group] if group else []
    values = {row.number: _value(row, criterion, group, counted, order) for row in group}
    parts: list[list[ContestRow]] = []
    best = 0.0
    for row in sorted(group, key=lambda row: (-values[row.number], row.number)):
        value = values[row.number]
        if parts and (value == best or best - value <= margin + 10**-VALUE_DECIMALS):
            parts[-1].append(row)
        else:
            parts.append([row])
            best = value
    return parts


def _value(
    row: ContestRow, criterion: str, group: list[ContestRow], counted: list[PairGames], order: list[int] | None
) -> float:
    """What a criterion gives a bot; more is better."""
    if criterion == "head to head":
        tied = {other.number for other in group}
        shares = [
            pair.by_deal[:, :, pair.group.index(row.number)].mean()
            for pair in counted
            if row.number in pair.group and set(pair.group) <= tied
        ]
        return round(float(np.mean(shares)), VALUE_DECIMALS) if shares else 0.5
    if criterion == "ladder":
        assert order is not None
        return -float(order.index(row.number))
    values = {
        "rating": row.rating.value if row.rating else None,
        "win rate": row.share.value if row.share else None,
        "pairs won": row.pairs_won,
        "score": row.points.value if row.points else None,
        "fewer faults": -float(sum(row.faults.values())),
        "field order": -float(row.number),
    }
    value = values[criterion]
    return -np.inf if value is None else float(value)
