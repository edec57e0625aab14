"""Claims of the thesis about its bots, and our own. Intervals are over decks and trees; an undecided claim is a tie, as
far as these fights show.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from ludus.design.delve.playtest.bot_fights import deck_set
from ludus.studies.claims import Claim, above_mark, below_mark, judge_family, scaled
from ludus.studies.delve_players.config import THESIS_BOTS, FiveBots, runner_text
from ludus.studies.delve_players.results import DelvePlayersResults

MIN_TURNS, MAX_TURNS = 2, 6  # turns to win on average
POINTS_UNIT, TURNS_UNIT, ENCOUNTERS_UNIT = "points of wins more", "turns", "encounters a run more"
OWN_SOURCE = "this study"
FAMILY = "claims about bots"
ENCOUNTERS_SET = "encounters were calibrated so that about seven of ten fights are won, in about four turns"
deck_claim = partial(Claim, sample_unit="deck")


def make_claims(results: DelvePlayersResults) -> list[Claim]:
    """Make all claims."""
    parts = (_skill_order, _turns, _ranges, _gap, _strategist, _picks)
    claims = [claim for part in parts for claim in part(results)]
    return judge_family(FAMILY, claims, {"deck": len(deck_set(results.settings.decks))})


def ahead_of_best_turn(ours: str) -> str:
    """Return the statement of the claim that our bot wins more than BestTurnBot."""
    return _ahead(ours, THESIS_BOTS[-2])


def _ahead(ours: str, name: str) -> str:
    return f"{ours} wins more than {name}"


def _target_rules(results: DelvePlayersResults) -> list[tuple[str, FiveBots]]:
    return [
        ("aiming at the most urgent", results.settings.urgent),
        ("aiming at the first in line", results.settings.first),
    ]


def _skill_order(results: DelvePlayersResults) -> Iterator[Claim]:
    for word, five in _target_rules(results):
        for (worse, a), (better, b) in pairwise(zip(THESIS_BOTS, five, strict=True)):
            statement = f"{better} wins more than {worse}, {word}"
            yield deck_claim(
                statement, "8.4", "so with all five trees", scaled(results.win_difference(b, a), 100), POINTS_UNIT
            )


def _turns(results: DelvePlayersResults) -> Iterator[Claim]:
    for word, five in _target_rules(results):
        for (worse, a), (better, b) in pairwise(zip(THESIS_BOTS, five, strict=True)):
            statement = f"{better} needs fewer turns than {worse}, {word}"
            unit = f"{TURNS_UNIT} fewer in fights that both win"
            yield deck_claim(statement, "8.1, 8.4", "so with all five trees", results.turn_difference(a, b), unit)


def _ranges(results: DelvePlayersResults) -> Iterator[Claim]:
    calibrated = partial(deck_claim, calibration=ENCOUNTERS_SET)
    for name, player in zip(THESIS_BOTS, results.settings.urgent, strict=True):
        win, turns = results.win_rate(player), results.turns_to_win(player)
        yield calibrated(f"{name} can win", "8.1", "holds", scaled(win, 100), "percent of fights won")
        yield calibrated(
            f"{name} can lose", "8.1", "holds", scaled(below_mark(win, 1.0), 100), "percent of fights lost"
        )
        yield calibrated(
            f"{name} needs {MIN_TURNS} turns or more to win, on average",
            "8.1",
            "holds",
            above_mark(turns, MIN_TURNS),
            TURNS_UNIT,
        )
        yield calibrated(
            f"{name} needs {MAX_TURNS} turns or fewer to win, on average",
            "8.1",
            "holds",
            below_mark(turns, MAX_TURNS),
            TURNS_UNIT,
        )


def _gap(results: DelvePlayersResults) -> Iterator[Claim]:
    for word, (random, roulette, _, _, lucky) in _target_rules(results):
        yield deck_claim(
            f"RandomBot is further behind RouletteBot than that is behind LuckyBot, {word}",
            "8.4, 9",
            "the other four are close together",
            scaled(results.skill_gap(random, roulette, lucky), 100),
            "points",
        )


def _strategist(results: DelvePlayersResults) -> Iterator[Claim]:
    ours = results.settings.ours
    for name, player in zip(THESIS_BOTS[-2:], results.settings.urgent[-2:], strict=True):
        yield deck_claim(
            _ahead(ours, name),
            OWN_SOURCE,
            "ours",
            scaled(results.win_difference(ours, player), 100),
            POINTS_UNIT,
        )
    for name, urgent, first in zip(
        THESIS_BOTS[1:], results.settings.urgent[1:], results.settings.first[1:], strict=True
    ):
        statement = f"{name} wins more if it aims at the most urgent than at the first in line"
        yield deck_claim(
            statement,
            OWN_SOURCE,
            "the thesis leaves it open",
            scaled(results.win_difference(urgent, first), 100),
            POINTS_UNIT,
        )


def _picks(results: DelvePlayersResults) -> Iterator[Claim]:
    for text in results.settings.runners:
        for worse, better in pairwise(results.settings.picks):
            gain = results.encounter_difference(runner_text(text, better), runner_text(text, worse))
            yield deck_claim(
                f"{text} gets further with {better} picks than with {worse} ones",
                OWN_SOURCE,
                "ours",
                gain,
                ENCOUNTERS_UNIT,
            )
