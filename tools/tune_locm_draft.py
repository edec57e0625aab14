"""What the cards of Legends of Code and Magic are worth in a deck, from simulated games.

    .venv/bin/python tools/tune_locm_draft.py

makes content/draft_weights.csv and content/card_scores.csv of the game anew, the same whatever they were before. On
one core it takes about a quarter of an hour. Decks are picked more or less at random and fought out by `onelane` on
both sides. A logistic regression on what the decks hold tells what a copy of a card adds to the log-odds of winning,
in thousandths.

Weights (1.0 and 1.2, cards of the official list by seat): in the first round cards are picked at random, in further
ones by the weights so far and noise, so that good cards meet good decks. All rounds count.

Scores (by the properties of a card, for cards that have no weight): where there is a draft, a ridge regression of the
weights on the properties of the official cards; for construction (1.5) a logistic regression on the properties
that random decks hold.
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
from ludus.games.locm.game_data import GameData, LocmCard
from ludus.games.locm.rules import apply
from ludus.games.locm.state import BATTLE, DECK, OFFERED, State

FIGHTER = "onelane:nodes=300"
ROUNDS = ((60_000, 1000), (80_000, 400), (80_000, 200))  # games, and noise on the weights
DEALT = 60_000  # games for the scores in construction
SEED = 1
UNIT = 1000  # thousandths
PULL = 60.0  # towards 0: as many observations that say nothing
PULL_SCORES = 3.0
PART = 10_000  # games taken together in a regression

table_at, state_at = record_reader(GameData), record_reader(State)
WORDS = State.nbytes // 8


def main() -> None:
    i8, one, two = numba.int64, numba.int64[::1], numba.int64[:, ::1]
    compile_exported(drafted_games, (i8, i8, two, two, two, i8, numba.int8[:, :, ::1], one))
    compile_exported(dealt_games, (i8, i8, two, two, numba.int16[:, :, :, ::1], one))
    command = f"made by: python tools/{Path(__file__).name}, see there"
    weighed, scored = [], []
    for version in VERSIONS[:DRAFT_VERSIONS]:
        weights = draft_weights(version)
        weighed += [(version, number, *weights[:, number]) for number in range(1, OFFICIAL_COUNT)]
        scored += [(version, kind, *scores) for kind, scores in zip(KINDS, draft_scores(weights), strict=True)]
    scored += [("1.5", kind, *scores) for kind, scores in zip(KINDS, construct_scores(), strict=True)]
    write(
        WEIGHTS_FILE, command, "thousandths of log-odds for a copy", ("version", "number", "first", "second"), weighed
    )
    write(SCORES_FILE, command, "thousandths for each point of a property", ("version", "kind", *FEATURES), scored)


def write(file: Path, command: str, about: str, columns: tuple[str, ...], rows: list[tuple]) -> None:
    lines = [f"# {command}", f"# {about}", ",".join(columns)]
    lines += [",".join(str(cell) for cell in row) for row in rows]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


# Weights of the official cards


def draft_weights(version: str) -> np.ndarray:
    """By seat and number."""
    weights = np.zeros((2, OFFICIAL_COUNT), np.int64)
    rows, winners = [], []
    for number, (games, noise) in enumerate(ROUNDS):
        held, won = play_drafted(version, games, weights, noise, number)
        rows.append(np.concatenate([held[:, 0], -held[:, 1], np.ones((games, 1), np.int8)], axis=1))
        winners.append(won)
        found, errors = logistic(np.concatenate(rows), np.concatenate(winners))
        weights = np.round(UNIT * found[:-1]).astype(np.int64).reshape(2, OFFICIAL_COUNT)
        sure = f"standard error of a weight {UNIT * errors[:-1].mean():.0f}"
        print(f"{version}, {games} games: the first player wins {won.mean():.3f}, {sure}", file=sys.stderr)
    return weights


def play_drafted(
    version: str, games: int, weights: np.ndarray, noise: int, number: int
) -> tuple[np.ndarray, np.ndarray]:
    """How often each deck has each card, by game, seat and number; and whether the first player won."""
    held, won = np.zeros((games, 2, OFFICIAL_COUNT), np.int8), np.zeros(games, np.int64)
    seats = Seats(version, "picked")
    drafted_games(*seats.addresses, seats.players, seeds(games, "draft", number), weights, noise, held, won)
    return held, won


def logistic(rows: np.ndarray, won: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients and their standard errors, by Newton's method; the last column is the constant."""
    pull = np.full(rows.shape[1], PULL)
    pull[-1] = 0.0
    found, step = np.zeros(rows.shape[1]), np.ones(rows.shape[1])
    while np.abs(step).max() > 1e-7:
        slope, curvature = -pull * found, np.diag(pull)
        for part in range(0, len(rows), PART):
            some = rows[part : part + PART].astype(float)
            chance = 1 / (1 + np.exp(-some @ found))
            slope += some.T @ (won[part : part + PART] - chance)
            curvature += (some * (chance * (1 - chance))[:, None]).T @ some
        step = np.linalg.solve(curvature, slope)
        found += step
    return found, np.sqrt(np.diag(np.linalg.inv(curvature)))


