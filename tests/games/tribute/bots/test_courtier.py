"""The courtier: legal, fair, deterministic, and sensible in clear positions."""

import numpy as np

from ludus.arena import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core import plain
from ludus.core.compile.intrinsics import local_ints
from ludus.games.tribute import game
from ludus.games.tribute.bots import courtier
from ludus.games.tribute.bots.courtier.candidate_moves import list_candidates
from ludus.games.tribute.bots.courtier.evaluation import (
    UNKNOWN_CARD,
    VALUE_SCALE,
    Memory,
    StageWeights,
    interpolate_weights,
    study_cards,
    win_estimate,
)
from ludus.games.tribute.bots.courtier.training_data import TributeTurnEndStats, record_move
from ludus.games.tribute.bots.courtier.weights import CourtierWeights
from ludus.games.tribute.card_file import BASE
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.move_bits import BUY, PLAY, split_move
from ludus.games.tribute.moves import MAX_MOVES
from ludus.testing import conform_player
from tests.cases import each

from ..positions import Board, random_game

FEW = "courtier:iterations=12,redeals=3"
WAYS = {"drafted": {}, "reference": {"patrons": "random", "compat": "reference"}}


def other_cards(tmp_path):
    """A card file with one card without weights."""
    file = tmp_path / "cards.toml"
    file.write_text(BASE.read_text().replace('play = "coin 5, replace 1"', 'play = "coin 4, replace 1"'))
    return str(file)


def data_of(position):
    return GameData.over(position.content.data)


def courtier_records(position, weights=None):
    """The courtier's memory and its weights at this stage, as plain records."""
    packed = courtier.pack_weights(courtier.read_weights(courtier.BY_HAND)[0] if weights is None else weights)
    memory, scales = Memory.over(Memory.zeros(1)), StageWeights.over(StageWeights.zeros(1))
    plain(study_cards)(data_of(position), CourtierWeights.over(packed), memory)
    plain(interpolate_weights)(data_of(position), position.state, CourtierWeights.over(packed), memory, scales)
    return memory, scales


def candidates(board):
    memory, scales = courtier_records(board.position)
    moves, keys = plain(local_ints)(MAX_MOVES), plain(local_ints)(MAX_MOVES)
    state = board.position.state
    n = plain(list_candidates)(data_of(board.position), state, memory, scales.cards, moves, keys)
    return [int(moves[k]) for k in range(n)]


def turn_moves(board, text=FEW):
    """Its moves to the end of the turn."""
    position, seat, texts = board.position, board.position.current_player, []
    sitting = load_bot(game, text, compiled=False).join(position, seat, 5)
    while not position.end_reason and position.current_player == seat:
        move = sitting.choose(position)
        texts.append(position.write(move))
        position.play(move)
    return texts


@each("way", WAYS)
def test_it_answers_legally_changes_nothing_and_does_not_peek(way):
    conform_player(game, FEW, games=2, options=WAYS[way])


def test_it_plays_with_cards_that_have_no_weights(tmp_path):
    content = game.content(cards=other_cards(tmp_path), patrons="hlaalu,ansei,pelin,rajhin")
    position = next(random_game({"cards": other_cards(tmp_path), "patrons": "random"}, 1, compiled=False))
    memory, _ = courtier_records(position)
    keys = content.labels.cards
    assert [keys[k] for k in range(len(keys)) if memory.known_as[k] == UNKNOWN_CARD] == ["currency_exchange"]
    players = [load_bot(game, FEW), load_bot(game, "random")]
    assert len(run_match(Match(game, content, players, seed=1), 2)) == 2


def test_compiled_and_plain_courtiers_play_the_same_game():
    content = game.content(turn_limit=4)

    def digest(compiled):
        players = [load_bot(game, FEW, compiled), load_bot(game, "random", compiled)]
        return run_match(Match(game, content, players, seed=3, compiled=compiled), 2).digest()

    assert digest(True) == digest(False)


def test_with_a_number_of_lines_it_plays_the_same_games_on_any_number_of_threads():
    def digest(threads):
        players = [load_bot(game, FEW), load_bot(game, "courtier:iterations=20")]
        match = Match(game, game.content(), players, seed=3)
        assert match.reproducible
        return run_match(match, 8, Threads(threads)).digest()

    assert digest(1) == digest(2)


def test_hidden_cards_never_change_its_decision():
    for number, position in enumerate(random_game({"patrons": "random"}, 4)):
        if position.end_reason or number > 120:
            break
        if number % 8 == 0:
            player, seat = load_bot(game, FEW), position.current_player
            answers = {
                player.join(deal, seat, 5).choose(deal) for deal in (position.resample(seat, k) for k in range(6))
            }
            assert answers == {player.join(position, seat, 5).choose(position)}


def test_it_calls_the_patron_that_wins():
    board = Board(
        patrons={"ansei": "p1", "duke_of_crows": "p1", "pelin": "p1", "rajhin": "none"},
        p1={"coins": 3, "hand": ["gold"], "draw": ["gold"], "patron_calls": 1},
    )
    texts = turn_moves(board, "courtier:iterations=40,redeals=2")
    assert any("rajhin" in move for move in texts)
    assert board.position.result.reason == "patron favour"


def test_cards_that_ask_for_nothing_are_played_at_once():
    board = Board(
        patrons={"ansei": "none", "hlaalu": "none"},
        p1={"hand": ["currency_exchange", "gold#0", "gold#1"], "draw": ["gold#2"]},
        tavern=["oathman"],
    )
    assert candidates(board) == [PLAY | board.given.find("gold#0")]


def test_equal_cards_are_one_move():
    board = Board(
        patrons={"ansei": "none", "hlaalu": "none"},
        p1={"coins": 9, "hand": ["currency_exchange#0", "currency_exchange#1"]},
        tavern=["luxury_exports#0", "luxury_exports#1", "oathman"],
    )
    moves = candidates(board)
    assert [split_move(move)[0] for move in moves].count(PLAY) == 1
    assert [split_move(move)[0] for move in moves].count(BUY) == 2


def test_turn_end_statistics_are_what_the_courtier_evaluates():
    unseen = [name.split(": ")[1] in ("row", "known", "discards") for name in courtier.names()]
    weights = np.where(unseen, 0.0, np.random.default_rng(1).integers(-50, 50, len(unseen)))
    players = [load_bot(game, FEW), load_bot(game, "random")]
    match = Match(game, game.content(patrons="random"), players, seed=8)
    counted = MatchWithStats(match, stats_name="turn_end_stats").play(2)
    assert (counted.stats["count"] > 3).all()
    stats, checked = TributeTurnEndStats.over(TributeTurnEndStats.zeros(1)), 0
    for position in random_game({"patrons": "random"}, 8):
        before = int(stats.count)
        if position.end_reason or checked == 12:
            break
        plain(record_move)(data_of(position), position.state, 0, stats)
        if stats.count == before:
            continue
        checked += 1
        end, (_, scales) = stats.ends[before], courtier_records(position, weights)
        worth = plain(win_estimate)(data_of(position), position.state, end.seat, scales, 0)
        total = sum(
            int(getattr(end, field)[k]) * int(getattr(scales, field)[k])
            for field in courtier.columns()
            for k in range(len(getattr(scales, field)))
        )
        x = total / VALUE_SCALE
        assert worth == 0.5 + 0.5 * x / (1.0 + abs(x))
    assert checked == 12
