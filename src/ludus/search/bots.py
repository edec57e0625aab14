"""Declarations of the search bots: names, options, records and rules."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from ludus.core import Record, float64, int64, specialise, uint64
from ludus.core.bot import Bot, Steps, Stream, moves_scratch
from ludus.core.contract import Game
from ludus.core.features import STANDARD
from ludus.core.record import RecordType
from ludus.search import (
    agent,
    ahead,
    beam,
    best,
    best_together,
    flat,
    greedy,
    mcts,
    plan,
    stepwise,
    tree,
    turn,
    two_ply,
    uniform,
)
from ludus.search.evaluation import Evaluation, evaluation_of, genome_of, seat_rule
from ludus.search.genome import LINEAR, Genome
from ludus.search.options import PLAN, REDEALS, WIDTH, Agent, Beam, Evaluates, Flat, Mcts, Turn, TwoPly

PATH = 256  # longest path in a search tree


@dataclass(frozen=True, eq=False)
class EvaluatingBot(Bot):
    """A search bound to one evaluation family on one feature set; its version names both."""

    evaluation: Any = None
    numbers: tuple[str, ...] = ()  # options that its rules read

    def settle(self, genome: Genome | None, options: Any, params: Any) -> None:
        """Write an evaluation genome and options into a plain view of the params."""
        params.evaluation = self.evaluation.params(self.evaluation.pack(genome))
        self.settle_numbers(options, params)

    def settle_numbers(self, options: Any, params: Any) -> None:
        for name in self.numbers:
            setattr(params, name, getattr(options, name))


def make_searches(game: Game) -> tuple[Bot, ...]:
    """Return all search bots of a game, with the game's default evaluation."""
    evaluating = [evaluating_bot(game, name) for name in EVALUATING if name != "agent" or game.features]
    return _random(game), *evaluating[:-1], _flat(game), evaluating[-1]


@cache
def evaluating_bot(game: Game, name: str, version: str = "") -> EvaluatingBot:
    """Return an evaluating search bot in a version FAMILY/FEATURES, such as program/standard."""
    if not version and game.features:
        return evaluating_bot(game, name, f"{LINEAR}/{STANDARD}")
    return EVALUATING[name](_Bound(game, version))


def version_of(genome: Genome | None) -> str:
    """Return the version of a search that plays a genome."""
    return "" if genome is None else f"{genome.family}/{genome.features}"


class _Bound:
    """A game with one evaluation, to which a search is bound."""

    def __init__(self, game: Game, version: str) -> None:
        family, _, features = version.partition("/")
        self.game, self.version, self.family, self.features = game, version, family, features
        self.evaluation = evaluation_of(game, family, features)
        self.names = _names(game, self.evaluation)

    def best_of(self) -> Any:
        """Return the rule that selects the best of several moves, sequentially or batched."""
        batched = self.evaluation.together
        names = self.names | batched | {"FORESEEABLE": self.game.outlook.foreseeable}
        return specialise(best_together if batched else best, **names).best_of

    def steps(self, judges: bool = False) -> Steps | None:
        """Return one-ply search in lockstep, if the game allows to try moves without resampling."""
        game = self.game
        if not game.outlook.foreseeable:
            return None
        evaluation = evaluation_of(game, self.family, self.features or STANDARD, alone=True)
        rules = specialise(
            stepwise,
            legal=game.rules.legal,
            worth=_names(game, evaluation)["worth"],
            prospect=game.feature_set(self.features).prospect if judges else None,
            judge=evaluation.judge,
            JUDGES=judges,
        )
        numbers = {"count": int64, "next": int64, "best": int64, "most": float64}
        return Steps(rules, _record(**numbers, moves=int64[game.most_moves], **evaluation.scratch))

    def bot(
        self,
        name: str,
        summary: str,
        rules: types.SimpleNamespace,
        scratch: dict[str, Any],
        options: type[Any],
        numbers: dict[str, Any] | None = None,
        memory: type[Record] = Stream,
        source: str = "",
        blind: bool = True,
        steps: Steps | None = None,
    ) -> EvaluatingBot:
        """Declare the search bot; `numbers` are the options that its rules read, by name and type."""
        game, copied = self.game, numbers or {}

        def fill(given: Any, params: Any) -> None:
            bot.settle(genome_of(game, given.file), given, params)

        phases = tuple(phase for phase in game.phases if not blind or phase not in game.outlook.blind)
        bot = EvaluatingBot(
            name,
            summary,
            rules,
            _record(**scratch, **self.evaluation.scratch),
            memory,
            _record(evaluation=self.evaluation.params, **copied),
            options,
            fill,
            phases=phases if len(phases) < len(game.phases) else (),
            source=source,
            version=self.version,
            version_for=lambda given: version_of(genome_of(game, given.file)),
            versions=partial(evaluating_bot, game, name),
            steps=steps,
            evaluation=self.evaluation,
            numbers=tuple(copied),
        )
        return bot


def _random(game: Game) -> Bot:
    rules = specialise(uniform, legal=game.rules.legal)
    return Bot("random", "plays any legal move with equal chance", rules, moves_scratch(game.most_moves))


