"""Numbers of the paper's three tables."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

PAPER_GAMES = 50_000  # games of each pair in Table II


class PrintedExperiment(msgspec.Struct, frozen=True):
    """Numbers of Tables I and III for one experiment."""

    first: float  # maximum fitness of the first generation, mean over runs
    last: float
    first_sd: float
    last_sd: float
    p: float
    cards: str
    best: float  # the fitness printed with the cards


class PrintedMatchup(msgspec.Struct, frozen=True):
    """One row of Table II."""

    players: tuple[str, str]
    won: tuple[int, int]  # draws count for both


class PaperTables(msgspec.Struct, frozen=True):
    table_2: tuple[PrintedMatchup, ...]
    experiments: dict[str, PrintedExperiment]  # by name of the experiment


@cache
def published() -> PaperTables:
    """Read all printed numbers."""
    text = Path(__file__).with_name("paper.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), PaperTables)
