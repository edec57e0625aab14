"""Skill belief from the recorded sessions of one player.

updates = update_from_recordings(recordings_of_player(load_recordings("mine.jsonl"), "ann"))
updates[-1].belief                  # the final belief, for which levels can be made
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ludus.core.errors import LudusError, OptionError, UnknownName
from ludus.design.levels.difficulty.challenges import map_level
from ludus.design.levels.difficulty.rating import NoWay
from ludus.design.levels.sessions.events import DEATH, EXIT, events_of
from ludus.design.levels.sessions.plays import Play
from ludus.design.levels.space.player import Player
from ludus.stats import Estimate


@dataclass(frozen=True)
class Seen:
    """One recording, with the prediction before it and the belief after it."""

    play: Play
    foretold: Estimate  # success chance predicted before
    deaths: int
    arrived: bool
    player: Player  # belief after


def plays_of(plays: Sequence[Play], name: str | None = None) -> list[Play]:
    """Recordings of one player, in the order of play.

    Raises:
        OptionError: no name is given and there are several players.
        UnknownName: there is no such player.
    """
    counts = Counter(play.player for play in plays)
    if name is None and len(counts) > 1:
        examples = ", ".join(f"{player} ({count})" for player, count in sorted(counts.items())[:10])
        raise OptionError(f"{len(counts)} players are in these sessions: {examples}; say which with --player NAME")
    if name is not None and name not in counts:
        raise UnknownName("player in these sessions", name, list(counts))
    chosen = [play for play in plays if name is None or play.player == name]
    return sorted(chosen, key=lambda play: (play.session, play.order))


def learn_from(plays: Sequence[Play], player: Player | None = None) -> list[Seen]:
    """Update a belief recording by recording, by Bayes' rule.

    Raises:
        LudusError: a level of the recordings has no path to an exit.
    """
    belief, updates = player or Player.unknown(), []
    for play in plays:
        kinds = [event.kind for event in events_of(play)]
        deaths, arrived, mapped = kinds.count(DEATH), EXIT in kinds, map_level(play.level)
        try:
            prediction, belief = belief.foretold(mapped), belief.after(mapped, deaths, arrived, play.respawn)
        except NoWay as error:
            where = f"play {play.order} of session {play.session}, level {play.level.name!r}"
            raise LudusError(f"{where} tells nothing of a player: {error}; leave this line out") from None
        updates.append(Seen(play, prediction, deaths, arrived, belief))
    return updates
