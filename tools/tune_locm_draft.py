"""Estimate the value of cards in a deck of Legends of Code and Magic from simulated games.

    .venv/bin/python tools/tune_locm_draft.py

Writes content/draft_weights.csv and content/card_scores.csv of the game; the result does not depend on the old files.
It takes about 15 minutes on one core. Decks are drafted at random or by noisy weights, and the bot `onelane` plays the
battles in both seats. A logistic regression on the cards of the decks estimates how much one copy of a card adds to
the log-odds of winning, in thousandths.

Weights (versions 1.0 and 1.2, official cards, by seat): cards are picked at random in the first round, and by the
current weights plus noise in later rounds, so that good cards are tested in good decks. All rounds are used.

Scores (by the properties of a card, for cards without a weight): for drafts, a ridge regression of the weights on the
properties of the official cards; for deck construction (1.5), a logistic regression on the properties of random decks.
"""

# mypy: ignore-errors

import sys
from pathlib import Path

import numba
import numpy as np

from ludus.bots import load_bot
from ludus.core import local_ints, plain, record_reader, rule
from ludus.core.compile.intrinsics import call_address, ints_at
from ludus.core.random import derive_range, random_below
from ludus.core.rule import compile_exported
from ludus.core.structured_records import copy_record
from ludus.games.locm import game
from ludus.games.locm.bots.card_weights import (
    DRAFT_VERSIONS,
    FEATURE_COUNT,
    FEATURES,
    OFFICIAL_COUNT,
    SCORES_FILE,
    VERSIONS,
    WEIGHTS_FILE,
    list_features,
)
from ludus.games.locm.card_list import KINDS, OFFICIAL_CARDS, read_cards
from ludus.games.locm.deck_building import PICK, prepare, start
from ludus.games.locm.game_data_records import GameData, LocmCard
from ludus.games.locm.rules import apply
from ludus.games.locm.state import BATTLE, DECK, OFFERED, State

BATTLE_BOT = "onelane:nodes=300"
ROUNDS = ((60_000, 1000), (80_000, 400), (80_000, 200))  # for each round: number of games, noise added to the weights
DEALT = 60_000  # games with random decks, for the scores of deck construction
SEED = 1
UNIT = 1000  # weights are in thousandths
RIDGE_WEIGHTS = 60.0  # ridge penalty of the logistic regressions
RIDGE_SCORES = 3.0  # ridge penalty of the scores of drafts
CHUNK = 10_000  # rows that a regression processes at once

data_at, state_at = record_reader(GameData), record_reader(State)
STATE_INTS = State.nbytes // 8  # size of a state in 64-bit integers


def main() -> None:
    i8, one, two = numba.int64, numba.int64[::1], numba.int64[:, ::1]
    compile_exported(drafted_games, (i8, i8, two, two, two, i8, numba.int8[:, :, ::1], one))
    compile_exported(dealt_games, (i8, i8, two, two, numba.int16[:, :, :, ::1], one))
    command = f"made by: python tools/{Path(__file__).name}, see there"
    weight_rows, score_rows = [], []
    for version in VERSIONS[:DRAFT_VERSIONS]:
        weights = draft_weights(version)
        weight_rows += [(version, number, *weights[:, number]) for number in range(1, OFFICIAL_COUNT)]
        score_rows += [(version, kind, *scores) for kind, scores in zip(KINDS, draft_scores(weights), strict=True)]
    score_rows += [("1.5", kind, *scores) for kind, scores in zip(KINDS, construct_scores(), strict=True)]
    write(
        WEIGHTS_FILE,
        command,
        "thousandths of log-odds for a copy",
        ("version", "number", "first", "second"),
        weight_rows,
    )
    write(SCORES_FILE, command, "thousandths for each point of a property", ("version", "kind", *FEATURES), score_rows)


def write(file: Path, command: str, about: str, columns: tuple[str, ...], rows: list[tuple]) -> None:
    lines = [f"# {command}", f"# {about}", ",".join(columns)]
    lines += [",".join(str(cell) for cell in row) for row in rows]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


# Weights of the official cards


def draft_weights(version: str) -> np.ndarray:
    """Return the weights of the official cards by seat and card number."""
    weights = np.zeros((2, OFFICIAL_COUNT), np.int64)
    rows, winners = [], []
    for number, (games, noise) in enumerate(ROUNDS):
        copies, won = play_drafted(version, games, weights, noise, number)
        rows.append(np.concatenate([copies[:, 0], -copies[:, 1], np.ones((games, 1), np.int8)], axis=1))
        winners.append(won)
        coefficients, errors = logistic(np.concatenate(rows), np.concatenate(winners))
        weights = np.round(UNIT * coefficients[:-1]).astype(np.int64).reshape(2, OFFICIAL_COUNT)
        precision = f"standard error of a weight {UNIT * errors[:-1].mean():.0f}"
        print(f"{version}, {games} games: the first player wins {won.mean():.3f}, {precision}", file=sys.stderr)
    return weights


def play_drafted(
    version: str, games: int, weights: np.ndarray, noise: int, number: int
) -> tuple[np.ndarray, np.ndarray]:
    """Play games with drafted decks.

    Returns:
        The copies of each card in each deck, by game, seat and card number; and whether the first player won.
    """
    copies, won = np.zeros((games, 2, OFFICIAL_COUNT), np.int8), np.zeros(games, np.int64)
    seats = Seats(version, "picked")
    drafted_games(*seats.addresses, seats.players, seeds(games, "draft", number), weights, noise, copies, won)
    return copies, won


