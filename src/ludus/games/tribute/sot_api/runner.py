"""Starter of the original engine. Training scripts import it, but `Game.run` needs no engine here."""

from __future__ import annotations

from typing import Any


def run_game_runner(*args: Any, **options: Any) -> None:
    """Refuse to start the original engine.

    Raises:
        RuntimeError: always.
    """
    raise RuntimeError("the engine of Scripts of Tribute is not part of Ludus; use Game.run, which plays without it")
