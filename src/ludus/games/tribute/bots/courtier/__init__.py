"""The courtier: our own strong bot. It plans its whole turn and evaluates the resulting position by weights.

It searches for the best move sequence through the rest of its turn on several fair redeals (turn_search.py), considers
only moves that differ and may be good (candidate_moves.py), and evaluates the position at the end of the turn by the
value of cards, favours, agents and prestige at this stage of the game (evaluation.py, weights.py). Cards of other card
files are recognised by their effects. It uses no hidden information. It drafts patrons by preference.

The shipped weights are in content/courtier.json; the study tribute-champion produces such files.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, float64, int64, rule
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotOptions, BotSpec
from ludus.core.random import random_below, seed_stream
from ludus.games.tribute.bots.courtier.evaluation import LATE, Memory, study_cards
from ludus.games.tribute.bots.courtier.turn_search import MAX_REDEALS, Scratch, best_move
from ludus.games.tribute.bots.courtier.weights import (
    BY_HAND,
    SHIPPED,
    STAGES,
    CourtierWeights,
    columns,
    names,
    pack_weights,
    read_weights,
    rounded,
    weight_keys,
    weights_data,
    write_weights,
)
from ludus.games.tribute.bots.patron_draft import NONE, DraftRanks, fill_drafting, preferred_draft
from ludus.games.tribute.bots.search_budget import TurnSeconds, fill_time
from ludus.games.tribute.moves import legal_answers
from ludus.games.tribute.state import DRAFT

__all__ = [
    "BY_HAND",
    "LATE",
    "SHIPPED",
    "STAGES",
    "Params",
    "bot",
    "columns",
    "names",
    "pack_weights",
    "read_weights",
    "rounded",
    "settle",
    "weight_keys",
    "weights_data",
    "write_weights",
]

MAX_ITERATIONS = 10_000_000


class Options(BotOptions, frozen=True, forbid_unknown_fields=True):
    iterations: Annotated[int, Meta(ge=1, le=MAX_ITERATIONS, description="search iterations for each move")] = 2000
    seconds: Annotated[
        float, Meta(ge=0, le=3600, description="seconds for each move, instead of iterations; 0: use iterations")
    ] = 0.0
    turn_seconds: TurnSeconds = 0.0
    redeals: Annotated[int, Meta(ge=1, le=MAX_REDEALS, description="number of redeals of hidden cards")] = 8
    exploration: Annotated[float, Meta(ge=0, le=100, description="exploration constant")] = 1.2
    weights: Annotated[str | None, Meta(description="a weight file; by default the shipped weights")] = None
    patrons: Annotated[
        str | None,
        Meta(
            description="draft: random, or names in order of preference, separated by /; by default as its weights say"
        ),
    ] = None


class Params(Record):
    iterations: int64
    nanoseconds: int64
    by_turn: int64
    redeals: int64
    exploration: float64
    weights: CourtierWeights
    drafting: DraftRanks


@rule
def begin(data, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)
    memory.iterations = 0
    memory.clock.turn = 0
    study_cards(data, params.weights, memory)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.phase == DRAFT:
        moves = ints_in(scratch.moves)
        n = legal_answers(data, state, moves)
        k = preferred_draft(params.drafting, moves, n)
        return moves[k if k != NONE else random_below(memory, n)]
    return best_move(data, state, seat, params, memory, scratch)


def settle(options, weights, draft, params) -> None:
    """Write options, a packed weight record and the preferred patrons into a plain view of the params."""
    fill_time(options, params)
    params.iterations = MAX_ITERATIONS if params.nanoseconds else options.iterations
    params.redeals, params.exploration = options.redeals, options.exploration
    params.weights = CourtierWeights.over(weights)
    fill_drafting(options.patrons or "/".join(draft), params.drafting)


def fill(options, params) -> None:
    weights, draft = read_weights(options.weights or SHIPPED)
    settle(options, pack_weights(weights), draft, params)


bot = BotSpec(
    name="courtier",
    summary="plans its turn on several redeals, with weights for the early, middle and late game",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
)
