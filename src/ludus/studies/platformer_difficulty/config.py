"""Configuration of the study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from ludus.design.platformer.options import Players
from ludus.lab import Config
from ludus.studies.config_checks import check_unique
from ludus.util.errors import OptionError
from ludus.util.files import missing_file

GAME = "platformer"
THESIS_SESSIONS = 53  # sessions of the thesis
SESSION_BATCH, DRAW_BATCH, DIAL_BATCH = 6, 5, 20  # sessions, draws and levels in one stored batch

Part = Literal["sizes", "transfer", "dial"]
ModelKind = Literal["linear", "exponential", "exponential-failure", "logistic"]
PARTS: tuple[Part, ...] = ("sizes", "transfer", "dial")


class DifficultyConfig(Config, frozen=True, kw_only=True):
    """Players, levels and partitions."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2015
    sessions: Annotated[
        str, Meta(description="a file of recorded sessions; without one, all players are synthetic")
    ] = ""
    recorded: Annotated[
        Literal["replace", "refine"],
        Meta(description="recorded sessions replace synthetic ones, or are used in addition (refine)"),
    ] = "replace"
    players: Annotated[int, Meta(ge=6, le=10_000, description="synthetic players, each with a session")] = 53
    kind: Annotated[Players, Meta(description="kind of synthetic players")] = "planner"
    levels: Annotated[int, Meta(ge=2, le=100, description="levels of a session")] = 10
    respawn: Annotated[Literal["checkpoint", "start"], Meta(description="where synthetic players respawn")] = (
        "checkpoint"
    )
    model: Annotated[ModelKind, Meta(description="challenge model that rates the levels")] = "linear"
    partitions: Annotated[int, Meta(ge=2, le=1000, description="random partitions of the sessions")] = 25
    training: Annotated[int, Meta(ge=2, le=10_000, description="sessions that fit the model, of 53")] = 25
    draws: Annotated[int, Meta(ge=5, le=10_000, description="draws of sessions, for intervals")] = 100
    draw_partitions: Annotated[int, Meta(ge=1, le=1000, description="partitions in each draw")] = 4
    parts: Annotated[
        tuple[Part, ...],
        Meta(description="further parts: sessions needed (sizes), unseen traps (transfer), difficulty targets (dial)"),
    ] = PARTS
    subsets: Annotated[int, Meta(ge=5, le=10_000, description="draws of each number of sessions, for `sizes`")] = 100
    dial_levels: Annotated[
        int, Meta(ge=20, le=100_000, description="levels that fit the model of difficulty targets")
    ] = 800
    dial_tested: Annotated[int, Meta(ge=10, le=100_000, description="held-out levels that test this model")] = 300
    dial_players: Annotated[int, Meta(ge=2, le=10_000, description="synthetic players on each of these levels")] = 24

    def __post_init__(self) -> None:
        check_unique("parts", self.parts)
        if self.recorded == "refine" and not self.sessions:
            raise OptionError("recorded: there is nothing to refine by; name a file, sessions=FILE")
        if self.training > THESIS_SESSIONS - 2:
            raise OptionError(
                f"training: of {THESIS_SESSIONS} sessions two at least are left to be rated, so "
                f"{THESIS_SESSIONS - 2} at most"
            )


def check_config(settings: DifficultyConfig) -> None:
    """Raise an error for a session file that cannot be read."""
    if settings.sessions:
        from ludus.design.platformer.recordings.files import read_recordings

        file = Path(settings.sessions)
        if not file.is_file():
            raise OptionError(f"sessions: {settings.sessions}: {missing_file(settings.sessions)}")
        read_recordings(file.read_text(encoding="utf-8"), settings.sessions)


PRESETS = {
    "quick": {
        "players": 18,
        "levels": 5,
        "partitions": 4,
        "draws": 6,
        "draw_partitions": 1,
        "subsets": 5,
        "dial_levels": 60,
        "dial_tested": 30,
        "dial_players": 6,
    },
    "full": {},
}
