"""The studies that are installed: found through entry points, so other people's studies are found too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from typing import Any

from ludus.core.errors import ContractError, UnknownName
from ludus.lab.study import Study

GROUP = "ludus.studies"
_added: dict[str, Study[Any]] = {}


def register(study: Study[Any]) -> Study[Any]:
    """Make a study known in this process, without an installed entry point: notebooks, tests."""
    if not isinstance(study, Study):
        raise ContractError(f"{study!r} is not a ludus Study")
    _added[study.name] = study
    return study


@contextmanager
def registered(study: Study[Any]) -> Iterator[Study[Any]]:
    """Make a study known for a while; one of the same name comes back afterwards."""
    before = _added.get(study.name)
    try:
        yield register(study)
    finally:
        del _added[study.name]
        if before is not None:
            _added[study.name] = before


def study_names() -> list[str]:
    return sorted({entry.name for entry in entry_points(group=GROUP)} | set(_added))


def find_study(name: str) -> Study[Any]:
    if name in _added:
        return _added[name]
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            try:
                study = entry.load()
            except Exception as error:  # anything at all can be wrong with somebody's module
                what = f"{type(error).__name__}: {error}"
                raise ContractError(f"the study {name!r} ({entry.value}) cannot be loaded: {what}") from error
            if not isinstance(study, Study):
                raise ContractError(f"the entry point {entry.value!r} is not a ludus Study")
            return study
    raise UnknownName("study", name, study_names())
