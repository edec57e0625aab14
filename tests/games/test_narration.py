"""Words for moves and results: told for every move, from observations alone."""

import random

import ludus
from ludus.bots import load_compiled_bot
from ludus.core.narration import Cast, join_words, sentence
from ludus.core.narrator import PERSON, Reader, player_names
from ludus.studio.sessions.game_session import GameSession
from tests.cases import each

GAMES = ["locm", "dominion", "tribute", "delve"]


def random_session(name: str, seed: int, players: list[str] | None = None, **options: str) -> GameSession:
    game = ludus.load_game(name)
    content = game.content(**options)
    players = players or [PERSON, "random"][: game.seat_count(content.data)]
    session = GameSession.begin("0" * 12, game, content, seed, players, "", False)
    dice = random.Random(seed)
    while session.state == "playing":
        session.make_move(dice.choice(session.position.legal_moves))
    return session


def _observation(position):
    return position.game.observation(position.content, position.state, 0)


def words_of(session: GameSession, reader: Reader, verb: str) -> list[str]:
    return [played.words[reader] for played in session.moves if reader in played.words and played.parts["verb"] == verb]


@each("name", GAMES)
def test_every_move_and_every_result_has_words_for_every_reader(name):
    for seed in range(3):
        session = random_session(name, seed)
        for played in session.moves:
            assert {*played.words} == {
                reader
                for reader in [Reader(True, None), Reader(True, 0), Reader(False, 0)]
                if reader.everything or played.visible[0]
            }
            assert all(played.words.values())
        assert {*session.outcome} == {Reader(True, None), Reader(True, 0), Reader(False, 0)}


@each("name", GAMES)
def test_the_reader_is_called_you_and_nobody_else_is(name):
    session = random_session(name, 1)
    for played in session.moves:
        words = played.words[Reader(True, 0)]
        if played.seat == 0:
            assert words.startswith(("You ", "Your ")), words
        assert "you" not in played.words[Reader(True, None)].lower().replace("young", "").split()


@each("name", ["locm", "dominion", "tribute"])
def test_words_for_a_seat_are_the_same_in_every_deal_that_it_cannot_tell_apart(name):
    session = random_session(name, 2)
    reader, told = Reader(False, 0), 0
    for number, played in enumerate(session.moves):
        if played.seat == 0 or not played.visible[0] or number % 2:
            continue
        before = session.positions[number]
        for seed in range(3):
            other = before.resample(0, seed)
            if played.move not in other.legal_moves:
                continue
            after = other.copy()
            after.play(played.move)
            truth = session.positions[number + 1]
            if _observation(after) != _observation(truth):
                continue  # chance has decided something else, which the seat sees
            words = session.narrator.move_words(other, after, played.parts, played.visible)
            assert words[reader] == played.words[reader]
            told += 1
    assert told > 5


def test_an_attack_names_attacker_target_and_damage():
    session = random_session("locm", 0)
    attacks = words_of(session, Reader(False, 0), "attack")
    assert any(" attacks you for " in words for words in attacks)
    assert all(" attacks " in words for words in attacks)


def test_a_drawn_card_is_named_for_its_owner_only():
    session = random_session("locm", 0)
    for played in session.moves:
        if played.parts["verb"] == "pass":
            own, public = played.words[Reader(False, 0)], played.words[Reader(True, None)]
            assert (" card" in own or "draw" not in own) == (played.seat == 0)
            assert " card" in public or "draw" not in public


def test_players_have_different_names():
    assert player_names([PERSON, "mcts:iterations=5", "mcts", PERSON]) == (
        "person 1",
        "mcts (2)",
        "mcts (3)",
        "person 4",
    )
    assert player_names([PERSON]) == ("the player",)
    assert player_names(["my/rusher.py:Rusher:depth=2", "cmd:./rush"]) == ("Rusher", "cmd")


def test_verbs_agree_with_their_subject():
    cast = Cast(("coac", "drew"), 1)
    assert cast.does(0, "pass") == "coac passes"
    assert cast.does(0, "play Village") == "coac plays Village"
    assert cast.does(0, "carry") == "coac carries"
    assert cast.does(1, "have", "has") == "you have"
    assert (cast.own(0), cast.own(1)) == ("coac's", "your")
    assert sentence("you win", "", "a draw") == "You win; a draw"
    assert sentence("@bot-2 won with 64 points to your -5") == "@bot-2 won with 64 points to your −5"
    assert join_words(["a", "b", "c"]) == "a, b and c"


def test_header_and_words_count_turns_alike():
    for name in ("locm", "dominion", "delve", "tribute"):
        session = random_session(name, 3)
        for position, turn in zip(session.positions[:-1:5], session.turns[:-1:5], strict=True):
            if turn.text.startswith("turn ") or ", turn " in turn.text:
                number = turn.text.rpartition("turn ")[2]
                assert f"turn {number}" in position.describe(0).split("\n")[0].lower(), turn


def test_nodes_are_picked_and_two_encounters_are_both():
    game = ludus.load_game("delve")
    for count, words in ((1, "the encounter"), (2, "both encounters"), (3, "all 3 encounters")):
        content = game.content(first=str(7 - count), hit_points="999")
        session = GameSession.begin("0" * 12, game, content, 1, [PERSON], "", False)
        bot = load_compiled_bot(game, "greedy-card").join(session.position, 0, 1)
        while session.state == "playing":
            session.make_move(bot.choose(session.position))
        assert session.outcome[Reader(True, 0)].startswith(f"You won {words} in "), count
        picks = words_of(session, Reader(True, 0), "pick")
        assert len(picks) >= count - 1
        assert all(pick.startswith("You pick ") for pick in picks)


def test_the_health_of_the_loser_is_told_as_the_board_shows_it_also_below_zero():
    sessions = [session for seed in range(12) if (session := random_session("locm", seed)).ending.reason == "killed"]
    lowest = [min(_observation(session.position)[who]["health"] for who in ("me", "opponent")) for session in sessions]
    assert min(lowest) < 0
    for session, health in zip(sessions, lowest, strict=True):
        assert f"health fell to {health}, ".replace("-", "−") in session.outcome[Reader(True, 0)]
