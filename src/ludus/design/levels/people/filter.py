"""Synthetic players: the error model that makes a perfect planner human.

    calibration = load_calibration()                     # the fitted constants
    player = SyntheticPlayer(skill=0.5, calibration)
    draw_players(53, seed=7)                             # players of all skills

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
from ludus.core.random import as_int64, seed_stream
from ludus.core.rule import plain
from ludus.design.levels.dice import RandomStream
from ludus.design.levels.people.hands import PlayerParams
from ludus.games.platformer.units import TICKS_PER_SECOND

CALIBRATION_FILE = "calibration.toml"
MAX_RATE = 0.9  # lapses and haste, at most
_first_state = plain(seed_stream)


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Error model of a player of average skill."""

    sigma: float  # s; standard deviation of the timing error of a key press
    drift: float  # growth of the error per second since the last safe node
    sigma_jump: float  # s; additional error of jumps, and of how long their button is held
    lapse: float  # chance to misread a trap and go at a wrong time
    haste: float  # chance to go at once, without observing the trap
    spread: float  # effect of skill
    delay: float = 0.25  # s; delay of perception
    delay_spread: float = 0.05


@dataclass(frozen=True)
class SyntheticPlayer:
    """Player of a given skill: 0 is average, two thirds of all are between -1 and 1."""

    skill: float
    calibration: Calibration

    def record(self, seed: int) -> np.ndarray:
        """Record for compiled rules, with its own random stream."""
        array, numbers = PlayerParams.zeros(), self.calibration
        worse = math.exp(-numbers.spread * self.skill)
        person = array[0]
        person["stream"] = int(_first_state(as_int64(seed)))
        person["delay"], person["delay_spread"] = (
            numbers.delay * TICKS_PER_SECOND,
            numbers.delay_spread * TICKS_PER_SECOND,
        )
        person["sigma"], person["drift"] = numbers.sigma * TICKS_PER_SECOND * worse, numbers.drift * worse
        person["sigma_jump"] = numbers.sigma_jump * TICKS_PER_SECOND * worse
        person["lapse"], person["haste"] = min(numbers.lapse * worse, MAX_RATE), min(numbers.haste * worse, MAX_RATE)
        return array


def draw_players(count: int, seed: int, calibration: Calibration | None = None) -> list[SyntheticPlayer]:
    """Draw players; their skills have mean 0 and standard deviation 1."""
    numbers = calibration or load_calibration()
    return [SyntheticPlayer(draw_skill(seed, k), numbers) for k in range(count)]


def draw_skill(seed: int, number: int) -> float:
    """Skill of player `number`: a sum of twelve uniform numbers, the same on every machine."""
    dice, resolution = RandomStream(seed, "skill", number), 1 << 30
    return sum(dice.below(resolution) for _ in range(12)) / resolution - 6.0


@cache
def load_calibration() -> Calibration:
    """Constants that come with the package."""
    return read_calibration(resources.files(__package__).joinpath(CALIBRATION_FILE).read_bytes(), CALIBRATION_FILE)


def read_calibration(data: bytes, where: str) -> Calibration:
    """Parse the `player` table of a TOML file."""
    try:
        content: dict[str, Any] = msgspec.toml.decode(data, type=dict[str, Any])
        return msgspec.convert(content.get("player", {}), Calibration)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise ContentError(f"{where}: {error}") from None


def write_calibration(calibration: Calibration, comments: list[str]) -> str:
    """TOML text of a calibration, with comments at the top."""
    lines = [f"# {line}".rstrip() for line in comments]
    lines += ["", "[player]"]
    lines += [f"{name} = {getattr(calibration, name)!r}" for name in calibration.__struct_fields__]
    return "\n".join([*lines, ""])
