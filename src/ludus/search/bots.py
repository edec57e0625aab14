"""The searches as bots: what each is called, which options it takes and which records it works on."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal

from msgspec import Meta

from ludus.core import Record, float64, int64, specialise, uint64
from ludus.core.bot import Bot, BotOptions, Stream, moves_scratch
from ludus.core.contract import Game
from ludus.core.record import RecordType
from ludus.search import ahead, beam, flat, greedy, mcts, plan, tree, turn, two_ply, uniform
from ludus.search.evaluation import Evaluates, evaluation_of, seat_rule

PLAN = 64  # moves that a plan can hold
WIDTH = 64  # the widest beam
PATH = 256  # the deepest line in a tree
REDEALS = 64  # that a tree search can have at hand
MOST_ITERATIONS = 10_000_000


def _whole(least: int, most: int, description: str) -> Any:
    return Annotated[int, Meta(ge=least, le=most, description=description)]


class TwoPly(Evaluates, frozen=True):
    redeals: _whole(1, 10_000, "deals of what is hidden, to take the mean of") = 4


class Turn(Evaluates, frozen=True):
    iterations: _whole(1, MOST_ITERATIONS, "random turns to choose from") = 100


class Beam(Evaluates, frozen=True):
    width: _whole(1, WIDTH, "lines of each length to follow") = 8
    depth: _whole(1, PLAN, "moves to look ahead") = 16


class Flat(BotOptions, frozen=True):
    iterations: _whole(1, MOST_ITERATIONS, "random games, the same number after each move and at least one") = 400


class Mcts(Evaluates, frozen=True):
    iterations: _whole(1, MOST_ITERATIONS, "random games, or turns") = 400
    scope: Annotated[Literal["game", "turn"], Meta(description="the whole game, or only the own turn")] = "game"
    backup: Annotated[Literal["mean", "max"], Meta(description="what a move is worth: mean or best reward")] = "mean"
    exploration: Annotated[
        float, Meta(ge=0, le=1000, description="how much neglected moves count; rewards are 0 to 1")
    ] = 0.7
    depth: _whole(0, 100_000, "random moves before an unfinished game is evaluated; 0: to the end of the scope") = 0
    redeals: _whole(0, REDEALS, "different deals of what is hidden; 0: a new one for each iteration") = 0
    nodes: _whole(2, tree.MOST_NODES, "room for the tree; once it is full it grows no more") = tree.MOST_NODES

    @property
    def turn_only(self) -> int:
        return int(self.scope == "turn")

    @property
    def keep_best(self) -> int:
        return int(self.backup == "max")


def make_searches(game: Game) -> tuple[Bot, ...]:
    """Every search, bound to one game."""
    names = _names(game)
    return tuple(make(game, names) for make in (_random, _greedy, _two_ply, _turn, _beam, _flat, _mcts))


def _random(game: Game, names: dict[str, Any]) -> Bot:
    rules = specialise(uniform, legal=game.rules.legal)
    return Bot("random", "plays any legal move with equal chance", rules, moves_scratch(game.most_moves))


def _greedy(game: Game, names: dict[str, Any]) -> Bot:
    return _evaluating(
        game,
        "greedy",
        "makes the move whose resulting position is best",
        specialise(greedy, FORESEEABLE=game.outlook.foreseeable, **names),
        _record(trial=game.state, deal=game.state, moves=int64[game.most_moves]),
        Evaluates,
    )


def _two_ply(game: Game, names: dict[str, Any]) -> Bot:
    moves, state = int64[game.most_moves], game.state
    return _evaluating(
        game,
        "two-ply",
        "looks at the best reply to each of its moves",
        specialise(two_ply, **names),
        _record(moves=moves, replies=moves, totals=float64[game.most_moves], deal=state, first=state, second=state),
        TwoPly,
        {"redeals": int64},
    )


def _turn(game: Game, names: dict[str, Any]) -> Bot:
    return _evaluating(
        game,
        "turn",
        "tries whole turns of its own at random and carries out the best",
        specialise(turn, PLAN=PLAN, **names, **_planning(game)),
        _record(moves=int64[game.most_moves], line=int64[PLAN], deal=game.state, trial=game.state),
        Turn,
        {"iterations": int64},
        _plan_memory(game),
    )


def _beam(game: Game, names: dict[str, Any]) -> Bot:
    line = _record(value=float64, moves=int64[PLAN], state=game.state)
    return _evaluating(
        game,
        "beam",
        "follows the best lines through its own turn",
        specialise(beam, WIDTH=WIDTH, **names, **_planning(game)),
        _record(moves=int64[game.most_moves], deal=game.state, trial=game.state, lines=line[2 * WIDTH]),
        Beam,
        {"width": int64, "depth": int64},
        _plan_memory(game),
    )


def _flat(game: Game, names: dict[str, Any]) -> Bot:
    def fill(options: Flat, params: Any) -> None:
        params.iterations = options.iterations

    return Bot(
        "flat",
        "plays random games to the end after each of its moves",
        specialise(flat, **names),
        _record(moves=int64[game.most_moves], tried=int64[game.most_moves], trial=game.state),
        params=_record(iterations=int64),
        options=Flat,
        fill=fill,
    )


def _mcts(game: Game, names: dict[str, Any]) -> Bot:
    scratch = _record(
        moves=int64[game.most_moves],
        found=int64[game.most_moves],  # the children for these moves
        path=int64[PATH],
        count=int64,  # of nodes in use
        rewards=float64[game.seats[1]],
        centre=float64[game.seats[1]],
        spread=float64,
        here=game.state,
        deals=game.state[REDEALS],
        nodes=tree.Node[tree.MOST_NODES],
    )
    numbers = ("iterations", "turn_only", "keep_best", "depth", "redeals", "nodes")
    return _evaluating(
        game,
        "mcts",
        "grows a tree of what could happen, by random games on fair redeals",
        specialise(mcts, PATH=PATH, **names),
        scratch,
        Mcts,
        {"exploration": float64, **dict.fromkeys(numbers, int64)},
        _record(stream=uint64, iterations=int64),  # iterations: so many so far in this game
        "Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search",
    )


def _evaluating(
    game: Game,
    name: str,
    summary: str,
    rules: types.SimpleNamespace,
    scratch: type[Record],
    options: type[Evaluates],
    numbers: dict[str, Any] | None = None,
    memory: type[Record] = Stream,
    source: str = "",
) -> Bot:
    """A search that evaluates; `numbers` are the options that its rules read, by name and type."""
    evaluation, copied = evaluation_of(game), numbers or {}

    def fill(given: Evaluates, params: Any) -> None:
        evaluation.fill(given, params.evaluation)
        for field in copied:
            setattr(params, field, getattr(given, field))

    params = _record(evaluation=evaluation.params, **copied)
    seen = tuple(phase for phase in game.phases if phase not in game.outlook.blind)
    phases = seen if len(seen) < len(game.phases) else ()
    return Bot(name, summary, rules, scratch, memory, params, options, fill, phases, source=source)


def _names(game: Game) -> dict[str, Any]:
    """What the searches may refer to: the rules of the game, and what looking ahead is made of."""
    rules = ("legal", "apply", "ended", "decider", "share", "hide", "alike")
    names = {name: getattr(game.rules, name) for name in rules}
    names |= {"seats": seat_rule(game), "evaluate": evaluation_of(game).evaluate}
    return names | vars(specialise(ahead, **names))


def _planning(game: Game) -> dict[str, Any]:
    return vars(specialise(plan, apply=game.rules.apply, hide=game.rules.hide))


def _plan_memory(game: Game) -> Any:
    return _record(stream=uint64, done=int64, count=int64, plan=int64[PLAN], planned_on=game.state)


def _record(**fields: Any) -> Any:
    return RecordType("Fields", (Record,), {"__annotations__": fields})