def logistic(rows: np.ndarray, won: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Fit a logistic regression by Newton's method; the last column is the constant.

    Returns:
        The coefficients and their standard errors.
    """
    penalty = np.full(rows.shape[1], RIDGE_WEIGHTS)
    penalty[-1] = 0.0
    coefficients, step = np.zeros(rows.shape[1]), np.ones(rows.shape[1])
    while np.abs(step).max() > 1e-7:
        gradient, hessian = -penalty * coefficients, np.diag(penalty)
        for first in range(0, len(rows), CHUNK):
            chunk = rows[first : first + CHUNK].astype(float)
            chance = 1 / (1 + np.exp(-chunk @ coefficients))
            gradient += chunk.T @ (won[first : first + CHUNK] - chance)
            hessian += (chunk * (chance * (1 - chance))[:, None]).T @ chunk
        step = np.linalg.solve(hessian, gradient)
        coefficients += step
    return coefficients, np.sqrt(np.diag(np.linalg.inv(hessian)))


# Scores by properties


def draft_scores(weights: np.ndarray) -> np.ndarray:
    """Return scores by kind of card and feature that fit the mean of the weights of both seats best."""
    cards = read_cards(OFFICIAL_CARDS)
    targets = np.array([weights[:, card.number].mean() for card in cards])
    rows = np.zeros((len(cards), len(KINDS), FEATURE_COUNT))
    packed = game.content(version="1.2").data["cards"][0]
    for k, card in enumerate(cards):
        values = [0] * FEATURE_COUNT
        plain(list_features)(LocmCard.over(packed, k), values)
        rows[k, card.kind] = values
    flat = rows.reshape(len(cards), -1)
    scores = np.linalg.solve(flat.T @ flat + RIDGE_SCORES * np.eye(flat.shape[1]), flat.T @ targets)
    return np.round(scores).astype(np.int64).reshape(len(KINDS), FEATURE_COUNT)


def construct_scores() -> np.ndarray:
    """Return scores by kind of card and feature, from games of version 1.5 with random decks."""
    sums, won = np.zeros((DEALT, 2, len(KINDS), FEATURE_COUNT), np.int16), np.zeros(DEALT, np.int64)
    seats = Seats("1.5", "dealt")
    dealt_games(*seats.addresses, seats.players, seeds(DEALT, "dealt"), sums, won)
    difference = (sums[:, 0] - sums[:, 1]).reshape(DEALT, -1)
    coefficients, _ = logistic(np.concatenate([difference, np.ones((DEALT, 1), np.int16)], axis=1), won)
    return np.round(UNIT * coefficients[:-1]).astype(np.int64).reshape(len(KINDS), FEATURE_COUNT)


# Games


class Seats:
    """The same bot in both seats, with the records that the bot and the game need."""

    def __init__(self, version: str, setup: str) -> None:
        bot = load_bot(game, BATTLE_BOT)
        self.records = [bot.records() for _ in range(2)]
        self.data = copy_record(game.content(version=version, setup=setup).data)
        self.state = State.zeros(1)
        self.addresses = self.data.ctypes.data, self.state.ctypes.data
        functions = [bot.begin_address, bot.choose_address]
        rows = [[*functions, *(record.ctypes.data for record in records)] for records in self.records]
        self.players = np.array(rows, np.int64)


def seeds(count: int, *path: str | int) -> np.ndarray:
    """Return one row for each game: a seed for the deal and one for each player."""
    columns = [derive_range(SEED, 0, count, *path, k) for k in range(3)]
    return np.ascontiguousarray(np.stack(columns, axis=1).view(np.int64))


@rule(export=True)
def drafted_games(data, state, players, seeds, weights, noise, copies, won):
    content, here = data_at(data), state_at(state)
    for i in range(seeds.shape[0]):
        begin_game(data, state, players, seeds, i)
        while here.phase != BATTLE:
            apply(content, here, PICK | noisy_pick(content, here, weights, noise))
        won[i] = play_battle(data, state, players)
        for seat in range(2):
            for k in range(DECK):
                copies[i, seat, content.cards[here.players[seat].deck[k]].number] += 1


@rule(export=True)
def dealt_games(data, state, players, seeds, sums, won):
    content, here = data_at(data), state_at(state)
    values = local_ints(FEATURE_COUNT)
    for i in range(seeds.shape[0]):
        begin_game(data, state, players, seeds, i)
        won[i] = play_battle(data, state, players)
        for seat in range(2):
            for k in range(DECK):
                card = content.cards[here.players[seat].deck[k]]
                list_features(card, values)
                for j in range(FEATURE_COUNT):
                    sums[i, seat, card.kind, j] += values[j]


@rule
def begin_game(data, state, players, seeds, i):
    integers = ints_at(state, STATE_INTS)
    for k in range(STATE_INTS):
        integers[k] = 0
    prepare(data_at(data), seeds[i, 0])
    start(data_at(data), state_at(state), seeds[i, 0])
    for p in range(2):
        call_address(players[p, 0], data, state, seeds[i, 1 + p], players[p, 2], players[p, 3], players[p, 4])


@rule
def noisy_pick(data, state, weights, noise):
    best, choice = -(1 << 60), 0
    for k in range(OFFERED):
        card = data.cards[state.offers[state.picks, k]]
        weight = weights[state.mover, card.number] + random_below(state, noise)
        if weight > best:
            best, choice = weight, k
    return choice


@rule
def play_battle(data, state, players):
    """Play the battle; return whether the first player wins."""
    here = state_at(state)
    while here.reason == 0:
        p = int(here.mover)
        move = call_address(players[p, 1], data, state, p, players[p, 2], players[p, 3], players[p, 4])
        apply(data_at(data), here, move)
    return int(here.winner == 0)


if __name__ == "__main__":
    main()
