"""Small networks that predict the winner from the state at the end of a turn, as in Mahlmann, Togelius and Yannakakis:
40 inputs, 10 hidden units, 3 outputs (the first player wins, the second wins, draw), all units logistic; one network
per turn.

They are trained by back-propagation of the cross-entropy over all games at once, with the step sizes of Rprop
(Riedmiller and Braun, "A direct adaptive method for faster backpropagation learning"; the variant without
backtracking).

Sums are computed in a fixed order and the logistic function by basic arithmetic, so results are equal on every
processor.
"""

# mypy: ignore-errors

import threading
from functools import cache

import numba
import numpy as np

from ludus.core import plain, rule
from ludus.core.rule import compile_exported, is_compiled
from ludus.games.dominion.turn_stats import CARDS, COINS, CURSES, OWN_ACTIONS, TURNS

OUTCOMES = 3
HIDDEN = 10
OWN = 20  # inputs per player
INPUTS = 2 * OWN
BEFORE = 5  # window of some inputs, in turns, including the current one

# A network is an array with one row per unit, hidden ones first: a weight per input or hidden unit, then a bias.
UNITS, WEIGHTS = HIDDEN + OUTCOMES, INPUTS + 1

BLOCK = 64  # games per block, sized for the processor cache; a multiple of four

GROW, SHRINK, SMALLEST, LARGEST, FIRST_STEP = 1.2, 0.5, 1e-6, 5.0, 0.05  # parameters of Rprop


