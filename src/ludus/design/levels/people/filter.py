"""Synthetic players: the numbers that make a perfect planner human.

    calibration = load_calibration()                     the numbers that were fitted, and are frozen
    player = SyntheticPlayer(skill=0.5, calibration)
    some_players(53, seed=7)                             of all skills

Times are in seconds. A player of skill z has all errors, lapses and haste multiplied by exp(-spread * z).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import msgspec
import numpy as np

from ludus.core.errors import ContentError
from ludus.core.random import as_int64, seeded
from ludus.core.rule import plain
from ludus.design.levels.dice import Dice
from ludus.design.levels.people.hands import Person
from ludus.games.platformer.units import TICKS

FILE = "calibration.toml"
MOST = 0.9  # lapses and haste of the poorest
_first = plain(seeded)


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What players of average skill are like."""

    sigma: float  # s; spread of the error of a key press
    drift: float  # what it grows by for each second since the last safe node
    sigma_jump: float  # s; more for a jump, and for how long its button is held
    lapse: float  # the chance that a trap is misread: one goes when one should not
    haste: float  # the chance to go at once, without a look at the trap
    spread: float  # of skill
    delay: float = 0.25  # s; of perception
    delay_spread: float = 0.05


@dataclass(frozen=True)
class SyntheticPlayer:
    """A player by its skill: 0 is average, and two of three are between -1 and 1."""

    skill: float
    calibration: Calibration

    def person(self, seed: int) -> np.ndarray:
        """As compiled rules see it, with a stream of its own."""
        array, numbers = Person.zeros(), self.calibration
        worse = math.exp(-numbers.spread * self.skill)
        person = array[0]
        person["stream"] = int(_first(as_int64(seed)))
        person["delay"], person["delay_spread"] = numbers.delay * TICKS, numbers.delay_spread * TICKS
        person["sigma"], person["drift"] = numbers.sigma * TICKS * worse, numbers.drift * worse
        person["sigma_jump"] = numbers.sigma_jump * TICKS * worse
        person["lapse"], person["haste"] = min(numbers.lapse * worse, MOST), min(numbers.haste * worse, MOST)
        return array


def some_players(count: int, seed: int, calibration: Calibration | None = None) -> list[SyntheticPlayer]:
    """So many players, their skills drawn around 0 with spread 1."""
    numbers = calibration or load_calibration()
    return [SyntheticPlayer(draw_skill(seed, k), numbers) for k in range(count)]


def draw_skill(seed: int, number: int) -> float:
    """The skill of a player by its number: the sum of twelve uniform numbers, the same on every machine."""
    dice, fine = Dice(seed, "skill", number), 1 << 30
    return sum(dice.below(fine) for _ in range(12)) / fine - 6.0


@cache
def load_calibration() -> Calibration:
    """The frozen numbers, from the file beside this module."""
    return read_calibration(resources.files(__package__).joinpath(FILE).read_bytes(), FILE)


def read_calibration(data: bytes, where: str) -> Calibration:
    """Numbers from a TOML file: the part `player` of it."""
    try:
        found: dict[str, Any] = msgspec.toml.decode(data, type=dict[str, Any])
        return msgspec.convert(found.get("player", {}), Calibration)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise ContentError(f"{where}: {error}") from None


def write_calibration(calibration: Calibration, remarks: list[str]) -> str:
    """The same as a file, with remarks at its head."""
    lines = [f"# {line}".rstrip() for line in remarks]
    lines += ["", "[player]"]
    lines += [f"{name} = {getattr(calibration, name)!r}" for name in calibration.__struct_fields__]
    return "\n".join([*lines, ""])
