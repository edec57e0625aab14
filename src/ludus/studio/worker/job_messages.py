"""Orders to a worker process, and its reports."""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.studio.protocol.jobs import DesignReportMessage, JobStep, PartialResult
from ludus.studio.protocol.levels import SurveyRequest


class JobOrder(msgspec.Struct, frozen=True):
    """Base class of orders."""


class InspectJob(JobOrder, frozen=True, tag="inspect"):
    game: str
    content: list[str]
    asks: dict[str, str]
    options: dict[str, str]
    games: int | None
    seed: int


class MakeJob(JobOrder, frozen=True, tag="make"):
    game: str
    asks: dict[str, str]
    options: dict[str, str]
    games: int | None
    seed: int


class RunJob(JobOrder, frozen=True, tag="run"):
    """Run a study in a folder, from the beginning or from its last checkpoint."""

    study: str
    preset: str | None
    sets: list[str]
    folder: str


class ResumeRunJob(JobOrder, frozen=True, tag="resume"):
    folder: str


class TournamentJob(JobOrder, frozen=True, tag="contest"):
    """Run a tournament in a folder."""

    game: str
    players: list[str]
    games: int
    seed: int
    options: dict[str, str]
    folder: str


class ResumeTournamentJob(JobOrder, frozen=True, tag="resume-contest"):
    folder: str


class SurveyJob(JobOrder, frozen=True, tag="survey"):
    """Simulate synthetic players on a level and write the results to a file."""

    level: str  # path of the level file
    words: str  # name of the level for the user
    asked: SurveyRequest
    target: str


AnyJobOrder = InspectJob | MakeJob | SurveyJob | RunJob | ResumeRunJob | TournamentJob | ResumeTournamentJob


class StepReport(msgspec.Struct, frozen=True, tag="step"):
    """Progress of a step; `number` identifies the step."""

    number: int
    step: JobStep


class LineReport(msgspec.Struct, frozen=True, tag="said"):
    line: str


class ResultReport(msgspec.Struct, frozen=True, tag="heard"):
    """A result that is known before the job ends."""

    told: PartialResult


class PreviewReport(msgspec.Struct, frozen=True, tag="shown"):
    """An intermediate result with its name."""

    name: str
    data: Any


class EndReport(msgspec.Struct, frozen=True, tag="ended"):
    """The job is done; `found` is the report of a designer."""

    found: DesignReportMessage | None = None


class FailureReport(msgspec.Struct, frozen=True, tag="failed"):
    message: str


AnyReport = StepReport | LineReport | ResultReport | PreviewReport | EndReport | FailureReport
