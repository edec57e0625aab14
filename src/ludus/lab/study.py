"""What a study is: a question with a configuration, the work that answers it, and the report of what was found."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

import msgspec

from ludus.core.errors import ContractError

if TYPE_CHECKING:
    from ludus.lab.desk import Desk
    from ludus.lab.report import Report

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can be chosen about a study; each study declares its own on top of this.

    Every field has a type, a default and, in `Annotated[int, Meta(description=...)]`, a sentence about it. A group of
    fields is a field whose type is another struct. What may be left unset is None by default.
    """

    seed: Annotated[int, msgspec.Meta(description="The same seed gives the same tables.")] = 1


C = TypeVar("C", bound=Config)


def everything_goes(config: Any) -> None:
    """The check of a study whose configuration says all by its types."""


@dataclass(frozen=True)
class Study(Generic[C]):
    """A study, found by its name through the entry points of the group `ludus.studies`."""

    name: str  # short, for the command line: letters, digits and dashes
    summary: str  # one line
    config: type[C]
    work: Callable[[C, Desk], None]  # plays; everything it finds goes through desk.keep and desk.evolve
    report: Callable[[C, Desk], Report]  # tables and figures out of what is kept; plays nothing
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by name: values as in a TOML file
    check: Callable[[C], None] = everything_goes  # refuses what cannot run, such as unknown players, before any work

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ContractError(f"a study is named with small letters, digits and dashes, not {self.name!r}")
        if not (isinstance(self.config, type) and issubclass(self.config, Config)):
            raise ContractError(f"the study {self.name}: its configuration must be a ludus.lab.Config")