# Scores by properties


def draft_scores(weights: np.ndarray) -> np.ndarray:
    """By kind and feature: what comes closest to the mean of both weights."""
    cards = read_cards(OFFICIAL_CARDS)
    wanted = np.array([weights[:, card.number].mean() for card in cards])
    rows = np.zeros((len(cards), len(KINDS), FEATURE_COUNT))
    packed = game.content(version="1.2").data["cards"][0]
    for k, card in enumerate(cards):
        values = [0] * FEATURE_COUNT
        plain(list_features)(LocmCard.over(packed, k), values)
        rows[k, card.kind] = values
    flat = rows.reshape(len(cards), -1)
    found = np.linalg.solve(flat.T @ flat + PULL_SCORES * np.eye(flat.shape[1]), flat.T @ wanted)
    return np.round(found).astype(np.int64).reshape(len(KINDS), FEATURE_COUNT)


def construct_scores() -> np.ndarray:
    """By kind and feature, from games of version 1.5 with random decks."""
    sums, won = np.zeros((DEALT, 2, len(KINDS), FEATURE_COUNT), np.int16), np.zeros(DEALT, np.int64)
    seats = Seats("1.5", "dealt")
    dealt_games(*seats.addresses, seats.players, seeds(DEALT, "dealt"), sums, won)
    more = (sums[:, 0] - sums[:, 1]).reshape(DEALT, -1)
    found, _ = logistic(np.concatenate([more, np.ones((DEALT, 1), np.int16)], axis=1), won)
    return np.round(UNIT * found[:-1]).astype(np.int64).reshape(len(KINDS), FEATURE_COUNT)


# Games


class Seats:
    """The same fighter in both seats, and the records that it and the game want."""

    def __init__(self, version: str, setup: str) -> None:
        fighter = load_bot(game, FIGHTER)
        self.records = [fighter.records() for _ in range(2)]
        self.table = copy_record(game.content(version=version, setup=setup).data)
        self.state = State.zeros(1)
        self.addresses = self.table.ctypes.data, self.state.ctypes.data
        entries = [fighter.begin_address, fighter.choose_address]
        rows = [[*entries, *(record.ctypes.data for record in records)] for records in self.records]
        self.players = np.array(rows, np.int64)


def seeds(count: int, *path: str | int) -> np.ndarray:
    """A row a game: for the deal and for each player."""
    columns = [derive_range(SEED, 0, count, *path, k) for k in range(3)]
    return np.ascontiguousarray(np.stack(columns, axis=1).view(np.int64))


@rule(export=True)
def drafted_games(table, state, players, seeds, weights, noise, held, won):
    content, here = table_at(table), state_at(state)
    for i in range(seeds.shape[0]):
        begin_game(table, state, players, seeds, i)
        while here.phase != BATTLE:
            apply(content, here, PICK | noisy_pick(content, here, weights, noise))
        won[i] = fight(table, state, players)
        for seat in range(2):
            for k in range(DECK):
                held[i, seat, content.cards[here.players[seat].deck[k]].number] += 1


@rule(export=True)
def dealt_games(table, state, players, seeds, sums, won):
    content, here = table_at(table), state_at(state)
    values = local_ints(FEATURE_COUNT)
    for i in range(seeds.shape[0]):
        begin_game(table, state, players, seeds, i)
        won[i] = fight(table, state, players)
        for seat in range(2):
            for k in range(DECK):
                card = content.cards[here.players[seat].deck[k]]
                list_features(card, values)
                for j in range(FEATURE_COUNT):
                    sums[i, seat, card.kind, j] += values[j]


@rule
def begin_game(table, state, players, seeds, i):
    words = ints_at(state, WORDS)
    for k in range(WORDS):
        words[k] = 0
    prepare(table_at(table), seeds[i, 0])
    start(table_at(table), state_at(state), seeds[i, 0])
    for p in range(2):
        call_address(players[p, 0], table, state, seeds[i, 1 + p], players[p, 2], players[p, 3], players[p, 4])


@rule
def noisy_pick(table, state, weights, noise):
    most, place = -(1 << 60), 0
    for k in range(OFFERED):
        card = table.cards[state.offers[state.picks, k]]
        weight = weights[state.mover, card.number] + random_below(state, noise)
        if weight > most:
            most, place = weight, k
    return place


@rule
def fight(table, state, players):
    """Play the battle; whether the first player wins it."""
    here = state_at(state)
    while here.reason == 0:
        p = int(here.mover)
        move = call_address(players[p, 1], table, state, p, players[p, 2], players[p, 3], players[p, 4])
        apply(table_at(table), here, move)
    return int(here.winner == 0)


if __name__ == "__main__":
    main()
