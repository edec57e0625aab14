"""Skill belief from the recorded sessions of one player.

updates = update_from_recordings(recordings_of_player(load_recordings("mine.jsonl"), "ann"))
updates[-1].belief                  # the final belief, for which levels can be made
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ludus.core.errors import LudusError, OptionError, UnknownName
from ludus.design.levels.difficulty.challenges import find_challenges
from ludus.design.levels.difficulty.rating import NoPath
from ludus.design.levels.sessions.events import DEATH_EVENT, EXIT_EVENT, events_of
from ludus.design.levels.sessions.plays import Recording
from ludus.design.levels.space.player import SkillBelief
from ludus.stats import Estimate


@dataclass(frozen=True)
class BeliefUpdate:
    """One recording, with the prediction before it and the belief after it."""

    recording: Recording
    prediction: Estimate  # success chance predicted before
    deaths: int
    arrived: bool
    belief: SkillBelief  # belief after


def recordings_of_player(recordings: Sequence[Recording], name: str | None = None) -> list[Recording]:
    """Recordings of one player, in the order of play.

    Raises:
        OptionError: no name is given and there are several players.
        UnknownName: there is no such player.
    """
    counts = Counter(play.player for play in recordings)
    if name is None and len(counts) > 1:
        examples = ", ".join(f"{player} ({count})" for player, count in sorted(counts.items())[:10])
        raise OptionError(f"{len(counts)} players are in these sessions: {examples}; say which with --player NAME")
    if name is not None and name not in counts:
        raise UnknownName("player in these sessions", name, list(counts))
    chosen = [play for play in recordings if name is None or play.player == name]
    return sorted(chosen, key=lambda play: (play.session, play.order))


def update_from_recordings(recordings: Sequence[Recording], prior: SkillBelief | None = None) -> list[BeliefUpdate]:
    """Update a belief recording by recording, by Bayes' rule.

    Raises:
        LudusError: a level of the recordings has no path to an exit.
    """
    belief, updates = prior or SkillBelief.unknown(), []
    for play in recordings:
        kinds = [event.kind for event in events_of(play)]
        deaths, arrived, mapped = kinds.count(DEATH_EVENT), EXIT_EVENT in kinds, find_challenges(play.level)
        try:
            prediction, belief = belief.predict(mapped), belief.updated(mapped, deaths, arrived, play.respawn)
        except NoPath as error:
            where = f"play {play.order} of session {play.session}, level {play.level.name!r}"
            raise LudusError(f"{where} tells nothing of a player: {error}; leave this line out") from None
        updates.append(BeliefUpdate(play, prediction, deaths, arrived, belief))
    return updates
