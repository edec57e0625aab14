"""Claims of the thesis about its bots, and our own. A claim holds or fails if the whole 95 % interval says so; else it
is undecided: a tie, as far as these fights show.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ludus.stats import Estimate
from ludus.studies.claim import Claim
from ludus.studies.delve_players.config import NAMES, Five, runner
from ludus.studies.delve_players.findings import Findings

LEAST, MOST = 2, 6  # turns to win on average
POINTS, TURNS, ENCOUNTERS = "points of wins more", "turns", "encounters a run more"
OURS = "this study"


def judge(found: Findings) -> list[Claim]:
    """Make all claims."""
    parts = (_order, _turns, _ranges, _gap, _ours, _picks)
    return [claim for part in parts for claim in part(found)]


def _kinds(found: Findings) -> list[tuple[str, Five]]:
    return [("aiming at the most urgent", found.settings.urgent), ("aiming at the first in line", found.settings.first)]


def _order(found: Findings) -> Iterator[Claim]:
    for word, five in _kinds(found):
        for (worse, a), (better, b) in pairwise(zip(NAMES, five, strict=True)):
            statement = f"{better} wins more than {worse}, {word}"
            yield Claim(statement, "8.4", "so with all five trees", _percent(found.ahead(b, a)), POINTS)


def _turns(found: Findings) -> Iterator[Claim]:
    for word, five in _kinds(found):
        for (worse, a), (better, b) in pairwise(zip(NAMES, five, strict=True)):
            statement = f"{better} needs fewer turns than {worse}, {word}"
            unit = f"{TURNS} fewer in fights that both win"
            yield Claim(statement, "8.1, 8.4", "so with all five trees", found.slower(a, b), unit)


def _ranges(found: Findings) -> Iterator[Claim]:
    for name, player in zip(NAMES, found.settings.urgent, strict=True):
        win, turns = found.win(player), found.turns_to_win(player)
        yield Claim(f"{name} can win", "8.1", "holds", _percent(win), "percent of fights won")
        yield Claim(f"{name} can lose", "8.1", "holds", _percent(_less(1.0, win)), "percent of fights lost")
        yield Claim(
            f"{name} needs {LEAST} turns or more to win, on average", "8.1", "holds", _above(turns, LEAST), TURNS
        )
        yield Claim(f"{name} needs {MOST} turns or fewer to win, on average", "8.1", "holds", _less(MOST, turns), TURNS)


def _gap(found: Findings) -> Iterator[Claim]:
    for word, (random, roulette, _, _, lucky) in _kinds(found):
        yield Claim(
            f"RandomBot is further behind RouletteBot than that is behind LuckyBot, {word}",
            "8.4, 9",
            "the other four are close together",
            _percent(found.gap(random, roulette, lucky)),
            "points",
        )


def _ours(found: Findings) -> Iterator[Claim]:
    ours = found.settings.ours
    for name, player in zip(NAMES[-2:], found.settings.urgent[-2:], strict=True):
        yield Claim(f"{ours} wins more than {name}", OURS, "ours", _percent(found.ahead(ours, player)), POINTS)
    for name, urgent, first in zip(NAMES[1:], found.settings.urgent[1:], found.settings.first[1:], strict=True):
        statement = f"{name} wins more if it aims at the most urgent than at the first in line"
        yield Claim(statement, OURS, "the thesis leaves it open", _percent(found.ahead(urgent, first)), POINTS)


def _picks(found: Findings) -> Iterator[Claim]:
    for text in found.settings.runners:
        for worse, better in pairwise(found.settings.picks):
            gain = found.clears_more(runner(text, better), runner(text, worse))
            yield Claim(
                f"{text} gets further with {better} picks than with {worse} ones", OURS, "ours", gain, ENCOUNTERS
            )


def _percent(each: Estimate) -> Estimate:
    return Estimate(100 * each.value, 100 * each.low, 100 * each.high, each.count)


def _above(each: Estimate, mark: float) -> Estimate:
    return Estimate(each.value - mark, each.low - mark, each.high - mark, each.count)


def _less(mark: float, each: Estimate) -> Estimate:
    """The mark minus the estimate."""
    return Estimate(mark - each.value, mark - each.high, mark - each.low, each.count)
