"""Sentences about the results of a tournament."""

from __future__ import annotations

import math
import shlex
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.design.contract import plural

if TYPE_CHECKING:
    from ludus.arena import Standings, Tournament
    from ludus.arena.standings import PairStanding
    from ludus.stats import Estimate

SURPRISE_FACTOR = 1.5  # distance from the prediction in half intervals; by chance 3 of 1000 pairs are further off
MAX_LISTED = 4  # names in one sentence


def headline(tournament: Tournament, results: Standings) -> str:
    """What was played."""
    pairs, players = len(results.pairs), len(results.names)
    what = {1: "alone", 2: plural(pairs, "pair")}.get(results.seats, f"{pairs:,} groups of {results.seats}")
    deals = max(row.games for row in results.pairs) // results.seats
    played = f"{plural(results.games, 'game')} on the same {plural(deals, 'deal')}"
    return f"{tournament.game.title}: {tournament.kind}, {plural(players, 'player')}, {what}, {played}"


def strongest_player(results: Standings, kind: str) -> str:
    """Which player is strongest, and how certain that is."""
    best, *others = results.players
    lead, second = best.ahead, others[0]
    assert lead is not None
    assert best.chance is not None
    if results.ratings is None:
        span = f"{100 * lead.low:.1f} to {100 * lead.high:.1f}"
        points = f"{100 * lead.value:.1f} points more than {second.name} on the same deals (95 % interval {span})"
        if lead.low > 0:
            return f"{best.name} succeeds most often: {points}."
        return f"{best.name} succeeds most often, but that may be luck: {points}."
    ahead = f"{lead.value:.0f} Elo ahead of {second.name} (95 % interval {_interval_text(lead)})"
    if kind == "ladder":
        top = f"{best.name} is at the top of the ladder, {second.name} is second"
        return f"{top}; by the ratings it is {lead.value:.0f} Elo stronger (95 % interval {_interval_text(lead)})."
    if lead.low > 0:
        return f"{best.name} is the strongest: {ahead}."
    rivals = [row.name for row in others if results.ratings.difference(best.number, row.number).low <= 0]
    return (
        f"{best.name} leads, but it is too early to call it the strongest: {ahead}. "
        f"The chance that it is stronger than {second.name} is {best.chance:.0%}; "
        f"the games do not separate it from {join_names(rivals)}."
    )


def _interval_text(lead: Estimate) -> str:
    return f"{lead.low:.0f} to {lead.high:.0f}"


def caveats(tournament: Tournament, results: Standings) -> list[str]:
    """Caveats that a reader of the numbers should know."""
    sentences = []
    if cheats := [name for k, name in enumerate(results.names) if getattr(tournament.player(k), "cheats", False)]:
        sentences.append(f"{join_names(cheats)} uses hidden information: a declared cheat.")
    if results.ratings is not None and len(results.ratings.tiers) > 1:
        tiers = [[results.names[k] for k in tier] for tier in results.ratings.tiers]
        sentences += [
            f"{join_names(upper)} lost nothing to {join_names(lower)}: the distance of their ratings cannot be measured."
            for upper, lower in pairwise(tiers)
        ]
    odd = [(row.shares[0].value, row.expected[0], row) for row in results.pairs if is_surprising(row) and row.expected]
    if odd:
        odd.sort(key=lambda entry: -abs(entry[0] - entry[1]))
        surprises = [f"{_pair_names(results, row)} {share:.1%}, not {expected:.1%}" for share, expected, row in odd]
        sentences.append(
            f"Ratings do not explain all results. Pairs that differ from the prediction: {join_names(surprises)}."
        )
    if tournament.test is not None:
        low, high = tournament.test.low, tournament.test.high
        early = sum(row.verdict is not None and row.verdict.decision != "running" for row in results.pairs)
        sentences.append(
            f"{early} of {plural(len(results.pairs), 'pair')} ended early, by a sequential test between "
            f"{low:g} and {high:g} Elo. Their shares lean a little towards its verdict."
        )
    return sentences


def is_surprising(row: PairStanding) -> bool:
    """Whether a pair's result differs clearly from what the ratings predict."""
    if row.expected is None or len(row.group) != 2:
        return False
    share, expected = row.shares[0], row.expected[0]
    room = share.value - share.low if expected < share.value else share.high - share.value
    return abs(expected - share.value) > SURPRISE_FACTOR * room


def seat_advantage_text(results: Standings) -> str:
    """Advantage of the first seat over all pairs."""
    first, fair = results.seat_shares[0], 1 / results.seats
    sentence = (
        f"The first seat takes {first.value:.1%} (95 % interval {first.low:.1%} to {first.high:.1%}) over all games"
    )
    if first.low <= fair <= first.high:
        return f"{sentence}: no visible advantage."
    better = "an advantage" if first.value > fair else "a disadvantage"
    return f"{sentence}: {better} of {100 * abs(first.value - fair):.1f} points."


def faults_text(results: Standings) -> str:
    """Games that players lost by their own fault, by reason."""
    return "; ".join(
        f"{row.name}: {', '.join(f'{reason} {number:,}' for reason, number in row.faults.items())}"
        for row in results.players
        if row.faults
    )


def tournament_command(tournament: Tournament) -> str:
    """Command that repeats the tournament."""
    words = ["ludus", "tournament", tournament.game.name, *tournament.texts, "-n", str(tournament.games)]
    words += ["--seed", str(tournament.seed)]
    for name, value in tournament.plan()["options"].items():
        words += ["-o", f"{name}={value}"]
    words += {"ladder": ["--ladder"], "gauntlet": ["--gauntlet"]}.get(tournament.kind, [])
    words += [f"--sprt={tournament.test.text}"] if tournament.test else []
    words += ["--competition"] if tournament.competition else []
    house = tournament.house
    words += ["--in-process"] if house.in_process else []
    words += ["--seconds", f"{house.seconds:g}"] if house.seconds is not None else []
    words += ["--turn-seconds", f"{house.turn_seconds:g}"] if house.turn_seconds is not None else []
    words += ["--memory", str(house.memory)] if house.memory is not None else []
    return shlex.join(words)


def format_percent(estimate: Estimate, digits: int = 2) -> str:
    """Payoff with its interval: `50.12 %  [49.80, 50.44]`."""
    low, high = 100 * estimate.low, 100 * estimate.high
    return f"{100 * estimate.value:.{digits}f} %  [{low:.{digits}f}, {high:.{digits}f}]"


def format_elo(rating: Estimate) -> str:
    """Rating with its interval: `+85  [+60, +110]`."""
    value, low, high = (round(end) if math.isfinite(end) else 0 for end in (rating.value, rating.low, rating.high))
    return f"{value:+}  [{low:+}, {high:+}]" if math.isfinite(rating.low) else f"{value:+}"


def replay_command(folder: Path, address: str) -> str:
    return shlex.join(["ludus", "replay", str(folder), "--game", address])


def join_names(names: list[str], max_names: int = MAX_LISTED) -> str:
    """`a, b and c`; further names are counted."""
    if len(names) > max_names:
        names = [*names[: max_names - 1], f"{len(names) - max_names + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _pair_names(results: Standings, row: PairStanding) -> str:
    return " – ".join(results.names[k] for k in row.group)
