"""Search bots: their options (as in `beam:width=4,depth=8`), records and rules."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, Literal

from msgspec import Meta

from ludus.core import Record, bind_template, float64, int64, uint64
from ludus.core.compiled_bot_spec import BotOptions, BotSpec, LockstepRules, StreamMemory, moves_scratch
from ludus.core.features import STANDARD
from ludus.core.game import Game
from ludus.core.structured_records import RecordType
from ludus.search import mcts_tree
from ludus.search.evaluation import Evaluation, evaluation_of, load_genome, seat_rule
from ludus.search.evaluation_genome_packing import LINEAR, Genome
from ludus.search.mcts_tree import MAX_NODES
from ludus.search.templates import (
    beam,
    best_of_next_positions,
    best_of_next_positions_batched,
    draft_and_one_ply,
    flat_monte_carlo,
    greedy,
    greedy_lockstep,
    mcts,
    plan_execution,
    position_values_and_playouts,
    random_move,
    random_turns,
    two_ply,
)

MAX_PLAN_MOVES = 64  # largest number of moves of a plan
MAX_BEAM_WIDTH = 64  # largest width of a beam
MAX_RESAMPLES = 64  # largest number of fixed resampled states of a tree search
MAX_ITERATIONS = 10_000_000


class EvaluationOptions(BotOptions, frozen=True):
    """Options of a search that evaluates positions."""

    weights: Annotated[str | None, Meta(description="a file with an evaluation: weights or trees")] = None

    @property
    def file(self) -> str | None:
        return self.weights


def _int_range(least: int, most: int, description: str) -> Any:
    return Annotated[int, Meta(ge=least, le=most, description=description)]


class AgentOptions(BotOptions, frozen=True):
    genome: Annotated[str | None, Meta(description="a file with an evaluation: weights or trees")] = None

    @property
    def file(self) -> str | None:
        return self.genome


class TwoPlyOptions(EvaluationOptions, frozen=True):
    redeals: _int_range(1, 10_000, "resampled deals of the hidden information to average over") = 4


class RandomTurnsOptions(EvaluationOptions, frozen=True):
    iterations: _int_range(1, MAX_ITERATIONS, "random turns to choose from") = 100


class BeamOptions(EvaluationOptions, frozen=True):
    width: _int_range(1, MAX_BEAM_WIDTH, "lines to keep at each depth") = 8
    depth: _int_range(1, MAX_PLAN_MOVES, "moves to look ahead") = 16


class FlatOptions(BotOptions, frozen=True):
    iterations: _int_range(1, MAX_ITERATIONS, "random games, the same number after each move and at least one") = 400


class MctsOptions(EvaluationOptions, frozen=True):
    iterations: _int_range(1, MAX_ITERATIONS, "random games, or turns") = 400
    scope: Annotated[Literal["game", "turn"], Meta(description="the whole game, or only the own turn")] = "game"
    backup: Annotated[Literal["mean", "max"], Meta(description="value of a move: mean or best reward")] = "mean"
    exploration: Annotated[
        float, Meta(ge=0, le=1000, description="exploration constant of UCB; rewards are 0 to 1")
    ] = 0.7
    depth: _int_range(0, 100_000, "random moves before an unfinished game is evaluated; 0: to the end of the scope") = 0
    redeals: _int_range(0, MAX_RESAMPLES, "number of resampled deals; 0: a new one for each iteration") = 0
    nodes: _int_range(2, MAX_NODES, "largest number of nodes of the tree") = MAX_NODES

    @property
    def turn_only(self) -> int:
        return int(self.scope == "turn")

    @property
    def keep_best(self) -> int:
        return int(self.backup == "max")


MAX_PATH = 256  # longest path in a search tree


@dataclass(frozen=True, eq=False)
class EvaluatingBot(BotSpec):
    """A search bound to one evaluation family on one feature set; its version names both."""

    evaluation: Any = None
    numbers: tuple[str, ...] = ()  # options that its rules read

    def write_params(self, genome: Genome | None, options: Any, params: Any) -> None:
        """Write an evaluation genome and options into a plain view of the params."""
        params.evaluation = self.evaluation.params(self.evaluation.pack(genome))
        self.write_options(options, params)

    def write_options(self, options: Any, params: Any) -> None:
        for name in self.numbers:
            setattr(params, name, getattr(options, name))


def make_searches(game: Game) -> tuple[BotSpec, ...]:
    """Return all search bots of a game, with the game's default evaluation."""
    evaluating = [evaluating_bot(game, name) for name in EVALUATING if name != "agent" or game.features.names]
    return _random(game), *evaluating[:-1], _flat(game), evaluating[-1]


