"""Study and its configuration, and the registry of installed studies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

import msgspec

from ludus.util.errors import ContractError
from ludus.util.plugins import PluginRegistry

if TYPE_CHECKING:
    from ludus.lab.run_context import RunContext
    from ludus.report.report_model import Report


STUDY_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ENTRY_POINT_GROUP = "ludus.studies"


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a study's configuration; each study adds its own fields.

    Every field has a type, a default and, in `Annotated[int, Meta(description=...)]`, a description. A group of
    fields is a field whose type is another struct. Optional values are None by default.
    """

    seed: Annotated[int, msgspec.Meta(description="The same seed gives the same tables.")] = 1


C = TypeVar("C", bound=Config)


def accept_any(config: Any) -> None:
    """Accept every configuration that has the right types."""


@dataclass(frozen=True)
class Study(Generic[C]):
    """A study, found by name through the entry points of the group `ludus.studies`.

    Raises:
        ContractError: the name is not valid, or `config` is not a subclass of `Config`.
    """

    name: str  # short, for the command line: letters, digits and dashes
    summary: str  # one line
    config: type[C]
    experiment: Callable[[C, RunContext], None]  # plays; stores results through context.cached and context.evolve
    report: Callable[[C, RunContext], Report]  # builds the report from stored results; plays nothing
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by name: values as in a TOML file
    check: Callable[[C], None] = accept_any  # rejects invalid configurations, such as unknown bots, before the run
    unit: str = "game"  # what its progress counts; "step" if its stages count different things

    def __post_init__(self) -> None:
        if not STUDY_NAME.fullmatch(self.name):
            raise ContractError(f"a study is named with small letters, digits and dashes, not {self.name!r}")
        if not (isinstance(self.config, type) and issubclass(self.config, Config)):
            raise ContractError(f"the study {self.name}: its configuration must be a ludus.lab.Config")


STUDIES: PluginRegistry[Study[Any]] = PluginRegistry(ENTRY_POINT_GROUP, "study", Study)

register, registered = STUDIES.register, STUDIES.registered
study_names, find_study = STUDIES.names, STUDIES.load
