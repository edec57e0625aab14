"""Every search plays every game: fairly, within the rules, and the same as plain Python."""

from dataclasses import replace

import pytest

from ludus.arena import Match
from ludus.arena.runner import replay_game
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.search import searches
from ludus.testing import CheckFailed, conform_player
from ludus.testing.example_games import auction, magpies, realtime_runner, stalls
from tests.cases import each
from tests.search import savings

TEXTS = (
    "random",
    "greedy",
    "two-ply:redeals=2",
    "turn:iterations=6",
    "beam:width=3,depth=4",
    "flat:iterations=12",
    "mcts:iterations=12",
    "mcts:iterations=12,scope=turn,backup=max,redeals=3",
    "mcts:iterations=12,depth=3,nodes=8,exploration=0",
)
GAMES = {
    "auction": (auction.game, {"cards": 4}),
    "magpies": (magpies.game, {"seats": 3, "dealt": 3}),
    "dash": (realtime_runner.game, {"doors": 1, "seconds": 1}),
}


def test_the_list_has_every_search():
    assert [bot.name for bot in searches(auction.game)] == [
        *("random", "greedy", "two-ply", "turn", "beam", "flat", "mcts")
    ]
    assert [bot.name for bot in searches(stalls.game)] == [
        *("random", "greedy", "agent", "two-ply", "turn", "beam", "flat", "mcts")
    ]


@each("text", TEXTS)
@each("name", GAMES)
def test_a_search_passes_the_checks_for_bots(name, text):
    game, options = GAMES[name]
    conform_player(game, text, games=3, options=options)


@each("text", TEXTS)
@each("name", GAMES)
def test_a_search_is_the_same_compiled_and_plain(name, text):
    game, options = GAMES[name]
    content = game.content(**options)
    seats = game.seat_count(content.data)
    fast, slow = (
        replay_game(Match(game, content, [load_bot(game, text, compiled)] * seats, seed=4, compiled=compiled), 0)
        for compiled in (True, False)
    )
    assert [event.move for event in fast.history] == [event.move for event in slow.history]
    assert fast.bytes() == slow.bytes()


# What each of them sees


WEIGHTS = '{"game": "savings", "weights": {"mine": 1, "theirs": -1}}'


@pytest.fixture
def saver(tmp_path):
    """Plays savings with the given search and gives its moves in the first turn."""
    (tmp_path / "weights.json").write_text(WEIGHTS)

    def first_turn(text):
        name, _, rest = text.partition(":")
        player = load_bot(savings.game, f"{name}:{rest + ',' if rest else ''}weights={tmp_path / 'weights.json'}")
        position = Position.start(savings.game, savings.game.content(), 1)
        sitting, moves = player.join(position, 0, 1), []
        while position.current_player == 0:
            moves.append(sitting.choose(position))
            position.play(moves[-1])
        return moves

    return first_turn


def test_one_ply_does_not_see_the_use_of_saving(saver):
    assert saver("greedy") == [savings.SPEND]


@pytest.mark.parametrize(
    "text",
    [
        "two-ply",
        "turn",
        "beam",
        "beam:width=1,depth=2",
        "mcts:scope=turn",
        "mcts:scope=turn,backup=max",
        "mcts",
        "mcts:depth=4",
        "mcts:nodes=3",
    ],
)
def test_deeper_searches_save_and_cash(saver, text):
    assert saver(text) == [savings.SAVE, savings.CASH]


def test_flat_monte_carlo_saves_because_random_players_cash_too():
    player = load_bot(savings.game, "flat:iterations=200")
    position = Position.start(savings.game, savings.game.content(), 1)
    assert player.join(position, 0, 1).choose(position) == savings.SAVE


def test_a_beam_cut_short_of_the_reward_spends(saver):
    assert saver("beam:depth=1") == [savings.SPEND]


def test_of_equally_good_moves_one_ply_takes_the_first(tmp_path):
    (tmp_path / "none.json").write_text('{"game": "savings", "weights": {}}')
    player = load_bot(savings.game, f"greedy:weights={tmp_path / 'none.json'}")
    position = Position.start(savings.game, savings.game.content(), 1)
    assert player.join(position, 0, 1).choose(position) == position.legal_moves[0]


def test_searches_do_not_distinguish_equivalent_moves(saver):
    """The second purse is never cashed: it is not even looked at."""
    for text in ("turn", "beam", "mcts", "two-ply"):
        assert savings.CASH + 1 not in saver(text)


# The end of a game


MAD = '{"game": "savings", "weights": {"mine": -1000000, "theirs": 1000000, "saved": -1000000}}'  # loves to lose


def last_turn(*moves):
    """The last turn of the second player, after these moves."""
    position = Position.start(savings.game, savings.game.content(), 1)
    for move in moves:
        position.play(move)
    return position


@pytest.mark.parametrize("text", ["two-ply:", "turn:", "beam:", "mcts:scope=turn,", "mcts:"])
def test_a_win_outweighs_every_evaluation(tmp_path, text):
    (tmp_path / "mad.json").write_text(MAD)
    player = load_bot(savings.game, f"{text}weights={tmp_path / 'mad.json'}")
    position = last_turn(*[savings.SPEND] * 5)  # 3 to 2: spending is a draw, saving wins
    assert player.join(position, 1, 1).choose(position) == savings.SAVE


def test_one_ply_takes_a_win_with_any_weights(tmp_path):
    (tmp_path / "mad.json").write_text(MAD)
    player = load_bot(savings.game, f"greedy:weights={tmp_path / 'mad.json'}")
    position = last_turn(savings.SPEND, savings.SAVE, savings.CASH, *[savings.SPEND] * 3)  # 3 to 5
    assert player.join(position, 1, 1).choose(position) == savings.SPEND


# Redeals


def test_one_ply_without_resampling_fails_the_checks_of_a_game_that_promises_too_much():
    """In an auction the second bidder would see the first bid."""
    promising = replace(
        auction.game,
        features=replace(auction.game.features, hints=replace(auction.game.features.hints, predictable_moves=True)),
    )
    with pytest.raises(CheckFailed, match="bots_do_not_peek"):
        conform_player(promising, "greedy", games=3)
