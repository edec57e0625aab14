"""Experiment: all match-ups."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

from ludus.core.registry import find_game
from ludus.design.decks.drafting import Favourites, favourites, sets_of
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.studies.tribute_thesis.config import GAME, Settings, entrants, players
from ludus.studies.tribute_thesis.meetings import Meeting, meet, seed_of, with_patrons

ALL, TOURNAMENTS, WIDTHS = "all against all", "tournaments with and without apriori", "beams by width"
BACKUPS, LEARNED = "maximum against mean", "one bot with learned patrons"


def work(settings: Settings, desk: Desk) -> None:
    """Play all match-ups."""
    five = len(entrants(settings))
    desk.plan(
        {
            ALL: len(pairs(settings)) * settings.games,
            TOURNAMENTS: five * (five - 1) // 2 * 2 * settings.tournaments,
            WIDTHS: len(settings.widths) * settings.width_games,
            BACKUPS: settings.backup_games,
            LEARNED: five * (five - 1) * settings.games,
        }
    )
    desk.stage(ALL)
    for one, other in pairs(settings):
        _meet(desk, name_of("all", one, other), one, other, settings.games, settings.seed)
    desk.stage(TOURNAMENTS)
    for number in range(blocks(settings)):
        desk.keep(f"tournaments/{number:04}", lambda number=number: _block(settings, desk, number))  # type: ignore[misc]
    desk.stage(WIDTHS)
    for width in settings.widths:
        _meet(desk, f"width/{width}", _beam(settings, width), settings.rival, settings.width_games, settings.seed)
    desk.stage(BACKUPS)
    _meet(desk, "backup", settings.maximum, settings.mean, settings.backup_games, settings.seed)
    desk.stage(LEARNED)
    lists = [names_of(favourites_of_bot.order) for favourites_of_bot in learned(settings, desk)]
    for a, b in permutations(range(five), 2):
        one, other = entrants(settings)[a], entrants(settings)[b]
        _meet(desk, f"learned/{a}-{b}", with_patrons(one, lists[a]), other, settings.games, settings.seed)


def pairs(settings: Settings) -> list[tuple[str, str]]:
    """All pairs of bots."""
    return list(combinations(players(settings), 2))


def name_of(what: str, one: str, other: str) -> str:
    """Name under which a match-up is stored; its seed depends on it."""
    return f"{what}/{file_name(one)} {file_name(other)}"


def all_meetings(settings: Settings, desk: Desk) -> list[Meeting]:
    """Match-ups of all pairs, in the order of `bot_pairs`."""
    return [Meeting.read(desk.kept(name_of("all", one, other))) for one, other in pairs(settings)]


def widths(settings: Settings, desk: Desk) -> dict[int, Meeting]:
    return {width: Meeting.read(desk.kept(f"width/{width}")) for width in settings.widths}


def backup(desk: Desk) -> Meeting:
    return Meeting.read(desk.kept("backup"))


def learned_meetings(settings: Settings, desk: Desk) -> dict[tuple[int, int], Meeting]:
    """Every bot with its learned patrons against every other one with random patrons."""
    pairs = permutations(range(len(entrants(settings))), 2)
    return {(a, b): Meeting.read(desk.kept(f"learned/{a}-{b}")) for a, b in pairs}


def blocks(settings: Settings) -> int:
    """Number of blocks; the first half of them has random patrons."""
    return 2 * settings.tournaments // settings.block


def tournaments(settings: Settings, desk: Desk) -> list[list[Meeting]]:
    """By block, the match-ups of all pairs of bots."""
    return [_read_block(desk, number) for number in range(blocks(settings))]


def learned(settings: Settings, desk: Desk, before: int | None = None) -> list[Favourites]:
    """Patrons that each bot would draft after `before` blocks of tournaments; default: all blocks."""
    five = entrants(settings)
    won: list[list[list[int]]] = [[] for _ in five]
    for number in range(blocks(settings) if before is None else before):
        for (a, b), meeting in zip(combinations(range(len(five)), 2), _read_block(desk, number), strict=True):
            won[a] += sets_of(meeting.draws, 0)
            won[b] += sets_of(meeting.draws, 1)
    return [favourites(won_sets, _offered(), settings.support, settings.confidence) for won_sets in won]


def names_of(patrons: Sequence[int]) -> list[str]:
    game = find_game(GAME)
    names = _design().names_of_patrons(game.content())
    return [names[number] for number in patrons]


def _block(settings: Settings, desk: Desk, number: int) -> dict[str, Any]:
    """One game of every pair in each tournament; patrons at random, or learned from all earlier blocks."""
    texts: list[str] = list(entrants(settings))
    if number >= blocks(settings) // 2:
        lists = [names_of(favourites_of_bot.order) for favourites_of_bot in learned(settings, desk, number)]
        texts = [with_patrons(text, names) for text, names in zip(texts, lists, strict=True)]
    records = []
    for a, b in combinations(range(len(texts)), 2):
        seed = seed_of(settings.seed, "tournaments", number, a, b)
        records.append(meet(texts[a], texts[b], settings.block, seed, desk))
    return {"meetings": records}


def _read_block(desk: Desk, number: int) -> list[Meeting]:
    return [Meeting.read(data) for data in desk.kept(f"tournaments/{number:04}")["meetings"]]


def _meet(desk: Desk, name: str, one: str, other: str, games: int, seed: int) -> None:
    desk.keep(name, lambda: meet(one, other, games, seed_of(seed, name), desk))


def _beam(settings: Settings, width: int) -> str:
    return settings.beam.format(width=width)


def _offered() -> list[int]:
    """Patrons that can be drafted."""
    numbers: list[int] = _design().selectable(find_game(GAME).content())
    return numbers


def _design() -> Any:
    design = find_game(GAME).design
    assert design is not None
    return design()
