"""Effects of moves: what both players see, and what the action history of other engines' bots lists."""

import random

from ludus.arena.episode import play_episode
from ludus.bots import load_bot
from ludus.bots.python.bot import EFFECT_SEPARATOR, Turn
from ludus.bots.python.bot_factories import SeatObservation
from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.games.tribute.move_effects import effect_texts
from ludus.games.tribute.sot_adapter.game_states import SotBoardStore
from ludus.games.tribute.sot_adapter.vocabulary import SotVocabulary
from tests.cases import each

from .positions import Board, random_game


def effects(board, *moves):
    """Effects of the last of these moves."""
    board.play(*moves[:-1])
    before = board.position.copy()
    board.play(moves[-1])
    (event,) = board.position.history[len(before.history) :]
    return effect_texts(before.content, before.state, event.move, board.position.state)


CASES = [
    ({"p1": {"hand": ["gold"]}}, ["play gold"], ["coin 1"]),
    ({"p1": {"hand": ["pilfer"], "draw": ["gold#1", "gold#2"]}}, ["play pilfer"], ["draw 1"]),
    ({"patrons": {"rajhin": "none"}, "p1": {"coins": 5}}, ["patron rajhin"], ["create bewilderment#0"]),
    ({"patrons": {"ansei": "none"}, "p1": {"power": 3}}, ["patron ansei"], ["coin 1"]),
    ({"p1": {"power": 3}, "p2": {"agents": ["oathman"]}}, ["attack oathman"], ["agent-death oathman#0"]),
    (
        {"p1": {"power": 1}, "p2": {"agents": [{"card": "oathman", "hp": 2}]}},
        ["attack oathman"],
        ["damage 1 oathman#0"],
    ),
    ({"p1": {"power": 4}}, ["end_turn"], ["prestige 4"]),
    ({"p1": {"coins": 3}, "tavern": ["tithe"]}, ["buy tithe"], ["call 1"]),
    ({"p1": {"coins": 9}, "tavern": ["luxury_exports"]}, ["buy luxury_exports"], []),
    (
        {"patrons": {"treasury": "none"}, "p1": {"coins": 2, "hand": ["gold"]}},
        ["patron treasury", "choose gold"],
        ["destroy gold#0", "create writ_of_coin#1"],
    ),
    (
        {"patrons": {"hlaalu": "none"}, "p1": {"hand": ["luxury_exports"]}},
        ["patron hlaalu", "choose luxury_exports"],
        ["prestige 1", "destroy luxury_exports#0"],
    ),
]


@each(("given", "moves", "expected"), CASES)
def test_a_move_has_its_public_effects(given, moves, expected):
    assert effects(Board(**given), *moves) == expected


def test_effects_name_no_card_that_a_player_draws_and_have_words_of_the_package():
    words = SotBoardStore(SotVocabulary(game.content(patrons="random")))
    seen = set()
    for seed in range(4):
        positions = [position.copy() for position in random_game({"patrons": "random"}, seed)]
        events = positions[-1].history
        for before, event, after in zip(positions, events, positions[1:], strict=False):
            texts = effect_texts(before.content, before.state, event.move, after.state)
            assert len(words.actions(event.text, texts)) >= len(texts)
            seen |= {text.split()[0] for text in texts}
            assert not any(text.startswith("draw") and "#" in text for text in texts)
    assert {"coin", "power", "prestige", "draw"} <= seen


def test_python_bots_get_the_effects_of_each_visible_move():
    position = Board(patrons={"rajhin": "none"}, p1={"hand": ["gold"], "coins": 2}).position
    seen = SeatObservation(position, 1, 5)
    for text in ("PLAY gold", "CALL rajhin"):
        seen.watch(position, position.read_move(text))
        position.play(text)
    _, moves = seen.take_turn(position)
    parts = [text.split(EFFECT_SEPARATOR) for text in moves]
    assert [part[1:] for part in parts] == [["coin 1"], ["create bewilderment#1"]]
    turn = Turn(position, 1, [part[0] for part in parts], random.Random(1), effects=[part[1:] for part in parts])
    assert [len(turn.history), turn.effects[0]] == [2, ["coin 1"]]


def test_bots_of_the_package_find_effects_in_the_action_history(tmp_path, capsys):
    file = tmp_path / "watcher.py"
    file.write_text(
        "from scripts_of_tribute.base_ai import BaseAI\n"
        "class Watcher(BaseAI):\n"
        "    def select_patron(self, available):\n        return available[0]\n"
        "    def play(self, state, moves, remaining_time):\n"
        "        later, _ = state.apply_move(moves[0], 3)\n"
        "        assert later.completed_actions[: len(state.completed_actions)] == state.completed_actions\n"
        "        hidden, more = state.apply_move(moves[0], unknown=True)\n"
        "        assert all(card.unique_id >= 0 or card.name == 'Unknown' for card in hidden.current_player.hand)\n"
        "        self.seen = state.completed_actions\n        return moves[0]\n"
        "    def game_end(self, end, state):\n"
        "        print('words', *sorted({text.split()[0] for text in self.seen}))\n"
    )
    bots = [load_bot(game, f"{file}:Watcher", in_process=True), load_bot(game, "random")]
    episode = play_episode(Position.start(game, game.content(patrons="random"), 2), bots, [1, 2])
    assert episode.fault == ""
    words = capsys.readouterr().out.partition("words ")[2].split()
    assert {"PLAY_CARD", "GAIN_COIN", "END_TURN"} <= {*words}
