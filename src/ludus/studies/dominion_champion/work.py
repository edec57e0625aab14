"""How the steward's weights are found and measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from ludus.arena.batch import play_batch
from ludus.arena.match import Match
from ludus.core.contract import Content
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.core.replay import Replay
from ludus.evolve import CmaEs, Opponent, Portfolio, Reals
from ludus.evolve.portfolio import Record
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.players import Player, find_compiled
from ludus.studies.dominion_champion.config import Settings, first_weights
from ludus.studies.dominion_champion.evaluation import STAGE, evolve_evaluation, measure_evaluation
from ludus.studies.dominion_champion.player import GAME, STEWARD, fighter, steward

EVOLVE, CHECK = "evolve", "measure the steward"
EDITIONS = ("first", "second")
TEN = 10  # kingdoms of which `second` are of the second edition
STAGES = ("opening", "middle", "end")
STAGE_RANGE, OTHER_RANGE, MONEY_RANGE = 600.0, 400.0, 30.0  # weights go from minus to plus this


def work(settings: Settings, desk: Desk) -> None:
    """Evolve the steward, measure it on kingdoms that nobody has seen, then evolve an evaluation for searches."""
    rivals = (*settings.rivals, *settings.slow_rivals)
    searching = settings.evaluation_generations * settings.evaluation_population * settings.evaluation_deals
    desk.plan(
        {
            EVOLVE: 2 * settings.generations * settings.population * settings.room * settings.deals,
            CHECK: sum(len(EDITIONS) * settings.games_against(rival) for rival in rivals),
            STAGE: (2 * searching + settings.slow_games) * len(settings.evaluation_rivals),
        }
    )
    evolve(settings, desk)
    for rival in rivals:
        for edition in EDITIONS:
            measure(settings, desk, rival, edition)
    show_games(settings, desk)
    evolve_evaluation(settings, desk)
    for rival in settings.evaluation_rivals:
        measure_evaluation(settings, desk, rival)


def evolve(settings: Settings, desk: Desk) -> list[Any]:
    """CMA-ES; the score is the mean share over the portfolio."""
    names = steward().NAMES
    space = Reals(len(names), -ranges(), ranges(), names=names)
    seen: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(
            space,
            population=settings.population,
            step=settings.step,
            seed=derive(settings.seed, "weights"),
            start=np.clip(first_weights(settings), -ranges(), ranges()),
        )

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        opponents = portfolio(settings).after([_record(note) for note in desk.notes("weights")])
        rivals = [_player(one) for one in opponents]
        players = [fighter(weights) for weights in genomes]
        seed = derive(settings.seed, "generation", generation)
        shares = meet(settings, desk, players, rivals, seed)
        scores = shares.mean(axis=1)
        best = int(np.argmax(scores))
        better = np.argsort(-scores, kind="stable")[: max(1, len(genomes) // 2)]
        seen.update(
            opponents=[one.name for one in opponents],
            best_against={one.name: float(shares[best, j]) for j, one in enumerate(opponents)},
            mean_against={one.name: float(shares[:, j].mean()) for j, one in enumerate(opponents)},
            centre=np.mean(np.array(genomes)[better], axis=0).tolist(),
        )
        desk.advance(0, generation=generation + 1, best=round(float(scores[best]), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def note(generation: int, genomes: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
        return {**seen, "score": float(max(scores)), "mean_score": float(np.mean(scores))}

    desk.stage(EVOLVE)
    return desk.evolve("weights", space, make, score, settings.generations, note)


def meet(settings: Settings, desk: Desk, players: Sequence[Player], rivals: Sequence[Player], seed: int) -> np.ndarray:
    """The share of every player against every rival, all on the same kingdoms and deals."""
    game, contents = find_game(GAME), kingdoms(settings)
    matches = [Match(game, contents, [player, rival], seed) for player in players for rival in rivals]
    outcomes = play_batch(matches, [2 * settings.deals] * len(matches), desk.place, desk.advance)
    shares = [match.by_player(found)[:, 0].mean() for match, found in zip(matches, outcomes, strict=True)]
    return np.array(shares).reshape(len(players), len(rivals))


def kingdoms(settings: Settings) -> list[Content]:
    """Random kingdoms; deals take these in turn, so that the editions are mixed evenly."""
    first, second = (find_game(GAME).content(edition=edition) for edition in EDITIONS)
    steps = [(k + 1) * settings.second // TEN - k * settings.second // TEN for k in range(TEN)]
    return [second if step else first for step in steps]


def portfolio(settings: Settings) -> Portfolio:
    return Portfolio(settings.anchors, settings.guests, settings.leaves, settings.enters, settings.room)


def champion(desk: Desk) -> np.ndarray:
    """The centre of the last quarter of the evolution: a mean is stronger than a lucky best."""
    notes = desk.kept("weights")
    last = notes[-max(1, len(notes) // 4) :]
    return steward().rounded(np.mean([note["centre"] for note in last], axis=0))  # type: ignore[no-any-return]


def measure(settings: Settings, desk: Desk, rival: str, edition: str) -> np.ndarray:
    """The steward's share of every deal against one rival, on fresh kingdoms of an edition."""

    def play() -> np.ndarray:
        desk.stage(CHECK)
        match = check_match(settings, desk, rival, edition)
        return match.by_player(match.play(settings.games_against(rival), desk.place, desk.advance))[:, 0]

    shares: np.ndarray = desk.keep(f"{edition}/against {file_name(rival)}", play)
    return shares.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]


def check_match(settings: Settings, desk: Desk, rival: str, edition: str) -> Match:
    game = find_game(GAME)
    players = [fighter(champion(desk)), find_compiled(game, rival)]
    return Match(game, game.content(edition=edition), players, check_seed(settings))


def show_games(settings: Settings, desk: Desk) -> dict[str, Any]:
    """A game won and a game lost against every rival that does not take long."""

    def play() -> dict[str, Any]:
        found = {}
        for rival in settings.rivals:
            match = check_match(settings, desk, rival, EDITIONS[0])
            shares = match.by_player(match.play(40, desk.place))[:, 0]
            for word, value in (("won", 1.0), ("lost", 0.0)):
                for number in np.flatnonzero(shares == value)[:1].tolist():
                    seated = [(STEWARD, rival)[k] for k in match.seating(number)]
                    found[f"{word}-against-{rival}"] = msgspec.to_builtins(Replay.of(match.replay(number), seated))
        return found

    return desk.keep("replays", play)  # type: ignore[no-any-return]


def check_seed(settings: Settings) -> int:
    return derive(settings.seed, "validation")


def ranges() -> np.ndarray:
    """How far from 0 each weight may go."""
    return np.array([_range(name) for name in steward().NAMES])


def _range(name: str) -> float:
    if name == "money":
        return MONEY_RANGE
    return STAGE_RANGE if name.endswith(STAGES) else OTHER_RANGE


def _record(note: dict[str, Any]) -> Record:
    return Record(note["best_against"], note["centre"])


def _player(one: Opponent) -> Player:
    return find_compiled(find_game(GAME), one.name) if one.data is None else fighter(one.data)
