"""Experiment: play and count all match-ups, in batches that are stored one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludus.core.contract import Content
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.decks.census import Survey, count_games
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.studies.tribute_cards.config import GAME, Settings, options

PLAY = "counted games"


def work(settings: Settings, desk: Desk) -> None:
    """Play and count."""
    pairs = meetings(settings)
    desk.plan({PLAY: len(pairs) * settings.games})
    desk.stage(PLAY)
    for pair in pairs:
        for name, games, seed in parts_of(settings, pair):

            def play(pair: tuple[str, str] = pair, games: int = games, seed: int = seed) -> dict[str, Any]:
                content = content_of(settings)
                return count_games(find_game(GAME), content, pair, games, seed, desk.place, desk.advance).as_data()

            desk.keep(name, play)


def meetings(settings: Settings) -> list[tuple[str, str]]:
    """Every player against itself, and every pair."""
    names = settings.players
    return [(one, other) for k, one in enumerate(names) for other in names[k:]]


def parts_of(settings: Settings, pair: tuple[str, str]) -> Iterator[tuple[str, int, int]]:
    """Batches of a match-up: result name, games and seed."""
    for number, at in enumerate(range(0, settings.games, settings.part)):
        name = f"games/{file_name(pair[0])} {file_name(pair[1])}/{number:04}"
        games = min(settings.part, settings.games - at)
        yield name, games, derive(settings.seed, "count", *pair, number)


def surveys(settings: Settings, desk: Desk) -> list[Survey]:
    """Stored counts, one survey for each match-up."""
    all_surveys = []
    for pair in meetings(settings):
        parts = [Survey.read(desk.kept(name)) for name, _, _ in parts_of(settings, pair)]
        survey = parts[0]
        for part in parts[1:]:
            survey = survey + part
        all_surveys.append(survey)
    return all_surveys


def content_of(settings: Settings) -> Content:
    return find_game(GAME).content(**options(settings))
