"""What to type to see a game behind a number."""

from __future__ import annotations

import shlex

import msgspec

from ludus.arena.match import Match


def replay_command(match: Match, players: list[str], number: int) -> str:
    """What to type for one game of a match as a replay."""
    content = match.content_of(number)
    options = msgspec.to_builtins(content.options)
    usual = msgspec.to_builtins(type(content.options)())
    chosen = [word for name, value in options.items() if value != usual[name] for word in ("-o", f"{name}={value}")]
    words = ["ludus", "match", match.game.name, *players, *chosen]
    return f"{shlex.join(words)} --seed {match.seed} -n 0 --game {number} --save-replay game.json"