@cache
def evaluating_bot(game: Game, name: str, version: str = "") -> EvaluatingBot:
    """Return an evaluating search bot in a version FAMILY/FEATURES, such as program/standard."""
    if not version and game.features.names:
        return evaluating_bot(game, name, f"{LINEAR}/{STANDARD}")
    return EVALUATING[name](_BoundEvaluation(game, version))


def version_of(genome: Genome | None) -> str:
    """Return the version of a search that plays a genome."""
    return "" if genome is None else f"{genome.family}/{genome.features}"


class _BoundEvaluation:
    """A game with one evaluation, to which a search is bound."""

    def __init__(self, game: Game, version: str) -> None:
        family, _, features = version.partition("/")
        self.game, self.version, self.family, self.features = game, version, family, features
        self.evaluation = evaluation_of(game, family, features)
        self.names = _template_names(game, self.evaluation)

    def best_of(self) -> Any:
        """Return the rule that selects the best of several moves, sequentially or batched."""
        batched = self.evaluation.batched
        names = self.names | batched | {"FORESEEABLE": self.game.features.hints.predictable_moves}
        return bind_template(best_of_next_positions_batched if batched else best_of_next_positions, **names).best_of

    def steps(self, judges: bool = False) -> LockstepRules | None:
        """Return one-ply search in lockstep, if the game allows to try moves without resampling."""
        game = self.game
        if not game.features.hints.predictable_moves:
            return None
        evaluation = evaluation_of(game, self.family, self.features or STANDARD, alone=True)
        rules = bind_template(
            greedy_lockstep,
            legal_moves=game.rules.legal_moves,
            worth=_template_names(game, evaluation)["worth"],
            prospect=game.feature_set(self.features).prospect if judges else None,
            judge=evaluation.judge,
            JUDGES=judges,
        )
        numbers = {"count": int64, "next": int64, "best": int64, "most": float64}
        return LockstepRules(rules, _record(**numbers, moves=int64[game.max_moves], **evaluation.scratch))

    def bot(
        self,
        name: str,
        summary: str,
        rules: types.SimpleNamespace,
        scratch: dict[str, Any],
        options: type[Any],
        numbers: dict[str, Any] | None = None,
        memory: type[Record] = StreamMemory,
        source: str = "",
        blind: bool = True,
        steps: LockstepRules | None = None,
    ) -> EvaluatingBot:
        """Declare the search bot; `numbers` are the options that its rules read, by name and type."""
        game, copied = self.game, numbers or {}

        def fill(given: Any, params: Any) -> None:
            bot.write_params(load_genome(game, given.file), given, params)

        phases = tuple(phase for phase in game.phases if not blind or phase not in game.features.hints.blind_phases)
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
            version_for=lambda given: version_of(load_genome(game, given.file)),
            versions=partial(evaluating_bot, game, name),
            lockstep=steps,
            evaluation=self.evaluation,
            numbers=tuple(copied),
        )
        return bot


def _random(game: Game) -> BotSpec:
    rules = bind_template(random_move, legal_moves=game.rules.legal_moves)
    return BotSpec("random", "plays any legal move with equal chance", rules, moves_scratch(game.max_moves))


def _greedy(bound: _BoundEvaluation) -> EvaluatingBot:
    game = bound.game
    return bound.bot(
        "greedy",
        "makes the move whose resulting position is best",
        bind_template(greedy, legal_moves=game.rules.legal_moves, best_of=bound.best_of()),
        _one_ply_scratch(game),
        EvaluationOptions,
        steps=bound.steps(),
    )


def _agent(bound: _BoundEvaluation) -> EvaluatingBot:
    game = bound.game
    rules = bind_template(
        draft_and_one_ply,
        legal_moves=game.rules.legal_moves,
        prospect=game.feature_set(bound.features).prospect,
        judge=bound.evaluation.judge,
        best_of=bound.best_of(),
    )
    return bound.bot(
        "agent",
        "takes the cards that its evaluation values most, and plays like greedy",
        rules,
        _one_ply_scratch(game),
        AgentOptions,
        blind=False,
        steps=bound.steps(judges=True),
        source='Miernik: "Artificial Intelligence for Strategy Card Games"',
    )


