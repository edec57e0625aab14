"""Experiment: all match-ups, and what the study stores of them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.bots import load_compiled_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.tribute.card_stats import PRESENCE_MEASURE, compute_survey
from ludus.design.tribute.learned_patron_pick_order import PickOrder, learn_pick_order, pairing_patron_sets
from ludus.design.tribute.sufficient_stats import DealSums
from ludus.games.tribute import card_and_patron_lookups
from ludus.lab import RunContext
from ludus.report.file_and_column_names import file_slug
from ludus.studies.tribute_thesis.config import (
    GAME,
    TributeThesisConfig,
    all_bots,
    learned_games,
    pair_games,
    patch_content,
    round_robin_games,
    tournament_bots,
)

HALF_POINTS = 2
ROUND_ROBIN_STAGE, TOURNAMENTS_STAGE, WIDTHS_STAGE = (
    "all against all",
    "tournaments with and without apriori",
    "beams by width",
)
BACKUP_STAGE, LEARNED_STAGE = "maximum against mean", "one bot with learned patrons"


def run_experiment(settings: TributeThesisConfig, context: RunContext) -> None:
    """Play all match-ups."""
    five = len(tournament_bots(settings))
    context.plan_stages(
        {
            ROUND_ROBIN_STAGE: round_robin_games(settings),
            WIDTHS_STAGE: len(settings.widths) * settings.width_games,
            BACKUP_STAGE: settings.backup_games,
            TOURNAMENTS_STAGE: five * (five - 1) * settings.tournaments * settings.repetitions,
            LEARNED_STAGE: five * (five - 1) * learned_games(settings) * settings.repetitions,
        }
    )
    context.begin_stage(ROUND_ROBIN_STAGE)
    for one, other in bot_pairs(settings):
        name = matchup_result_name("all", one, other)
        _cache_matchup(settings, context, name, one, other, pair_games(settings, one, other))
    context.begin_stage(WIDTHS_STAGE)
    for width in settings.widths:
        beam = settings.beam.format(width=width)
        _cache_matchup(settings, context, f"width/{width}", beam, settings.rival, settings.width_games)
    context.begin_stage(BACKUP_STAGE)
    _cache_matchup(settings, context, "backup", settings.maximum, settings.mean, settings.backup_games)
    context.begin_stage(TOURNAMENTS_STAGE)
    for number in range(settings.repetitions * block_count(settings)):
        context.cached(_block_name(number), lambda number=number: _play_block(settings, context, number))  # type: ignore[misc]
    context.begin_stage(LEARNED_STAGE)
    for repetition in range(settings.repetitions):
        lists = [patron_names(settings, item.order) for item in learned_patrons(settings, context, repetition)]
        for a, b in permutations(range(five), 2):
            one, other = tournament_bots(settings)[a], tournament_bots(settings)[b]
            name = _learned_name(repetition, a, b)
            _cache_matchup(settings, context, name, bot_with_patrons(one, lists[a]), other, learned_games(settings))


def bot_pairs(settings: TributeThesisConfig) -> list[tuple[str, str]]:
    """All pairs of bots."""
    return list(combinations(all_bots(settings), 2))


def matchup_result_name(what: str, one: str, other: str) -> str:
    """Name under which a match-up is stored; its seed depends on it."""
    return f"{what}/{file_slug(one)} {file_slug(other)}"


def round_robin_matchups(settings: TributeThesisConfig, context: RunContext) -> list[MatchupRecord]:
    """Match-ups of all pairs, in the order of `bot_pairs`."""
    return [
        MatchupRecord.read(context.result(matchup_result_name("all", one, other))) for one, other in bot_pairs(settings)
    ]


def width_matchups(settings: TributeThesisConfig, context: RunContext) -> dict[int, MatchupRecord]:
    return {width: MatchupRecord.read(context.result(f"width/{width}")) for width in settings.widths}


def backup_matchup(context: RunContext) -> MatchupRecord:
    return MatchupRecord.read(context.result("backup"))


def learned_matchups(
    settings: TributeThesisConfig, context: RunContext, repetition: int
) -> dict[tuple[int, int], MatchupRecord]:
    """Every bot with its learned patrons of a repetition against every other one with random patrons."""
    pairs = permutations(range(len(tournament_bots(settings))), 2)
    return {(a, b): MatchupRecord.read(context.result(_learned_name(repetition, a, b))) for a, b in pairs}


def block_count(settings: TributeThesisConfig) -> int:
    """Number of blocks of a repetition; the first half of them has random patrons."""
    return 2 * settings.tournaments // settings.block


def tournament_blocks(settings: TributeThesisConfig, context: RunContext, repetition: int) -> list[list[MatchupRecord]]:
    """By block of a repetition, the match-ups of all pairs of bots."""
    start = repetition * block_count(settings)
    return [_read_block(context, number) for number in range(start, start + block_count(settings))]


def learned_patrons(
    settings: TributeThesisConfig, context: RunContext, repetition: int, before: int | None = None
) -> list[PickOrder]:
    """Patrons that each bot would draft after `before` blocks of a repetition; default: all blocks."""
    five = tournament_bots(settings)
    start = repetition * block_count(settings)
    won: list[list[list[int]]] = [[] for _ in five]
    for number in range(start, start + (block_count(settings) if before is None else before)):
        for (a, b), meeting in zip(combinations(range(len(five)), 2), _read_block(context, number), strict=True):
            won[a] += pairing_patron_sets(meeting.draws, 0)
            won[b] += pairing_patron_sets(meeting.draws, 1)
    offered = card_and_patron_lookups.selectable_patrons(patch_content(settings.patch))
    return [learn_pick_order(won_sets, offered, settings.support, settings.confidence) for won_sets in won]


def patron_names(settings: TributeThesisConfig, patrons: Sequence[int]) -> list[str]:
    names = card_and_patron_lookups.patron_names(patch_content(settings.patch))
    return [names[number] for number in patrons]


def _play_block(settings: TributeThesisConfig, context: RunContext, number: int) -> dict[str, Any]:
    """One game of every pair in each tournament; patrons at random, or learned from earlier blocks of the repetition.

    Blocks are numbered through all repetitions.
    """
    repetition, in_repetition = divmod(number, block_count(settings))
    texts: list[str] = list(tournament_bots(settings))
    if in_repetition >= block_count(settings) // 2:
        learned = learned_patrons(settings, context, repetition, in_repetition)
        lists = [patron_names(settings, item.order) for item in learned]
        texts = [bot_with_patrons(text, names) for text, names in zip(texts, lists, strict=True)]
    records = []
    for a, b in combinations(range(len(texts)), 2):
        seed = matchup_seed(settings.seed, "tournaments", number, a, b)
        records.append(play_matchup(settings, texts[a], texts[b], settings.block, seed, context))
    return {"meetings": records}


def _read_block(context: RunContext, number: int) -> list[MatchupRecord]:
    return [MatchupRecord.read(data) for data in context.result(_block_name(number))["meetings"]]


def _block_name(number: int) -> str:
    return f"tournaments/{number:04}"


def _learned_name(repetition: int, a: int, b: int) -> str:
    return f"learned/{a}-{b}" if repetition == 0 else f"learned/{a}-{b}-{repetition}"


def _cache_matchup(
    settings: TributeThesisConfig, context: RunContext, name: str, one: str, other: str, games: int
) -> None:
    seed = matchup_seed(settings.seed, name)
    context.cached(name, lambda: play_matchup(settings, one, other, games, seed, context))


@dataclass(frozen=True)
class MatchupRecord:
    """Games of two bots in order; in even games the first bot has the first seat."""

    players: tuple[str, str]
    half_points: np.ndarray  # half points of the first player, by game
    reasons: np.ndarray  # why each game ended
    turns: float  # mean number of turns
    patrons: DealSums  # presence of patrons in the games
    draws: np.ndarray  # see ludus.design.tribute.card_stats

    @property
    def payoffs_by_deal(self) -> np.ndarray:
        """Payoff of the first bot, by deal."""
        payoffs: np.ndarray = self.half_points.reshape(-1, 2).mean(axis=1) / HALF_POINTS
        return payoffs

    def payoffs_in_seat(self, first: bool) -> np.ndarray:
        """Payoffs of the first bot in the games in which it sat first, or second."""
        payoffs: np.ndarray = self.half_points[0 if first else 1 :: 2] / HALF_POINTS
        return payoffs

    @property
    def seat_differences(self) -> np.ndarray:
        """By deal: payoff in the first seat minus that in the second."""
        differences: np.ndarray = self.payoffs_in_seat(True) - self.payoffs_in_seat(False)
        return differences

    def own_faults(self, player: int, faults: Container[int]) -> np.ndarray:
        """By game, whether a bot (0 or 1) lost it by one of these end reasons: a fault is that of the loser."""
        lost = self.half_points == (0 if player == 0 else HALF_POINTS)
        by_fault: np.ndarray = lost & np.array([reason in faults for reason in self.reasons.tolist()], dtype=bool)
        return by_fault

    @classmethod
    def read(cls, data: dict[str, Any]) -> MatchupRecord:
        one, other = data["players"]
        sums = DealSums(**data["patrons"])
        return cls((one, other), data["halves"], data["reasons"], data["turns"], sums, data["draws"])


def play_matchup(
    settings: TributeThesisConfig, one: str, other: str, games: int, seed: int, context: RunContext
) -> dict[str, Any]:
    """Play a match-up; returns the data of `MatchupRecord.read`."""
    game, content = load_game(GAME), patch_content(settings.patch)
    with report_compilation(game):
        bots = [load_compiled_bot(game, text, content=content) for text in (one, other)]
        counted_match = MatchWithStats(Match(game, content, bots, seed))
    counted = counted_match.play(games, context.backend, context.advance)
    survey = compute_survey(counted_match.match, (one, other), counted)
    payoffs = counted_match.match.by_player(counted.outcomes)[:, 0]
    return {
        "players": [one, other],
        "halves": np.rint(HALF_POINTS * payoffs).astype(np.uint8),
        "reasons": counted.outcomes.end_reasons.astype(np.uint8),
        "turns": survey.turns.value,
        "patrons": vars(survey.sums[PRESENCE_MEASURE]),
        "draws": survey.patron_sets,
    }


def matchup_seed(seed: int, *what: Any) -> int:
    """Seed of a match-up; no two share deals, so they can be treated as independent."""
    return derive(seed, "meeting", *what)


def bot_with_patrons(text: str, patrons: list[str]) -> str:
    """Bot that drafts the first available of these patrons."""
    return f"{text}{',' if ':' in text else ':'}patrons={'/'.join(patrons)}"
