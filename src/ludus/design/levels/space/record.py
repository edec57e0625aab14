"""What the sessions of one player tell of them, play by play.

seen = learn_from(plays_of(load_sessions("mine.jsonl"), "ann"))
seen[-1].player                     all that is known; a Player, for whom levels can be made
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
    """One play, and what was known before and after it."""

    play: Play
    foretold: Estimate  # the chance to get through without dying, before
    deaths: int
    arrived: bool
    player: Player  # after


def plays_of(plays: Sequence[Play], name: str | None = None) -> list[Play]:
    """Those of one player, in the order of play; the name may be left out where there is but one."""
    counts = Counter(play.player for play in plays)
    if name is None and len(counts) > 1:
        some = ", ".join(f"{each} ({count})" for each, count in sorted(counts.items())[:10])
        raise OptionError(f"{len(counts)} players are in these sessions: {some}; say which with --player NAME")
    if name is not None and name not in counts:
        raise UnknownName("player in these sessions", name, list(counts))
    own = [play for play in plays if name is None or play.player == name]
    return sorted(own, key=lambda play: (play.session, play.order))


def learn_from(plays: Sequence[Play], player: Player | None = None) -> list[Seen]:
    """Play after play, by Bayes' rule."""
    known, seen = player or Player.unknown(), []
    for play in plays:
        kinds = [event.kind for event in events_of(play)]
        deaths, arrived, mapped = kinds.count(DEATH), EXIT in kinds, map_level(play.level)
        try:
            foretold, known = known.foretold(mapped), known.after(mapped, deaths, arrived, play.respawn)
        except NoWay as error:
            where = f"play {play.order} of session {play.session}, level {play.level.name!r}"
            raise LudusError(f"{where} tells nothing of a player: {error}; leave this line out") from None
        seen.append(Seen(play, foretold, deaths, arrived, known))
    return seen