def _two_ply(bound: _BoundEvaluation) -> EvaluatingBot:
    game, names = bound.game, bound.names
    moves, state = int64[game.max_moves], game.state
    return bound.bot(
        "two-ply",
        "looks at the best reply to each of its moves",
        bind_template(two_ply, **names),
        dict(moves=moves, replies=moves, totals=float64[game.max_moves], deal=state, first=state, second=state),
        TwoPlyOptions,
        {"redeals": int64},
    )


def _turn(bound: _BoundEvaluation) -> EvaluatingBot:
    game, names = bound.game, bound.names
    return bound.bot(
        "turn",
        "simulates random turns of its own and plays the best one",
        bind_template(random_turns, PLAN=MAX_PLAN_MOVES, **names, **_plan_rules(game)),
        dict(moves=int64[game.max_moves], line=int64[MAX_PLAN_MOVES], deal=game.state, trial=game.state),
        RandomTurnsOptions,
        {"iterations": int64},
        _plan_memory(game),
    )


def _beam(bound: _BoundEvaluation) -> EvaluatingBot:
    game, names = bound.game, bound.names
    line = _record(value=float64, moves=int64[MAX_PLAN_MOVES], state=game.state)
    return bound.bot(
        "beam",
        "beam search through its own turn",
        bind_template(beam, WIDTH=MAX_BEAM_WIDTH, **names, **_plan_rules(game)),
        dict(moves=int64[game.max_moves], deal=game.state, trial=game.state, lines=line[2 * MAX_BEAM_WIDTH]),
        BeamOptions,
        {"width": int64, "depth": int64},
        _plan_memory(game),
    )


def _flat(game: Game) -> BotSpec:
    def fill(options: FlatOptions, params: Any) -> None:
        params.iterations = options.iterations

    return BotSpec(
        "flat",
        "plays random games to the end after each of its moves",
        bind_template(flat_monte_carlo, **_template_names(game, evaluation_of(game))),
        _record(moves=int64[game.max_moves], tried=int64[game.max_moves], trial=game.state),
        params=_record(iterations=int64),
        options=FlatOptions,
        fill=fill,
    )


def _mcts(bound: _BoundEvaluation) -> EvaluatingBot:
    game, names = bound.game, bound.names
    scratch = dict(
        moves=int64[game.max_moves],
        found=int64[game.max_moves],  # children for these moves
        path=int64[MAX_PATH],
        count=int64,  # nodes in use
        rewards=float64[game.seats[1]],
        centre=float64[game.seats[1]],
        spread=float64,
        position=game.state,
        deals=game.state[MAX_RESAMPLES],
        nodes=mcts_tree.SearchNode[mcts_tree.MAX_NODES],
    )
    numbers = ("iterations", "turn_only", "keep_best", "depth", "redeals", "nodes")
    return bound.bot(
        "mcts",
        "Monte Carlo tree search, with random games on redeals",
        bind_template(mcts, PATH=MAX_PATH, **names),
        scratch,
        MctsOptions,
        {"exploration": float64, **dict.fromkeys(numbers, int64)},
        _record(stream=uint64, iterations=int64),  # iterations: total of this game so far
        "Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search",
    )


def _template_names(game: Game, evaluation: Evaluation) -> dict[str, Any]:
    """Return the free names of the search templates: rules of the game and the lookahead rules."""
    rules = ("legal_moves", "apply", "end_reason", "current_player", "payoff", "resample_hidden", "canonical_move")
    names = {name: getattr(game.rules, name) for name in rules}
    names |= {"seats": seat_rule(game), "evaluate": evaluation.evaluate}
    return names | vars(bind_template(position_values_and_playouts, **names))


def _one_ply_scratch(game: Game) -> dict[str, Any]:
    return {"trial": game.state, "deal": game.state, "moves": int64[game.max_moves]}


def _plan_rules(game: Game) -> dict[str, Any]:
    return vars(bind_template(plan_execution, apply=game.rules.apply, resample_hidden=game.rules.resample_hidden))


def _plan_memory(game: Game) -> Any:
    return _record(stream=uint64, done=int64, count=int64, plan=int64[MAX_PLAN_MOVES], planned_on=game.state)


def _record(**fields: Any) -> Any:
    return RecordType("Fields", (Record,), {"__annotations__": fields})


EVALUATING: dict[str, Callable[[_BoundEvaluation], EvaluatingBot]] = {
    "greedy": _greedy,
    "agent": _agent,
    "two-ply": _two_ply,
    "turn": _turn,
    "beam": _beam,
    "mcts": _mcts,
}
