"""Command line that replays one game of a match."""

from __future__ import annotations

import shlex

import msgspec

from ludus.arena.match_spec import Match


def replay_command(match: Match, players: list[str], number: int) -> str:
    """Command that plays game `number` of a match again and saves it as a replay."""
    content = match.content_of(number)
    options = msgspec.to_builtins(content.options)
    defaults = msgspec.to_builtins(type(content.options)())
    chosen = [word for name, value in options.items() if value != defaults[name] for word in ("-o", f"{name}={value}")]
    words = ["ludus", "match", match.game.name, *players, *chosen]
    return f"{shlex.join(words)} --seed {match.seed} -n 0 --game {number} --save-replay game.json"
