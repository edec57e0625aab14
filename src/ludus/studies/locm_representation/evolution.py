"""Evolution of evaluation functions, scored by the games they play.

progressive and from-linear: every two individuals of a generation play. weak-op and strong-op: each plays one fixed
opponent, as many games as it would have had against the others and itself. Drafts and shuffles are new in every
generation and the same for all its individuals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.league import all_pairs, play_league
from ludus.core.contract import Content
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.evaluation import as_tree, player, space_of
from ludus.evolve import Elitist
from ludus.lab import Desk
from ludus.players import Player, find_compiled
from ludus.studies.locm_representation.config import GAME, Settings
from ludus.studies.locm_representation.plan import Evolution

STRONG = "choose the strong opponent"
PARENTS = 3  # tournament size in parent selection


def evolve(desk: Desk, settings: Settings, one: Evolution) -> list[dict[str, Any]]:
    """Run or resume one evolution; returns the notes of all generations."""
    game = find_game(GAME)
    space = space_of(game, one.representation)
    seed = derive(settings.seed, one.name)
    measured: dict[str, Any] = {}

    def make() -> Any:
        return Elitist(
            space,
            population=settings.population,
            elite=settings.elite,
            mutation_rate=settings.mutation_rate,
            tournament=PARENTS,
            seed=derive(seed, "breed"),
            start=_start(desk, settings, one, seed),
        )

    def score(generation: int, genomes: Sequence[Any]) -> Sequence[float]:
        players = [player(game, genome) for genome in genomes]
        opponent = opponent_of(desk, settings, one)
        scores, facts = _meet(desk, settings, players, opponent, derive(seed, "games", generation))
        measured.update(facts)
        desk.advance(0, evolution=one.name, generation=generation + 1, best=round(max(scores), 4))
        return scores

    def note(generation: int, genomes: Sequence[Any], scores: Sequence[float]) -> dict[str, Any]:
        best = int(np.argmax(scores))
        return {
            "best": space.to_data(genomes[best]),
            "score": float(scores[best]),
            "mean_score": float(np.mean(scores)),
            "length": measured["length"],
            "games": measured["games"],
        }

    desk.stage(f"evolve {one.group}")
    return desk.evolve(one.name, space, make, score, settings.generations, note)


def last_agent(desk: Desk, one: Evolution) -> Any:
    """Best genome of the last generation of an evolution."""
    return agent(one.representation, desk.kept(one.name)[-1]["best"])


def agent(representation: str, data: Any) -> Any:
    """Genome from its data."""
    return space_of(find_game(GAME), representation).from_data(data)


def strong_opponent(desk: Desk, settings: Settings, candidates: Sequence[Evolution]) -> dict[str, Any]:
    """Select the Tree-from-Linear agent with the highest payoff against the others of its kind."""

    def choose() -> dict[str, Any]:
        game = find_game(GAME)
        genomes = [last_agent(desk, candidate) for candidate in candidates]
        if len(genomes) == 1:
            return {"name": candidates[0].name}
        players = [player(game, genome) for genome in genomes]
        seed = derive(settings.seed, "strong opponent")
        pairs = all_pairs(len(players))
        desk.stage(STRONG, len(pairs) * settings.tournament_rounds * 2)
        matchups = play_league(
            game, [game.content()], players, pairs, settings.tournament_rounds, seed, desk.place, desk.advance
        )
        return {"name": candidates[int(np.argmax(matchups.shares()))].name, "shares": matchups.shares().tolist()}

    return desk.keep("strong opponent", choose)  # type: ignore[no-any-return]


def drafts(seed: int, count: int) -> list[Content]:
    """Contents of the game with different draft cards."""
    game = find_game(GAME)
    return [game.content(draft_seed=derive(seed, "draft", k) >> 1) for k in range(count)]


def _meet(
    desk: Desk, settings: Settings, players: list[Player], opponent: Player | None, seed: int
) -> tuple[Sequence[float], dict[str, Any]]:
    """Play all players against each other, or against an opponent; returns scores and facts for the note."""
    game, count = find_game(GAME), len(players)
    contents = drafts(seed, settings.drafts)
    deals = settings.drafts * settings.rounds
    pairs = all_pairs(count)
    if opponent is not None:
        deals *= settings.population
        pairs = np.array([[k, count] for k in range(count)], np.int64)
        players = [*players, opponent]
    matchups = play_league(game, contents, players, pairs, deals, seed, desk.place, desk.advance)
    return matchups.shares()[:count].tolist(), {"length": matchups.mean_length(), "games": matchups.games}


def opponent_of(desk: Desk, settings: Settings, one: Evolution) -> Player | None:
    game = find_game(GAME)
    if one.scheme == "weak-op":
        return find_compiled(game, settings.weak_opponent)
    if one.scheme != "strong-op":
        return None
    if settings.strong_opponent:
        return find_compiled(game, settings.strong_opponent)
    name = desk.kept("strong opponent")["name"]
    return player(game, agent("tree", desk.kept(name)[-1]["best"]))


def _start(desk: Desk, settings: Settings, one: Evolution, seed: int) -> list[Any] | None:
    """Start population: from-linear mutates copies of a finished agent; the others start with random genomes."""
    if not one.base:
        return None
    game = find_game(GAME)
    space = space_of(game, one.representation)
    base = agent("linear", desk.kept(one.base)[-1]["best"])
    if one.representation == "tree":
        base = as_tree(game, base)
    rng = np.random.default_rng(derive(seed, "start"))
    return [_mutated(space, base, rng, settings) for _ in range(settings.population)]


def _mutated(space: Any, genome: Any, rng: np.random.Generator, settings: Settings) -> Any:
    for _ in range(settings.start_mutations):
        genome = space.mutate(genome, rng, settings.mutation_rate)
    return genome