def predict_outcomes(
    training: np.ndarray, results: np.ndarray, tested: np.ndarray, start: np.ndarray, epochs: int, fewest: int
) -> np.ndarray:
    """Predict the outcome of games turn by turn.

    Args:
        training: `DominionTurnStats` of the games to train on.
        results: outcomes of the training games.
        tested: those of the games to predict.
        start: weights before training.
        epochs: training epochs.
        fewest: a turn has a network if at least this many training games reached it.

    Returns:
        For every tested game and turn the predicted outcome; -1 if there is none.
    """
    most = max(len(training), len(tested))
    leaders = np.full((len(tested), TURNS), -1, np.int64)
    blocks = -(-most // BLOCK)
    rows, room, across = np.zeros(most, np.int64), np.zeros((most, WEIGHTS)), np.zeros((blocks, INPUTS, BLOCK))
    values = np.zeros((blocks, UNITS, BLOCK))  # value of every unit, by game
    work = np.zeros((4, UNITS, WEIGHTS))  # weights, slopes, slopes before, steps
    scale = np.zeros((2, INPUTS))
    seen = [np.ascontiguousarray(part["seen"], np.int64) for part in (training, tested)]
    turns = [part["turns"].astype(np.int64) for part in (training, tested)]
    train = _entry()
    train(
        *(seen[0], turns[0], results, seen[1], turns[1], start, epochs, fewest),
        *(rows, room, across, values, work, scale, leaders),
    )
    return leaders


def initial_weights(seed: int) -> np.ndarray:
    """Small random weights."""
    return np.random.Generator(np.random.PCG64(seed)).uniform(-0.5, 0.5, (UNITS, WEIGHTS))


_LOCK = threading.Lock()  # kingdoms are processed in parallel and may compile at the same time


def _entry():
    if not is_compiled(train_and_predict):
        return plain(train_and_predict)
    with _LOCK:
        return _compiled_entry()


@cache
def _compiled_entry():
    i8, f8 = numba.int64, numba.float64
    one, two, three, four = i8[::1], f8[:, ::1], f8[:, :, ::1], i8[:, :, :, ::1]
    return compile_exported(
        train_and_predict,
        (four, one, one, four, one, two, i8, i8, one, two, three, three, three, two, i8[:, ::1]),
    )


@rule(export=True)
def train_and_predict(
    turn_data,
    turns,
    results,
    tested,
    tested_turns,
    start,
    epochs,
    fewest,
    rows,
    room,
    across,
    values,
    work,
    scale,
    leaders,
):
    for turn in range(TURNS):
        n = take_inputs(turn_data, turns, turn, room, rows)
        if n < fewest:
            return  # later turns have fewer games
        find_scale(room, n, scale)
        rescale(room, n, scale)
        transpose_blocks(room, n, across)
        for unit in range(UNITS):
            for i in range(WEIGHTS):
                work[0, unit, i] = start[unit, i]
                work[2, unit, i] = 0.0
                work[3, unit, i] = FIRST_STEP
        for _ in range(epochs):
            forward(across, n, work[0], values)
            find_slopes(room, rows, results, n, work[0], work[1], values)
            rprop_step(work[0], work[1], work[2], work[3])
        n = take_inputs(tested, tested_turns, turn, room, rows)
        rescale(room, n, scale)
        transpose_blocks(room, n, across)
        forward(across, n, work[0], values)
        for k in range(n):
            leaders[rows[k], turn] = expected(values, k)


@rule
def take_inputs(turn_data, turns, turn, room, rows):
    """Write the inputs of all games that reached this turn, one per row, and the indices of these games."""
    n = 0
    for game in range(turns.shape[0]):
        if turns[game] > turn:
            rows[n] = game
            for seat in range(2):
                take_player(turn_data, game, turn, seat, room[n])
            room[n, INPUTS] = 1.0  # input of the bias
            n += 1
    return n


@rule
def take_player(turn_data, game, turn, seat, row):
    """Write the twenty inputs of a player, in the order of the paper."""
    at, first = OWN * seat, max(0, turn - BEFORE + 1)
    for k in range(3):  # gained: Actions, Treasures, Victory cards
        total = 0
        for t in range(first, turn + 1):
            total += turn_data[game, t, seat, k]
        row[at + k] = turn_data[game, turn, seat, k]
        row[at + 3 + k] = total
    for k in range(4):  # played, bought, actions and buys there were
        total = 0
        for t in range(first, turn + 1):
            total += turn_data[game, t, seat, 3 + k]
        row[at + 6 + k] = turn_data[game, turn, seat, 3 + k]
        row[at + 10 + k] = total
    row[at + 14] = turn_data[game, turn, seat, CURSES]
    row[at + 15] = turn_data[game, turn, seat, COINS] / max(1, turn_data[game, turn, seat, CARDS])
    for k in range(4):  # cards by type, points
        row[at + 16 + k] = turn_data[game, turn, seat, OWN_ACTIONS + k]


@rule
def find_scale(room, n, scale):
    """Compute the minimum of every input and the inverse of its range; 0 if all values are equal."""
    for i in range(INPUTS):
        low, high = room[0, i], room[0, i]
        for k in range(1, n):
            low = min(low, room[k, i])
            high = max(high, room[k, i])
        scale[0, i] = low
        scale[1, i] = 1.0 / (high - low) if high > low else 0.0


@rule
def rescale(room, n, scale):
    for k in range(n):
        for i in range(INPUTS):
            room[k, i] = min(1.0, max(0.0, (room[k, i] - scale[0, i]) * scale[1, i]))


@rule
def transpose_blocks(room, n, across):
    """Transpose the inputs to one row per input in blocks of games, so that loops can be vectorised."""
    for k in range(n):
        block = across[k // BLOCK]
        for i in range(INPUTS):
            block[i, k % BLOCK] = room[k, i]


@rule(inline=True)
def logistic(x):
    """Logistic function by a continued fraction of the hyperbolic tangent; accurate to four digits."""
    y = min(9.9, max(-9.9, x)) * 0.5
    z = y * y
    tanh = y * (135135.0 + z * (17325.0 + z * (378.0 + z))) / (135135.0 + z * (62370.0 + z * (3150.0 + z * 28.0)))
    return 0.5 + 0.5 * min(1.0, max(-1.0, tanh))


@rule
def squash(row, n):
    for k in range(n):
        row[k] = logistic(row[k])


@rule
def fill(row, n, value):
    for k in range(n):
        row[k] = value


@rule
def add_one(row, n, a, x):
    for k in range(n):
        row[k] += a * x[k]


@rule
def add_four(row, n, a, b, c, d, x, y, z, u):
    """Add four scaled rows at once, which saves reading and writing `row`."""
    for k in range(n):
        row[k] = row[k] + a * x[k] + b * y[k] + c * z[k] + d * u[k]


@rule
def forward(across, n, weights, values):
    """Forward pass: the value of every unit for every game."""
    for first in range(0, n, BLOCK):
        forward_block(across[first // BLOCK], min(n - first, BLOCK), weights, values[first // BLOCK])


@rule
def forward_block(across, n, weights, values):
    for h in range(HIDDEN):
        row, w = values[h], weights[h]
        fill(row, n, w[INPUTS])
        for i in range(0, INPUTS, 4):
            add_four(row, n, w[i], w[i + 1], w[i + 2], w[i + 3], across[i], across[i + 1], across[i + 2], across[i + 3])
        squash(row, n)
    for o in range(HIDDEN, UNITS):
        row, w = values[o], weights[o]
        fill(row, n, w[HIDDEN])
        for h in range(HIDDEN):
            add_one(row, n, w[h], values[h])
        squash(row, n)


@rule
def find_slopes(room, rows, results, n, weights, slopes, values):
    """Gradients by back-propagation over all games, in order. The value of every unit is overwritten by its error."""
    for unit in range(UNITS):
        fill(slopes[unit], WEIGHTS, 0.0)
    for first in range(0, n, BLOCK):
        m, block = min(n - first, BLOCK), values[first // BLOCK]
        for o in range(HIDDEN, UNITS):
            off = block[o]
            for k in range(m):
                if results[rows[first + k]] == o - HIDDEN:
                    off[k] -= 1.0
                slopes[o, HIDDEN] += off[k]
            for h in range(HIDDEN):
                slopes[o, h] = add_products(slopes[o, h], off, block[h], m)
        for h in range(HIDDEN):
            hidden_error(block[h], m, weights[HIDDEN, h], weights[HIDDEN + 1, h], weights[HIDDEN + 2, h], block)
            find_hidden_slopes(room, first, m, slopes[h], block[h])


@rule
def find_hidden_slopes(room, first, m, slopes, off):
    for k in range(0, m - 3, 4):
        at = first + k
        x, y, z, u = room[at], room[at + 1], room[at + 2], room[at + 3]
        add_four(slopes, WEIGHTS, off[k], off[k + 1], off[k + 2], off[k + 3], x, y, z, u)
    for k in range(m - m % 4, m):
        add_one(slopes, WEIGHTS, off[k], room[first + k])


@rule
def add_products(total, a, b, n):
    for k in range(n):
        total += a[k] * b[k]
    return total


@rule
def hidden_error(row, n, a, b, c, values):
    """Error of a hidden unit from the errors of the three outputs and its weight in each."""
    first, second, third = values[HIDDEN], values[HIDDEN + 1], values[HIDDEN + 2]
    for k in range(n):
        row[k] = (a * first[k] + b * second[k] + c * third[k]) * row[k] * (1.0 - row[k])


@rule
def rprop_step(weights, slopes, before, steps):
    """Rprop step: only the signs of gradients count. A step size grows while the sign stays and shrinks when it
    changes.
    """
    for unit in range(UNITS):
        for i in range(WEIGHTS):
            slope, turned = slopes[unit, i], slopes[unit, i] * before[unit, i]
            if turned > 0.0:
                steps[unit, i] = min(LARGEST, steps[unit, i] * GROW)
            elif turned < 0.0:
                steps[unit, i] = max(SMALLEST, steps[unit, i] * SHRINK)
                slope = 0.0
            if slope > 0.0:
                weights[unit, i] -= steps[unit, i]
            elif slope < 0.0:
                weights[unit, i] += steps[unit, i]
            before[unit, i] = slope


@rule
def expected(values, k):
    """Outcome with the highest output; the first on a tie."""
    block, best = values[k // BLOCK], 0
    for o in range(1, OUTCOMES):
        if block[HIDDEN + o, k % BLOCK] > block[HIDDEN + best, k % BLOCK]:
            best = o
    return best
