"""Experiment: all match-ups."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

from ludus.core.registry import load_game
from ludus.design.decks.drafting import PickOrder, learn_pick_order, pairing_patron_sets
from ludus.lab import RunContext
from ludus.lab.names import file_slug
from ludus.studies.tribute_thesis.config import GAME, TributeThesisConfig, tournament_bots, all_bots
from ludus.studies.tribute_thesis.meetings import MatchupRecord, play_matchup, matchup_seed, bot_with_patrons

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
            ROUND_ROBIN_STAGE: len(bot_pairs(settings)) * settings.games,
            TOURNAMENTS_STAGE: five * (five - 1) // 2 * 2 * settings.tournaments,
            WIDTHS_STAGE: len(settings.widths) * settings.width_games,
            BACKUP_STAGE: settings.backup_games,
            LEARNED_STAGE: five * (five - 1) * settings.games,
        }
    )
    context.begin_stage(ROUND_ROBIN_STAGE)
    for one, other in bot_pairs(settings):
        _cache_matchup(context, matchup_result_name("all", one, other), one, other, settings.games, settings.seed)
    context.begin_stage(TOURNAMENTS_STAGE)
    for number in range(block_count(settings)):
        context.cached(f"tournaments/{number:04}", lambda number=number: _play_block(settings, context, number))  # type: ignore[misc]
    context.begin_stage(WIDTHS_STAGE)
    for width in settings.widths:
        _cache_matchup(
            context, f"width/{width}", _beam_text(settings, width), settings.rival, settings.width_games, settings.seed
        )
    context.begin_stage(BACKUP_STAGE)
    _cache_matchup(context, "backup", settings.maximum, settings.mean, settings.backup_games, settings.seed)
    context.begin_stage(LEARNED_STAGE)
    lists = [patron_names(favourites_of_bot.order) for favourites_of_bot in learned_patrons(settings, context)]
    for a, b in permutations(range(five), 2):
        one, other = tournament_bots(settings)[a], tournament_bots(settings)[b]
        _cache_matchup(
            context, f"learned/{a}-{b}", bot_with_patrons(one, lists[a]), other, settings.games, settings.seed
        )


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


def learned_matchups(settings: TributeThesisConfig, context: RunContext) -> dict[tuple[int, int], MatchupRecord]:
    """Every bot with its learned patrons against every other one with random patrons."""
    pairs = permutations(range(len(tournament_bots(settings))), 2)
    return {(a, b): MatchupRecord.read(context.result(f"learned/{a}-{b}")) for a, b in pairs}


def block_count(settings: TributeThesisConfig) -> int:
    """Number of blocks; the first half of them has random patrons."""
    return 2 * settings.tournaments // settings.block


def tournament_blocks(settings: TributeThesisConfig, context: RunContext) -> list[list[MatchupRecord]]:
    """By block, the match-ups of all pairs of bots."""
    return [_read_block(context, number) for number in range(block_count(settings))]


def learned_patrons(settings: TributeThesisConfig, context: RunContext, before: int | None = None) -> list[PickOrder]:
    """Patrons that each bot would draft after `before` blocks of tournaments; default: all blocks."""
    five = tournament_bots(settings)
    won: list[list[list[int]]] = [[] for _ in five]
    for number in range(block_count(settings) if before is None else before):
        for (a, b), meeting in zip(combinations(range(len(five)), 2), _read_block(context, number), strict=True):
            won[a] += pairing_patron_sets(meeting.draws, 0)
            won[b] += pairing_patron_sets(meeting.draws, 1)
    return [learn_pick_order(won_sets, _draftable_patrons(), settings.support, settings.confidence) for won_sets in won]


def patron_names(patrons: Sequence[int]) -> list[str]:
    game = load_game(GAME)
    names = _game_design().names_of_patrons(game.content())
    return [names[number] for number in patrons]


def _play_block(settings: TributeThesisConfig, context: RunContext, number: int) -> dict[str, Any]:
    """One game of every pair in each tournament; patrons at random, or learned from all earlier blocks."""
    texts: list[str] = list(tournament_bots(settings))
    if number >= block_count(settings) // 2:
        lists = [
            patron_names(favourites_of_bot.order) for favourites_of_bot in learned_patrons(settings, context, number)
        ]
        texts = [bot_with_patrons(text, names) for text, names in zip(texts, lists, strict=True)]
    records = []
    for a, b in combinations(range(len(texts)), 2):
        seed = matchup_seed(settings.seed, "tournaments", number, a, b)
        records.append(play_matchup(texts[a], texts[b], settings.block, seed, context))
    return {"meetings": records}


def _read_block(context: RunContext, number: int) -> list[MatchupRecord]:
    return [MatchupRecord.read(data) for data in context.result(f"tournaments/{number:04}")["meetings"]]


def _cache_matchup(context: RunContext, name: str, one: str, other: str, games: int, seed: int) -> None:
    context.cached(name, lambda: play_matchup(one, other, games, matchup_seed(seed, name), context))


def _beam_text(settings: TributeThesisConfig, width: int) -> str:
    return settings.beam.format(width=width)


def _draftable_patrons() -> list[int]:
    """Patrons that can be drafted."""
    numbers: list[int] = _game_design().selectable(load_game(GAME).content())
    return numbers


def _game_design() -> Any:
    design = load_game(GAME).design
    assert design is not None
    return design()
