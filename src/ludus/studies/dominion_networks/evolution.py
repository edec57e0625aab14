"""Training of the buy and state networks in turns: NEAT on one network, with the best of the other.

The fitness of a network is the payoff of the player against a portfolio: anchors stay, earlier networks enter and
leave. All networks of a generation play the same deals, each on its own kingdom, from both seats. Fitness is noisy;
so the best network of each of the last generations, and the previous winner, play many more games against the
anchors, and the best of these is selected.
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
    """Training stages, in order."""
    return [(name, round_) for round_ in range(1, settings.rounds + 1) for name in ("buy", "state")]


def title(stage: Stage) -> str:
    return f"{stage[0]} {stage[1]}"


def generations_of(settings: Settings, stage: Stage) -> int:
    """An equal part of all generations; earlier rounds have one more if it does not divide evenly."""
    total = settings.generations if stage[0] == "buy" else settings.state_generations
    return total // settings.rounds + (stage[1] <= total % settings.rounds)


def evolve_stage(settings: Settings, desk: Desk, stage: Stage, before: Mapping[str, NetworkPlan]) -> None:
    """Evolve one network.

    Args:
        settings: Configuration.
        desk: Run context.
        stage: Network and round.
        before: Networks of the player so far, without this one in its first round.
    """
    name, space, count = stage[0], space_of(stage[0], settings.connected), generations_of(settings, stage)
    seed, facts = derive(settings.seed, title(stage)), {}  # type: ignore[var-annotated]
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
        opponents_now = portfolio.after(
            [Record(earlier_note["against"], earlier_note["networks"]) for earlier_note in desk.notes(title(stage))]
        )
        trials = [{**before, name: plan_of(space, net)} for net in nets]
        players = [player_of(settings, trial) for trial in trials]
        opponents = [_opponent(settings, desk, opponent) for opponent in opponents_now]
        shares = play(settings, desk, players, opponents, settings.deals, derive(seed, "generation", generation))
        scores = shares.mean(axis=(1, 2))
        best = int(np.argmax(scores))
        facts.update(
            networks=kept_networks(trials[best]),
            against={opponent.name: float(shares[best, k].mean()) for k, opponent in enumerate(opponents_now)},
            mean_against={opponent.name: float(shares[:, k].mean()) for k, opponent in enumerate(opponents_now)},
        )
        desk.advance(0, network=title(stage), generation=generation + 1, best=round(float(scores[best]), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, nets: Sequence[Net], scores: Sequence[float]) -> dict[str, Any]:
        facts_now = {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}
        if generation == count - 1:
            facts_now["population"] = [space.to_data(net) for net in nets]
        return facts_now

    desk.stage(EVOLVE)
    desk.evolve(title(stage), space, make, score, count, note)


def choose_best(settings: Settings, desk: Desk, stage: Stage, before: Mapping[str, NetworkPlan]) -> dict[str, Any]:
    """Select the best of the last generations and of `before`, by many games against the anchors.

    Returns:
        The stored networks of the winner, its payoffs, and its position among the candidates.
    """

    def find() -> dict[str, Any]:
        desk.stage(CHOOSE)
        notes = desk.kept(title(stage))[-settings.finalists :]
        rivals = [item["networks"] for item in notes]
        rivals += [kept_networks(before)] if stage[0] in before else []
        players = [player_of(settings, networks_from(item)) for item in rivals]
        anchors = [find_compiled(find_game(GAME), name) for name in settings.anchors]
        seed = derive(settings.seed, "final", title(stage))
        shares = play(settings, desk, players, anchors, settings.final_deals, seed)
        best = int(np.argmax(shares.mean(axis=(1, 2))))
        return {"networks": rivals[best], "shares": shares[best].mean(axis=1).tolist(), "place": best}

    return desk.keep(f"best of {title(stage)}", find)  # type: ignore[no-any-return]


def play(
    settings: Settings, desk: Desk, players: Sequence[Player], opponents: Sequence[Player], deals: int, seed: int
) -> np.ndarray:
    """Play every player against every opponent on the same deals; payoffs by player, opponent and deal."""
    contents = kingdoms(settings)
    matches = [Match(find_game(GAME), contents, [one, other], seed) for one in players for other in opponents]
    outcomes = play_batch(matches, [2 * deals] * len(matches), desk.place, desk.advance)
    won = [match.by_player(outcome)[:, 0] for match, outcome in zip(matches, outcomes, strict=True)]
    return np.array(won).reshape(len(players), len(opponents), deals, 2).mean(axis=3)  # type: ignore[no-any-return]


def kingdoms(settings: Settings) -> list[Content]:
    """Contents with random kingdoms, one for each edition; deals take them in turn."""
    return [_kingdoms(edition, settings.ties, settings.declining) for edition in settings.editions]


@cache
def _kingdoms(edition: str, ties: str, declining: bool) -> Content:
    return find_game(GAME).content(edition=edition, ties=ties, declining=declining)


def _guests(settings: Settings, stage: Stage) -> tuple[str, ...]:
    """Winners of earlier stages, the latest first, as many as fit into the portfolio."""
    earlier = [title(earlier_stage) for earlier_stage in stages(settings)[: stages(settings).index(stage)]]
    return tuple(reversed(earlier))[: max(0, settings.room - len(settings.anchors) - 1)]


def _opponent(settings: Settings, desk: Desk, one: Opponent) -> Player:
    if one.data is not None:
        return player_of(settings, networks_from(one.data))
    if one.name in settings.anchors:
        return find_compiled(find_game(GAME), one.name)
    return player_of(settings, networks_from(desk.kept(f"best of {one.name}")["networks"]))


def _last_population(desk: Desk, stage: Stage, space: Any) -> list[Net] | None:
    """Networks with which the previous round ended."""
    if stage[1] == 1:
        return None
    last = desk.kept(title((stage[0], stage[1] - 1)))[-1]
    return [space.from_data(net) for net in last["population"]]
