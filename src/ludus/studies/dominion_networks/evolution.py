"""Buying and judging in turns: NEAT on one network, with the best of the other.

A network's score is the share of games that the player wins with it against a portfolio: the anchors stay, and earlier
networks enter and leave. All networks of a generation play the same deals, each on a kingdom of its own, from both
seats. Scores are luck in part; so the best of each of the last generations, and whoever had the place before, play
many more games against the anchors, and the best of these keeps the place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from ludus.arena.batch import play_batch
from ludus.arena.match import Match
from ludus.core.contract import Content
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.evolve import Neat, Net, Opponent, Portfolio
from ludus.evolve.portfolio import Record
from ludus.lab import Desk
from ludus.players import Player, find_compiled
from ludus.search.network_files import NetworkPlan
from ludus.studies.dominion_networks.config import GAME, Settings
from ludus.studies.dominion_networks.nets import (
    kept_networks,
    networks_from,
    plan_of,
    player_of,
    space_of,
)

EVOLVE, CHOOSE = "evolve", "choose the best"
Stage = tuple[str, int]  # the network that is evolved, and the round


def stages(settings: Settings) -> list[Stage]:
    """What is evolved, in order."""
    return [(name, round_) for round_ in range(1, settings.rounds + 1) for name in ("buy", "state")]


def title(stage: Stage) -> str:
    return f"{stage[0]} {stage[1]}"


def generations_of(settings: Settings, stage: Stage) -> int:
    """An equal part of all generations; earlier rounds have one more where it does not come out even."""
    total = settings.generations if stage[0] == "buy" else settings.state_generations
    return total // settings.rounds + (stage[1] <= total % settings.rounds)


def evolve_stage(settings: Settings, desk: Desk, stage: Stage, before: Mapping[str, NetworkPlan]) -> None:
    """Evolve one network; `before` are the player's networks so far, without this one in its first round."""
    name, space, count = stage[0], space_of(stage[0], settings.connected), generations_of(settings, stage)
    seed, seen = derive(settings.seed, title(stage)), {}  # type: ignore[var-annotated]
    portfolio = Portfolio(settings.anchors, _guests(settings, stage), settings.leaves, settings.enters, settings.room)

    def make() -> Neat:
        start = _last_population(desk, stage, space)
        return Neat(
            space,
            population=settings.population,
            mutation_rate=settings.mutation_rate,
            threshold=settings.threshold,
            seed=seed,
            start=start,
        )

    def score(generation: int, nets: Sequence[Net]) -> list[float]:
        there = portfolio.after([Record(each["against"], each["networks"]) for each in desk.notes(title(stage))])
        trials = [{**before, name: plan_of(space, net)} for net in nets]
        players = [player_of(settings, trial) for trial in trials]
        opponents = [_opponent(settings, desk, one) for one in there]
        shares = play(settings, desk, players, opponents, settings.deals, derive(seed, "generation", generation))
        scores = shares.mean(axis=(1, 2))
        best = int(np.argmax(scores))
        seen.update(
            networks=kept_networks(trials[best]),
            against={one.name: float(shares[best, k].mean()) for k, one in enumerate(there)},
            mean_against={one.name: float(shares[:, k].mean()) for k, one in enumerate(there)},
        )
        desk.advance(0, network=title(stage), generation=generation + 1, best=round(float(scores[best]), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, nets: Sequence[Net], scores: Sequence[float]) -> dict[str, Any]:
        found = {**seen, "score": float(max(scores)), "mean_score": float(np.mean(scores))}
        if generation == count - 1:
            found["population"] = [space.to_data(net) for net in nets]
        return found

    desk.stage(EVOLVE)
    desk.evolve(title(stage), space, make, score, count, note)


def choose_best(settings: Settings, desk: Desk, stage: Stage, before: Mapping[str, NetworkPlan]) -> dict[str, Any]:
    """The best of the last generations and of `before`, by many games against the anchors: its networks, as kept."""

    def find() -> dict[str, Any]:
        desk.stage(CHOOSE)
        notes = desk.kept(title(stage))[-settings.finalists :]
        rivals = [each["networks"] for each in notes]
        rivals += [kept_networks(before)] if stage[0] in before else []
        players = [player_of(settings, networks_from(each)) for each in rivals]
        anchors = [find_compiled(find_game(GAME), name) for name in settings.anchors]
        seed = derive(settings.seed, "final", title(stage))
        shares = play(settings, desk, players, anchors, settings.final_deals, seed)
        best = int(np.argmax(shares.mean(axis=(1, 2))))
        return {"networks": rivals[best], "shares": shares[best].mean(axis=1).tolist(), "place": best}

    return desk.keep(f"best of {title(stage)}", find)  # type: ignore[no-any-return]


def play(
    settings: Settings, desk: Desk, players: Sequence[Player], opponents: Sequence[Player], deals: int, seed: int
) -> np.ndarray:
    """Everybody against every opponent, all on the same deals: shares by player, opponent and deal."""
    contents = kingdoms(settings)
    matches = [Match(find_game(GAME), contents, [one, other], seed) for one in players for other in opponents]
    outcomes = play_batch(matches, [2 * deals] * len(matches), desk.place, desk.advance)
    won = [match.by_player(found)[:, 0] for match, found in zip(matches, outcomes, strict=True)]
    return np.array(won).reshape(len(players), len(opponents), deals, 2).mean(axis=3)  # type: ignore[no-any-return]


def kingdoms(settings: Settings) -> list[Content]:
    """Random kingdoms: one content for each edition, deal by deal in turns."""
    return [_kingdoms(edition, settings.ties, settings.declining) for edition in settings.editions]


@cache
def _kingdoms(edition: str, ties: str, declining: bool) -> Content:
    return find_game(GAME).content(edition=edition, ties=ties, declining=declining)


def _guests(settings: Settings, stage: Stage) -> tuple[str, ...]:
    """The best of earlier stages, the last ones first, as far as there is room beside the anchors."""
    earlier = [title(each) for each in stages(settings)[: stages(settings).index(stage)]]
    return tuple(reversed(earlier))[: max(0, settings.room - len(settings.anchors) - 1)]


def _opponent(settings: Settings, desk: Desk, one: Opponent) -> Player:
    if one.data is not None:
        return player_of(settings, networks_from(one.data))
    if one.name in settings.anchors:
        return find_compiled(find_game(GAME), one.name)
    return player_of(settings, networks_from(desk.kept(f"best of {one.name}")["networks"]))


def _last_population(desk: Desk, stage: Stage, space: Any) -> list[Net] | None:
    """The networks that the last round ended with."""
    if stage[1] == 1:
        return None
    last = desk.kept(title((stage[0], stage[1] - 1)))[-1]
    return [space.from_data(net) for net in last["population"]]
