"""Plugin registry: objects loaded by name from entry points, or registered in this process.

GAMES = PluginRegistry("ludus.games", "game", Game)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar

from ludus.util.errors import ContractError, UnknownName

T = TypeVar("T")


class PluginRegistry(Generic[T]):
    """Registry of the objects of one kind; each object has a `name`.

    Args:
        group: group of entry points, e.g. "ludus.games".
        word: what one object is called in messages.
        kind: required type of the objects.
    """

    def __init__(self, group: str, word: str, kind: type[T]) -> None:
        self.group, self.word, self.kind = group, word, kind
        self.added: dict[str, T] = {}
        self._loaded: dict[str, T] = {}

    def register(self, thing: T) -> T:
        """Register an object for this process without an entry point, e.g. in notebooks and tests.

        Args:
            thing: the object.

        Returns:
            The object.

        Raises:
            ContractError: the object has the wrong type.
        """
        if not isinstance(thing, self.kind):
            raise ContractError(f"{thing!r} is not a ludus {self.kind.__name__}")
        self.added[_name(thing)] = thing
        return thing

    @contextmanager
    def registered(self, thing: T) -> Iterator[T]:
        """Context manager: register an object temporarily; a previous one of the same name is restored."""
        name = _name(thing)
        before = self.added.get(name)
        try:
            yield self.register(thing)
        finally:
            self.added.pop(name, None)
            if before is not None:
                self.added[name] = before

    def names(self) -> list[str]:
        """Return the sorted names of all objects, installed or registered."""
        return sorted({entry.name for entry in entry_points(group=self.group)} | set(self.added))

    def load(self, name: str) -> T:
        """Return an object by its name.

        Raises:
            UnknownName: there is no such object; the message lists the names.
            ContractError: its module cannot be imported, or it has the wrong type.
        """
        if name in self.added:
            return self.added[name]
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name: str) -> T:
        for entry in entry_points(group=self.group):
            if entry.name == name:
                try:
                    thing = entry.load()
                except Exception as error:  # the import of a third-party module can fail in any way
                    what = f"{type(error).__name__}: {error}"
                    raise ContractError(f"the {self.word} {name!r} ({entry.value}) cannot be loaded: {what}") from error
                if not isinstance(thing, self.kind):
                    raise ContractError(f"the entry point {entry.value!r} is not a ludus {self.kind.__name__}")
                return thing
        raise UnknownName(self.word, name, self.names())


def _name(thing: Any) -> str:
    return str(thing.name)
