"""Experiment: learn, evolve and validate the courtier's weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.census import Census
from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.evolve import CmaEs, Opponent
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.players import Player, find_compiled
from ludus.studies.champions import better_half, fared, last_centre, meet, opponents_after, won_and_lost
from ludus.studies.tribute_champion.config import Settings, first_weights
from ludus.studies.tribute_champion.dials import dialled, first_dials, space
from ludus.studies.tribute_champion.lessons import LEARN, PATRONS, learned, lessons
from ludus.studies.tribute_champion.player import COURTIER, GAME, courtier, fighter

EVOLVE, DRAFT, CHECK = "evolve", "rank the patrons", "measure the courtier"
SHOWN = 20  # games among which a won and a lost example are searched


def work(settings: Settings, desk: Desk) -> None:
    """Learn, evolve, rank the patrons, then validate on unseen deals."""
    taught = settings.own_games + settings.teacher_games * len(settings.teachers)
    desk.plan(
        {
            LEARN: settings.rounds * taught,
            EVOLVE: 2 * settings.generations * settings.population * settings.room * settings.deals,
            DRAFT: settings.draft_games * len(settings.rivals),
            CHECK: settings.validation_games * len(settings.rivals),
        }
    )
    lessons(settings, desk)
    evolve(settings, desk)
    desk.plan({EVOLVE: desk.games_by_stage()[EVOLVE]})  # fewer than planned: opponents left, or had not entered yet
    patrons(settings, desk)
    for rival in settings.rivals:
        measure(settings, desk, rival)
    show_games(settings, desk)


def evolve(settings: Settings, desk: Desk) -> list[Any]:
    """Run CMA-ES on the parameters; the fitness is the mean payoff over the portfolio."""
    base = learned(settings, desk)
    draft = first_weights(settings)[1]
    around = space(base)
    facts: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            around,
            population=settings.population,
            step=settings.step,
            seed=derive(settings.seed, "dials"),
            start=first_dials(base),
        )

    def one(dials: Any) -> Player:
        return fighter(dialled(base, dials), draft, settings.training_iterations)

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        opponents = opponents_after(settings, desk.notes("dials"))
        rivals = [_player(opponent, one) for opponent in opponents]
        game, seed = find_game(GAME), derive(settings.seed, "generation", generation)
        content, players = game.content(patrons=PATRONS), [one(genome) for genome in genomes]
        shares = meet(game, content, players, rivals, settings.deals, seed, desk)
        scores = shares.mean(axis=1)
        best = int(np.argmax(scores))
        facts.update(fared(opponents, shares, best), centre=better_half(genomes, scores).tolist())
        desk.advance(0, generation=generation + 1, best=round(float(scores[best]), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**facts, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    desk.stage(EVOLVE)
    return desk.evolve("dials", around, make, score, settings.generations, note)


def champion(settings: Settings, desk: Desk) -> np.ndarray:
    """Mean of the last quarter of the evolution; a mean is stronger than a lucky best."""
    return courtier().rounded(dialled(learned(settings, desk), last_centre(desk.kept("dials"))))  # type: ignore[no-any-return]


def patrons(settings: Settings, desk: Desk) -> dict[str, float]:
    """Payoff in games with each patron, against all rivals together."""

    def play() -> dict[str, float]:
        desk.stage(DRAFT)
        game = find_game(GAME)
        content = game.content(patrons=PATRONS)
        me = fighter(champion(settings, desk), first_weights(settings)[1], settings.training_iterations)
        present_parts, shares = [], []
        for rival in settings.rivals:
            match = Match(game, content, [me, find_compiled(game, rival)], derive(settings.seed, "patrons", rival))
            counted = Census(match).play(settings.draft_games, desk.place, desk.advance)
            present_parts.append(counted.tallies["present"])
            shares.append(match.by_player(counted.outcomes)[:, 0])
        present, share = np.concatenate(present_parts), np.concatenate(shares)
        keys = content.labels.patrons
        means = {key: share[present[:, keys.index(key)] > 0] for key in courtier().parts()["favours"]}
        return {key: float(wins.mean()) if len(wins) else 0.5 for key, wins in means.items()}

    return desk.keep("patrons", play)  # type: ignore[no-any-return]


def preferred(settings: Settings, desk: Desk) -> tuple[str, ...]:
    """Patrons, the ones with the highest payoff first."""
    payoffs = patrons(settings, desk)
    return tuple(sorted(payoffs, key=lambda key: (-payoffs[key], key)))


def final_fighter(settings: Settings, desk: Desk) -> Player:
    return fighter(champion(settings, desk), preferred(settings, desk), settings.playing_iterations)


def measure(settings: Settings, desk: Desk, rival: str) -> np.ndarray:
    """Payoff of the courtier by deal against one rival, with a draft, on unseen deals."""

    def play() -> np.ndarray:
        desk.stage(CHECK)
        match = check_match(settings, desk, rival)
        return match.by_player(match.play(settings.validation_games, desk.place, desk.advance))[:, 0]

    shares: np.ndarray = desk.keep(f"against {file_name(rival)}", play)
    return shares.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]


def check_match(settings: Settings, desk: Desk, rival: str) -> Match:
    game = find_game(GAME)
    players = [final_fighter(settings, desk), find_compiled(game, rival)]
    return Match(game, game.content(), players, check_seed(settings))


def show_games(settings: Settings, desk: Desk) -> dict[str, Any]:
    """Replays of a won and a lost game against every rival."""

    def play() -> dict[str, Any]:
        replays: dict[str, Any] = {}
        for rival in settings.rivals:
            match = check_match(settings, desk, rival)
            replays |= won_and_lost(match, COURTIER, rival, SHOWN, desk.place)
        return replays

    return desk.keep("replays", play)  # type: ignore[no-any-return]


def check_seed(settings: Settings) -> int:
    return derive(settings.seed, "validation")


def _player(each: Opponent, one: Any) -> Player:
    return find_compiled(find_game(GAME), each.name) if each.data is None else one(np.array(each.data))
