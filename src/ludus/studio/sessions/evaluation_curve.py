"""Evaluation of a finished game, position by position: the chance of a seat to win, measured by playouts.

In a sample of positions, a quick bot plays on for all seats many times. What the seat cannot see is dealt anew in each
playout, so the curve says how good the position looked to the seat, not what luck made of it. Seeds are fixed: the same
game always has the same curve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace

from ludus.bots import BotFactory
from ludus.bots.lookup import bot_specs, load_bot
from ludus.core.game import Game
from ludus.core.narration import TurnLabel
from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.stats import Estimate, difference, proportion
from ludus.stats.judgement import exactly, side_of
from ludus.studio.protocol.sessions import CurvePoint, EvaluationCurve, Swing
from ludus.studio.request_errors import NotAllowed
from ludus.studio.sessions.game_session import GameSession

QUICK_BOTS = {"tribute": "decision-tree", "delve": "best-turn"}  # greedy is weak in these games
MAX_POSITIONS = 40
MIN_PLAYOUTS, MAX_PLAYOUTS = 16, 160  # of each position
MOVE_BUDGET = 1_000_000  # moves of all playouts together, as long as there are enough playouts
MAX_PLAYOUT_MOVES = 5_000  # a longer playout counts as a draw
MAX_SWINGS = 3
MAX_PARTS = 6  # of the moves of a swing: the part with the largest change is named


def evaluation_curve(session: GameSession, seat: int) -> EvaluationCurve:
    """Measure the curve of a seat over the moves of a session; takes seconds.

    Raises:
        NotAllowed: there is no such seat, or the game has no moves.
    """
    if not 0 <= seat < len(session.players) or not session.moves:
        raise NotAllowed(f"there is no curve for seat {seat}: the game has no such seat, or no moves")
    name = quick_bot(session.game)
    bot = load_bot(session.game, name)
    plies = sampled_plies(session)
    moves = len(plies) * max(len(session.moves) / 2, 1)
    playouts = int(min(max(MOVE_BUDGET // moves, MIN_PLAYOUTS), MAX_PLAYOUTS))

    def estimate(ply: int) -> Estimate:
        return _estimate(session.positions[ply], bot, seat, playouts)

    estimates = [estimate(ply) for ply in plies]
    swings = [_with_moves(swing, session.turns, estimate) for swing in _swings(session, plies, estimates)]
    bot.close()
    points = [
        CurvePoint(ply, estimate.value, estimate.low, estimate.high)
        for ply, estimate in zip(plies, estimates, strict=True)
    ]
    return EvaluationCurve(seat, name, playouts, points, swings)


def quick_bot(game: Game) -> str:
    """Name of the bot that plays on; it is quick and not foolish."""
    available = bot_specs(game)
    return next(name for name in (QUICK_BOTS.get(game.name, ""), "greedy", "random") if name in available)


def sampled_plies(session: GameSession) -> list[int]:
    """Numbers of the positions to evaluate: the beginnings of turns, at most so many, and the last position."""
    turns = session.turns
    starts = [ply for ply in range(len(turns) - 1) if ply == 0 or turns[ply] != turns[ply - 1]]
    most = MAX_POSITIONS - 1
    if len(starts) > most:
        starts = [starts[k * len(starts) // most] for k in range(most)]
    return [*starts, len(turns) - 1]


def _estimate(position: Position, bot: BotFactory, seat: int, playouts: int) -> Estimate:
    if (result := position.result) is not None:
        payoff = result.payoffs[seat]
        return Estimate(payoff, payoff, payoff, 1)
    return proportion(np.array([_playout(position, bot, seat, number) for number in range(playouts)]))


def _playout(position: Position, bot: BotFactory, seat: int, number: int) -> float:
    """Payoff of a seat if a bot plays on for all seats."""
    copy = position.resample(seat, derive(0, "curve", number))
    seated = [bot.join(copy, k, as_int64(derive(0, "curve", number, "bot", k))) for k in range(copy.seats)]
    for _ in range(MAX_PLAYOUT_MOVES):
        if copy.is_over:
            break
        copy.play(seated[copy.current_player].choose(copy))
    for player in seated:
        player.end(None)
    result = copy.result
    return result.payoffs[seat] if result is not None else 1 / copy.seats


def _swings(session: GameSession, plies: list[int], estimates: list[Estimate]) -> list[Swing]:
    """The largest changes between neighbouring points, the largest first.

    Intervals are corrected for the number of changes, so that chance alone seldom makes one.
    """
    swings = []
    for k in range(1, len(plies)):
        change = difference(estimates[k - 1], estimates[k])
        if side_of(change, exactly(0.0), len(plies) - 1) in ("above", "below"):
            start, end = plies[k - 1], plies[k]
            turn = session.turns[start]
            swings.append(Swing(start, end, turn.text, turn.seat, change.value, start, end - 1))
    return sorted(swings, key=lambda swing: (-abs(swing.change), swing.start))[:MAX_SWINGS]


def _with_moves(swing: Swing, turns: Sequence[TurnLabel], estimate: Callable[[int], Estimate]) -> Swing:
    """The swing with the moves of its largest part, and their turn: one move, if the swing has few."""
    parts = min(swing.end - swing.start, MAX_PARTS)
    plies = [swing.start + (swing.end - swing.start) * k // parts for k in range(parts + 1)]
    values = [estimate(ply).value for ply in plies]
    direction = 1 if swing.change > 0 else -1
    largest = max(range(parts), key=lambda k: direction * (values[k + 1] - values[k]))
    first, last = plies[largest], plies[largest + 1] - 1
    return replace(swing, turn=turns[first].text, turn_of=turns[first].seat, first_move=first, last_move=last)
