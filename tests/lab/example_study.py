"""Example study of a few seconds: weights evolve while a toy game is played, with a complete report."""

from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta

from ludus.arena import Match, run_matches
from ludus.arena.runner import replay_game
from ludus.bots import load_bot
from ludus.core.random import derive
from ludus.core.replay import Replay
from ludus.evolve import Elitist, Reals
from ludus.lab import Column, Command, Config, Figure, File, Report, Section, Study, Table, Verdict
from ludus.report.charts import Series, heat_map, line_chart
from ludus.stats import proportion
from ludus.testing.example_games import auction


class Breeding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of the evolution."""

    population: Annotated[int, Meta(ge=2, le=100, description="individuals in a generation")] = 6
    elite: Annotated[int, Meta(ge=0, description="individuals that stay")] = 1
    rate: Annotated[float, Meta(ge=0, le=1, description="chance of a change for each weight")] = 0.3


class Settings(Config, frozen=True, kw_only=True):
    """Configuration of the example study."""

    generations: Annotated[int, Meta(ge=1, description="generations of each evolution")] = 4
    games: Annotated[int, Meta(ge=2, description="games of each individual")] = 6
    names: Annotated[tuple[str, ...], Meta(min_length=1, description="one evolution for each")] = ("red", "blue")
    breeding: Annotated[Breeding, Meta(description="How weights evolve.")] = Breeding()
    figures: Annotated[bool, Meta(description="pictures in the report")] = True
    label: Annotated[str | None, Meta(description="a word on the report")] = None


def work(settings, context):
    each = settings.generations * settings.breeding.population * settings.games
    context.plan_stages({**{f"evolve {name}": each for name in settings.names}, "final": 20})
    for name in settings.names:
        context.begin_stage(f"evolve {name}")
        evolve(settings, context, name)
    context.begin_stage("final")
    context.cached("final/games", lambda: final(settings, context))
    context.cached(
        "final/replay",
        lambda: msgspec.to_builtins(Replay.from_position(replay_game(match(settings, "final"), 0), ["a", "b"])),
    )


def evolve(settings, context, name):
    space, breeding, seed = Reals(3, -1.0, 1.0), settings.breeding, derive(settings.seed, name)

    def make():
        return Elitist(
            space,
            population=breeding.population,
            elite=breeding.elite,
            mutation_rate=breeding.rate,
            seed=derive(seed, "breed"),
        )

    def score(generation, genomes):
        matches = [match(settings, name, generation, k) for k in range(len(genomes))]
        found = run_matches(matches, [settings.games] * len(genomes), context.backend, context.advance)
        luck = [outcomes.payoffs[:, 0].mean() for outcomes in found]
        scores = [one - float(np.square(genome).sum()) for one, genome in zip(luck, genomes, strict=True)]
        context.advance(0, generation=generation, best=max(scores))
        return scores

    def note(generation, genomes, scores):
        best = int(np.argmax(scores))
        return {"best": genomes[best], "score": scores[best], "mean": float(np.mean(scores))}

    return context.evolve(name, space, make, score, settings.generations, note)


def match(settings, *path):
    content = auction.game.content()
    players = [load_bot(auction.game, "random") for _ in range(2)]
    return Match(auction.game, content, players, derive(settings.seed, "match", *path))


def final(settings, context):
    (outcomes,) = run_matches([match(settings, "final")], [20], context.backend, context.advance)
    return {"shares": outcomes.payoffs, "lengths": outcomes.lengths.tolist()}


def report(settings, context):
    generations = list(range(settings.generations))
    lines = [Series(name, [note["score"] for note in context.result(name)]) for name in settings.names]
    rows = [
        [name, k, note["score"], str(note["best"].round(3).tolist())]
        for name in settings.names
        for k, note in enumerate(context.result(name))
    ]
    shares = context.result("final/games")["shares"]
    first = proportion(shares.reshape(10, 2, 2)[:, :, 0].mean(axis=1))
    state = "holds" if first.low > 0.5 else "fails" if first.high < 0.5 else "undecided"
    seats = [["first, the one who bids", first, True], ['second, "the other"', None, None]]
    return Report(
        "Does a toy evolve?",
        [f"Weights went to zero{f' ({settings.label})' if settings.label else ''}, with <luck> & `chance`."],
        [
            Section(
                "Evolution",
                [
                    "Scores are the share of games less the weights' squares.",
                    Table(
                        "generations",
                        [
                            Column.text("evolution"),
                            Column.integer("generation"),
                            Column.number("score"),
                            Column.text("weights"),
                        ],
                        rows,
                        "The best of each generation.",
                    ),
                    *draw(
                        settings, "scores", lambda: line_chart(generations, lines, title="Scores", x_title="generation")
                    ),
                ],
            ),
            Section(
                "Seats",
                [
                    Verdict("The first seat is better", state, f"its share is {first:.2f}"),
                    Table(
                        "seats",
                        [
                            Column.text("seat"),
                            Column.estimate("share", "wins", percent=True),
                            Column.boolean("measured"),
                        ],
                        seats,
                        rerun_commands=["ludus match auction random random -n 20", "ludus match auction random -n 20"],
                    ),
                    *draw(
                        settings,
                        "shares",
                        lambda: heat_map(["a", "b"], ["a", "b"], np.eye(2), title="Shares", centre=0.5, percent=True),
                    ),
                    File("replays/first.json", context.result("final/replay"), "the first game"),
                    Command("ludus replay {run}/replays/first.json", "See it:"),
                ],
            ),
        ],
    )


def draw(settings, name, picture):
    return [Figure(name, picture(), f"All {name}.")] if settings.figures else []


study = Study(
    "toy",
    "Do weights that cost something go to zero?",
    Settings,
    work,
    report,
    presets={"tiny": {"generations": 2, "games": 2, "figures": False, "breeding": {"population": 3}}, "whole": {}},
)