def _greedy(bound: _Bound) -> EvaluatingBot:
    game = bound.game
    return bound.bot(
        "greedy",
        "makes the move whose resulting position is best",
        specialise(greedy, legal=game.rules.legal, best_of=bound.best_of()),
        _one_ply_scratch(game),
        Evaluates,
        steps=bound.steps(),
    )


def _agent(bound: _Bound) -> EvaluatingBot:
    game = bound.game
    rules = specialise(
        agent,
        legal=game.rules.legal,
        prospect=game.feature_set(bound.features).prospect,
        judge=bound.evaluation.judge,
        best_of=bound.best_of(),
    )
    return bound.bot(
        "agent",
        "takes the cards that its evaluation values most, and plays like greedy",
        rules,
        _one_ply_scratch(game),
        Agent,
        blind=False,
        steps=bound.steps(judges=True),
        source='Miernik: "Artificial Intelligence for Strategy Card Games"',
    )


def _two_ply(bound: _Bound) -> EvaluatingBot:
    game, names = bound.game, bound.names
    moves, state = int64[game.most_moves], game.state
    return bound.bot(
        "two-ply",
        "looks at the best reply to each of its moves",
        specialise(two_ply, **names),
        dict(moves=moves, replies=moves, totals=float64[game.most_moves], deal=state, first=state, second=state),
        TwoPly,
        {"redeals": int64},
    )


def _turn(bound: _Bound) -> EvaluatingBot:
    game, names = bound.game, bound.names
    return bound.bot(
        "turn",
        "tries whole turns of its own at random and carries out the best",
        specialise(turn, PLAN=PLAN, **names, **_planning(game)),
        dict(moves=int64[game.most_moves], line=int64[PLAN], deal=game.state, trial=game.state),
        Turn,
        {"iterations": int64},
        _plan_memory(game),
    )


def _beam(bound: _Bound) -> EvaluatingBot:
    game, names = bound.game, bound.names
    line = _record(value=float64, moves=int64[PLAN], state=game.state)
    return bound.bot(
        "beam",
        "follows the best lines through its own turn",
        specialise(beam, WIDTH=WIDTH, **names, **_planning(game)),
        dict(moves=int64[game.most_moves], deal=game.state, trial=game.state, lines=line[2 * WIDTH]),
        Beam,
        {"width": int64, "depth": int64},
        _plan_memory(game),
    )


def _flat(game: Game) -> Bot:
    def fill(options: Flat, params: Any) -> None:
        params.iterations = options.iterations

    return Bot(
        "flat",
        "plays random games to the end after each of its moves",
        specialise(flat, **_names(game, evaluation_of(game))),
        _record(moves=int64[game.most_moves], tried=int64[game.most_moves], trial=game.state),
        params=_record(iterations=int64),
        options=Flat,
        fill=fill,
    )


def _mcts(bound: _Bound) -> EvaluatingBot:
    game, names = bound.game, bound.names
    scratch = dict(
        moves=int64[game.most_moves],
        found=int64[game.most_moves],  # children for these moves
        path=int64[PATH],
        count=int64,  # nodes in use
        rewards=float64[game.seats[1]],
        centre=float64[game.seats[1]],
        spread=float64,
        here=game.state,
        deals=game.state[REDEALS],
        nodes=tree.Node[tree.MOST_NODES],
    )
    numbers = ("iterations", "turn_only", "keep_best", "depth", "redeals", "nodes")
    return bound.bot(
        "mcts",
        "grows a tree of what could happen, by random games on fair redeals",
        specialise(mcts, PATH=PATH, **names),
        scratch,
        Mcts,
        {"exploration": float64, **dict.fromkeys(numbers, int64)},
        _record(stream=uint64, iterations=int64),  # iterations: total of this game so far
        "Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search",
    )


def _names(game: Game, evaluation: Evaluation) -> dict[str, Any]:
    """Return the free names of the search templates: rules of the game and the lookahead rules."""
    rules = ("legal", "apply", "ended", "decider", "share", "hide", "alike")
    names = {name: getattr(game.rules, name) for name in rules}
    names |= {"seats": seat_rule(game), "evaluate": evaluation.evaluate}
    return names | vars(specialise(ahead, **names))


def _one_ply_scratch(game: Game) -> dict[str, Any]:
    return {"trial": game.state, "deal": game.state, "moves": int64[game.most_moves]}


def _planning(game: Game) -> dict[str, Any]:
    return vars(specialise(plan, apply=game.rules.apply, hide=game.rules.hide))


def _plan_memory(game: Game) -> Any:
    return _record(stream=uint64, done=int64, count=int64, plan=int64[PLAN], planned_on=game.state)


def _record(**fields: Any) -> Any:
    return RecordType("Fields", (Record,), {"__annotations__": fields})


EVALUATING: dict[str, Callable[[_Bound], EvaluatingBot]] = {
    "greedy": _greedy,
    "agent": _agent,
    "two-ply": _two_ply,
    "turn": _turn,
    "beam": _beam,
    "mcts": _mcts,
}
