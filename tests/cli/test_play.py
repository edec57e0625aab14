"""A person plays in the terminal: nothing hidden on the screen, every kind of input, a clean end in every case."""

import io
import json
import os
import random
import select
import shlex
import signal
import sys
from contextlib import suppress
from dataclasses import replace

import pytest
from rich.console import Console
from typer.testing import CliRunner

from ludus.bots import Fault, load_bot
from ludus.bots.bot import advise
from ludus.cli import app, human_player
from ludus.cli.human_player import HumanPlayer, PlayerQuit
from ludus.cli.play_screen import PlayScreen
from ludus.core.game import Notation
from ludus.core.game_registry import load_game, registered_game
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.core.revealed_information import reveals
from ludus.testing.example_games import auction, magpies, realtime_runner
from tests.messages import missing

BATTLE = ("-o", "setup=dealt", "--against", "random")


@pytest.fixture
def play():
    """Calls `ludus play` with lines on standard input: play("auction", lines=["1", "quit"])."""

    def call(*words, lines=(), code=0):
        typed = "".join(f"{line}\n" for line in lines)
        result = CliRunner().invoke(app, ["play", *map(str, words)], input=typed, prog_name="ludus")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, result.output
        return result.stdout

    return call


@pytest.fixture
def transcript(monkeypatch):
    """What a person sees who is asked in a position, watches some moves before, types some lines and leaves."""

    def ask_person(position, lines, seat=None, moves=(), adviser="random"):
        typed, out = iter(lines), io.StringIO()
        monkeypatch.setattr(human_player, "ask_line", lambda prompt: print(prompt, file=out) or next(typed, None))
        seat = position.current_player if seat is None else seat
        names = [f"bot {k}" for k in range(position.seats)]
        look = PlayScreen(Console(file=out, width=80, markup=False, highlight=False), seat, names)
        person = HumanPlayer(look, load_bot(position.game, adviser), lambda *rest: None)
        for move in moves:
            person.watch(position, position.read_move(move))
            position.play(move)
        with suppress(PlayerQuit):
            person.choose(position)
        return out.getvalue()

    return ask_person


def in_play(game, seed, count, **options):
    """Some positions of a random game, the deal first."""
    position, chance = Position.start(game, game.content(**options), seed), random.Random(seed)
    positions = []
    while not position.end_reason:
        positions.append(position.copy())
        position.play(chance.choice(position.legal_moves))
    return [positions[0], *chance.sample(positions[1:], min(count, len(positions) - 1))]


def after(text, line):
    """The part of a session behind a line that was typed, up to the next prompt."""
    return text.split(f"\n> {line}\n", 1)[1].split("\n> ", 1)[0]


# Nothing hidden

GAMES = [
    ("auction", {"cards": 6}),
    ("magpies", {"seats": 3}),
    ("dash", {}),
    ("locm", {}),
    ("locm", {"version": "1.5"}),
    ("locm", {"setup": "dealt"}),
]
QUESTIONS = ["", "?", "moves", "moves 1", "board", "log", "hint", "undo", "999", "nonsense", "5 nonsense", "save"]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_the_screen_does_not_depend_on_hidden_information(transcript, name, options):
    for position in in_play(load_game(name), 4, 6, **options):
        redeal = position.resample(position.current_player, 12)
        texts = position.legal_move_texts()
        slips = {texts[0][:-1], f"{texts[-1]}9", texts[-1].swapcase()[1:]} - {*texts}
        lines = [*QUESTIONS[len(texts) == 1 :], *sorted(slips)]  # Enter makes the only move
        seen = transcript(position.copy(), lines)
        assert seen == transcript(redeal, lines)
        assert seen.count("Not possible: ") >= 4


@pytest.mark.parametrize("seed", range(4))
def test_a_secret_bid_leaves_no_trace(transcript, seed):
    texts = set()
    for bid in ("bid 1", "bid 5"):
        position = Position.start(auction.game, auction.game.content(), seed)
        texts.add(transcript(position, QUESTIONS, seat=1, moves=[bid]))
    assert len(texts) == 1


def test_how_an_opponent_made_its_deck_leaves_no_trace(transcript):
    game = load_game("locm")
    one_by_one = [f"CHOOSE {k}" for k in range(15) for _ in range(2)]
    texts = set()
    for moves in (["PASS"], one_by_one):
        position = Position.start(game, game.content(version="1.5"), 3)
        texts.add(transcript(position, QUESTIONS, moves=moves, seat=1))
        assert position.current_player == 1
    assert len(texts) == 1


def test_the_seed_is_printed_only_at_the_end(play):
    text = play("auction", "--against", "random", "--seed", 987654321, lines=["?", "hint", "board", "log", "1", "quit"])
    before, end = text.split("You left the game.")
    assert "987654321" not in before
    assert "Seed: 987654321." in end


def test_a_hint_comes_from_a_bot_that_sees_a_resampled_position():
    position = Position.start(auction.game, auction.game.content(), 3)
    position.play("bid 4")
    shown = []

    class Adviser:
        def join(self, imagined, seat, seed):
            shown.append((imagined.copy(), seat, seed))
            return self

        def choose(self, imagined):
            return imagined.legal_moves[2]

        def end(self, result):
            assert result is None

    assert advise(Adviser(), position, 1) == position.legal_moves[2]
    assert advise(Adviser(), position.resample(1, 8), 1) == position.legal_moves[2]
    imagined, seat, _ = shown[0]
    assert seat == 1
    assert imagined.seed is None
    assert imagined.history == []
    assert imagined.bytes() != position.bytes()
    assert imagined.bytes() == shown[1][0].bytes()
    assert shown[0][2] == shown[1][2]


# Input


def test_a_whole_game_is_played_through_a_pipe(play):
    text = play("auction", "--against", "random", "--seed", 5, lines=["1"] * 6)
    assert text.startswith("Auction\n")
    assert text.count("\n> 1\n") == 6
    assert text.count("\nrandom: bid ") == 6
    assert "You won: all sold." in text
    assert "\x1b" not in text


@pytest.mark.parametrize(("name", "seat", "words"), [("locm", 2, BATTLE), ("magpies", 3, ("--against", "random"))])
def test_every_game_can_be_played_to_its_end_by_numbers(play, name, seat, words):
    text = play(name, *words, "--seat", seat, "--seed", 4, lines=["1"] * 400)
    assert "You " in text
    assert "Points: " in text
    assert "Not possible" not in text


def test_the_command_at_the_end_plays_the_same_game_again(play):
    lines = ["1", "2", "1", "hint", "1", "1", "1", "1"]
    text = play("magpies", "--against", "random", "--against", "random", "--seat", 2, "-o", "thefts=1", lines=lines)
    again = shlex.split(text.split("To play it again: ludus play ")[1].splitlines()[0])
    assert "seats=3" in again
    assert play(*again, lines=lines) == text


def test_without_a_seed_each_game_is_another(play):
    seeds = {play("auction", "--against", "random").split("Seed: ")[1].split(".")[0] for _ in range(3)}
    assert len(seeds) == 3


def test_a_move_is_its_number_or_its_notation_in_any_letters(play):
    for line in ("3", "bid 3", "BID 3", " Bid  3 "):
        text = play("auction", "--against", "random", "--seed", 5, lines=[line, "log"])
        assert "you: bid 3" in after(text, "log")
    text = play("locm", *BATTLE, "--seed", 5, lines=["summon 9 0", "log"])
    assert not missing(text, "SUMMON 9 0", "summon Exploding Skitterbug in the left lane")
    assert "You summon Exploding Skitterbug 1/1 in the left lane" in after(text, "log")


def test_wrong_input_is_explained_by_the_game_and_changes_nothing(play):
    wrong = ["bid 9", "foo", "7", "0", "0 bid 1", ":foo", "bid"]
    text = play("auction", "--against", "random", "--seed", 5, lines=[*wrong, "log", "board"])
    for line in wrong:
        assert after(text, line).startswith("Not possible: ")
    assert "from 1 to 6" in after(text, "7")
    assert "such as 'bid 3'" in after(text, "foo")
    assert "Nothing has happened" in after(text, "log")
    text = play("locm", *BATTLE, "--seed", 5, lines=["SUMMON 5 0", "summon 99 0", "summon"])
    assert not missing(after(text, "SUMMON 5 0"), "Not possible", "Shambler costs 8", "1 mana")
    assert "99 is neither in your hand" in after(text, "summon 99 0")
    assert "it is written SUMMON id lane" in after(text, "summon")


def test_a_remark_behind_a_move_is_a_mistake_where_a_person_types(play):
    text = play("locm", "--seed", 3, "--against", "random", lines=["PICK 0 9999", "PICK 0", "quit"])
    assert not missing(text, "'9999' does not belong", "PICK 0")
    assert text.count("does not belong") == 1


def test_several_moves_on_a_line_end_where_one_is_not_possible(play):
    text = play("locm", *BATTLE, "--seed", 5, lines=["SUMMON 9 0; summon 9 1; PASS", "log"])
    said = after(text, "SUMMON 9 0; summon 9 1; PASS")
    assert not missing(said, "Not possible", "9 is Exploding Skitterbug")
    assert "Not done because of that: PASS" in said
    assert after(text, "log").count("You ") == 1
    text = play("locm", *BATTLE, "--seed", 5, lines=["2; pass; 2"])
    assert not missing(text, "Not done", "SUMMON 9 0")
    assert "turn 2: player 1 to move" in text


def test_a_count_repeats_a_move_across_moves_of_others(play):
    text = play("dash", "--seed", 5, lines=["30 run", "2 x 3", "log"])
    assert "tick 30, x 848" in after(text, "30 run")
    assert "run x 30" in after(text, "log")
    assert "brake x 2" in after(text, "log")
    assert "tick 32" in text
    text = play("locm", *BATTLE, "--seed", 5, lines=["3 PASS"])
    assert "turn 4: player 1 to move" in text
    assert "turn 2" not in text


def test_a_game_in_real_time_ends_in_the_middle_of_a_count(play):
    text = play("dash", "--seed", 5, lines=["999 run"])
    assert "You did not make it: fell." in text


def test_numbers_mean_the_list_that_was_shown_last(play):
    options = ("--against", "random", "--seed", 5, "-o", "version=1.5")
    text = play("locm", *options, lines=["2; 2", "3", "moves card 119", "log"])
    assert text.count(" CHOOSE 60 ") == 1  # the long list is shown once
    assert "120 moves: 119 CHOOSE, 1 PASS" in after(text, "2; 2")
    assert "  2  CHOOSE 1 " in text
    assert "  3  CHOOSE 2 " in text  # 2 once CHOOSE 1 has gone from the list
    assert not missing(after(text, "log"), "You pick card 1 x 2", "You pick card 2")
    assert after(text, "moves card 119").split()[:3] == ["119", "CHOOSE", "119"]  # now without what has two copies


def test_a_game_whose_moves_are_numbers_is_played_by_those(play):
    with registered_game(replace(auction.game, notation=Notation())):
        text = play("auction", "--against", "random", "--seed", 5, lines=["1", "1", "x", "2 x 2", "log"])
    assert "Not possible: '1' is not legal here" in after(text.split("\n> 1\n", 1)[1], "1")
    assert "a move of this game is a number" in after(text, "x")
    assert "you: 1" in after(text, "log")


def test_a_move_with_the_name_of_a_command_wins(play):
    def write(content, state, move):
        return "quit" if move == 1 else f"bid {move}"

    def read(content, state, text):
        return 1 if text == "quit" else auction.read_move(content, state, text)

    with registered_game(
        replace(
            auction.game,
            notation=replace(auction.game.notation, write_move=write, read_move=read),
        )
    ):
        text = play("auction", "--against", "random", "--seed", 5, lines=["quit", "log", ":quit"])
    assert "you: quit" in after(text, "log")
    assert text.count("You left the game.") == 1


def test_enter_makes_the_only_move_and_no_other(play):
    text = play("auction", "--against", "random", "--seed", 5, lines=["", "6", "5", "4", "3", "2", ""])
    assert "Type a number or a move" in text
    assert "all sold" in text


def test_help_tells_everything_in_80_columns(play):
    text = play("auction", "--against", "random", "--seed", 5, lines=["?"])
    told = after(text, "?")
    for word in ("bid 6", "moves", "board", "hint", "undo", "log", "save FILE", "quit", "5 bid 6"):
        assert f"\n  {word} " in f"\n{told}"
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80


def test_opponent_and_adviser_are_those_of_the_studio_unless_named(play):
    """The bots of the measured levels medium and hard; Delve is a game for one player, measured with greedy-card."""
    assert "greedy-card would" in play("delve", "--seed", 5, lines=["hint", "quit"])
    text = play("locm", "-o", "setup=dealt", "--seed", 5, lines=["hint", "quit"])
    assert not missing(text, "against greedy", "onelane would")


def test_a_hint_is_a_legal_move_with_its_number(play):
    text = play("auction", "--against", "random", "--hint", "mcts", "--seed", 5, lines=["hint"])
    number, move = after(text, "hint").removeprefix("mcts would play ").split(", ")
    assert f"{number}  {move}" in text


# Taking back


def test_a_move_is_taken_back_before_others_have_seen_it(play):
    text = play("locm", *BATTLE, "--seed", 5, lines=["2", "undo", "3", "log", "pass", "undo"])
    assert "Taken back." in after(text, "undo")
    assert "in the right lane" in after(text, "log")
    assert "left lane" not in after(text, "log")
    assert after(text.split("\n> pass\n")[1], "undo").startswith("There is nothing to take back")


def test_a_whole_line_is_taken_back(play):
    text = play("dash", "--seed", 5, lines=["10 run; 5 brake", "3 jump", "undo", "undo", "undo", "log"])
    assert "Nothing has happened" in after(text, "log")
    assert text.count("Taken back.") == 2
    assert text.count("tick 0, ") == 2


def test_a_move_that_revealed_something_is_not_taken_back(play):
    text = play("magpies", "--against", "random", "--seed", 6, lines=["play 1", "rob 1", "take 0", "undo", "log"])
    assert "known to (0, 1)" in after(text, "take 0")
    assert not missing(after(text, "undo"), "Not possible", "hidden information")
    assert "take 0" in after(text, "log")


def test_revealing_moves_are_detected_by_resampling():
    position = Position.start(magpies.game, magpies.game.content(seats=3), 6)
    for text, tells in (("play 1", False), ("rob 1", False), ("take 0", True)):
        move = position.read_move(text)
        assert reveals(position, move, 0) is tells
        position.play(move)


# The others, and the end


class Stranger:
    """A bot that is not compiled: plays the first move, or has something to say against it."""

    name, reproducible, log = "stranger", False, ""

    def __init__(self, fault=None, begin=None):
        self.fault, self.begin, self.seen, self.left = fault, begin, [], 0

    def join(self, position, seat, seed):
        if self.begin:
            raise self.begin
        return self

    def choose(self, position):
        if self.fault:
            raise self.fault
        return position.legal_moves[0]

    def watch(self, position, move):
        self.seen.append(position.write_move(move))

    def end(self, result):
        self.seen.append(result)

    def close(self):
        self.left += 1


@pytest.fixture
def stranger(monkeypatch):
    """Makes a stranger the answer to every name of a bot."""

    def invite(**behaviour):
        made = Stranger(**behaviour)
        monkeypatch.setattr("ludus.bots.load_bot", lambda game, text, limits, content: made)
        return made

    return invite


def test_others_hear_of_a_move_once_it_can_no_longer_be_taken_back(play, stranger):
    bot = stranger()
    play("locm", *BATTLE, "--seed", 5, lines=["2", "undo", "3", "pass"])
    assert bot.seen == ["SUMMON 9 1", "PASS", "PASS", None]
    assert bot.left == 2  # as opponent and as adviser


def test_a_bot_at_fault_loses_and_the_reason_is_printed(play, stranger, ludus, tmp_path):
    file = tmp_path / "game.json"
    stranger(fault=Fault("timeout", "no answer within 1 s"))
    text = play("auction", "--against", "random", "--seed", 5, "--save", file, lines=["2", "2"])
    assert not missing(text, "random", "fault", "timeout", "1 s", "you win")
    kept = Replay.load(file)
    assert kept.fault == {"seat": 1, "reason": "timeout", "what": "timeout: no answer within 1 s"}
    assert kept.moves == ["bid 2"]
    assert not missing(ludus("replay", file).stdout, "Result: seat 2", "fault", "timeout", "1 s")


def test_a_bot_that_does_not_start_is_at_fault(play, stranger):
    stranger(begin=Fault("could not start", "no such program"))
    assert not missing(play("auction", "--against", "random"), "no such program", "you win")


def test_the_fault_of_one_is_the_win_of_all_others(play, stranger):
    stranger(fault=Fault("crashed"))
    text = play("magpies", "--against", "random", "--seed", 5, lines=["1"])
    assert not missing(text, "random (seat 2)", "crashed", "all others win")


def test_an_adviser_at_fault_gives_no_hint(play, stranger):
    stranger(fault=Fault("crashed"))
    assert "random gives no hint" not in play("auction", "--against", "random", lines=["hint", "quit"])
    assert "stranger gives no hint: crashed" in play("auction", "--against", "random", lines=["hint", "quit"])


def test_a_game_is_kept_as_a_replay_to_its_end(play, ludus, tmp_path):
    file = tmp_path / "game.json"
    text = play("auction", "--against", "random", "--seed", 5, "--save", file, lines=["1"] * 6)
    assert f"ludus replay {file} --step" in text
    found = json.loads(ludus("replay", file, "--json").stdout)
    assert found["players"] == ["person", "random"]
    assert found["seed"] == 5
    assert found["result"]["reason"] == "all sold"
    assert [move["text"] for move in found["moves"] if move["seat"] == 0] == [f"bid {k}" for k in range(1, 7)]


def test_the_game_is_saved_when_the_person_quits(play, tmp_path):
    file = tmp_path / "game.json"
    play("locm", *BATTLE, "--seed", 5, "--save", file, lines=["2", "quit"])
    assert Replay.load(file).moves == ["SUMMON 9 0"]
    assert Replay.load(file).result == {}


def test_saving_while_playing_keeps_the_rest_of_the_game(play, tmp_path):
    file = tmp_path / "game.json"
    lines = ["1", "save", f"save {tmp_path / 'no' / 'such.json'}", f"save {file}", *["1"] * 5]
    text = play("auction", "--against", "random", "--seed", 5, lines=lines)
    assert "Name a file" in after(text, "save")
    assert "such.json: cannot be written" in text
    assert f"Saved in {file}" in text
    assert len(Replay.load(file).moves) == 12


def test_ctrl_c_leaves_with_130_and_keeps_the_game(play, tmp_path, monkeypatch):
    def interrupted(prompt):
        raise KeyboardInterrupt

    file = tmp_path / "game.json"
    monkeypatch.setattr("builtins.input", interrupted)
    text = play("auction", "--against", "random", "--save", file, code=128 + signal.SIGINT)
    assert "You left the game." in text
    assert Replay.load(file).moves == []


def test_options_that_cannot_be_are_refused(refused, tmp_path):
    assert "seats 1 to 2" in refused("play", "auction", "--seat", 3)
    assert "auction takes one opponent" in refused("play", "auction", "--against", "random", "--against", "random")
    assert "no opponents" in refused("play", "dash", "--against", "random")
    assert "'rndom'" in refused("play", "auction", "--against", "rndom")
    assert "'rndom'" in refused("play", "auction", "--hint", "rndom")
    assert "no file can be made there" in refused("play", "auction", "--save", tmp_path / "no" / "game.json")
    assert "no file can be made there" in refused("play", "auction", "--save", tmp_path)
    assert "-o takes KEY=VALUE" in refused("play", "auction", "-o", "cards")


def test_input_that_is_not_text_is_an_error():
    result = CliRunner().invoke(app, ["play", "auction", "--against", "random"], input=b"\xff\xfe\n", prog_name="ludus")
    assert result.exit_code == 2
    assert "standard input is not text" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are other things there")
def test_on_a_terminal_ctrl_d_leaves_and_the_headline_is_bold():
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", COLUMNS="80")
        os.environ.pop("NO_COLOR", None)
        os.execv(sys.executable, [sys.executable, "-m", "ludus", "play", "locm", *BATTLE, "--seed", "5"])
    text = _read_until(terminal, b"> ")
    os.write(terminal, b"2\n")
    text += _read_until(terminal, b"> ")
    os.write(terminal, b"\x04")
    text += _read_until(terminal, None)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"\x1b[1mLOCM 1.2, turn 1: player 1 to move" in text
    assert b"9 Exploding Skitterbug 1/1" in text
    assert b"You left the game." in text


def _read_until(terminal, end):
    found = b""
    while end is None or not found.endswith(end):
        ready, _, _ = select.select([terminal], [], [], 120)
        assert ready, found
        try:
            part = os.read(terminal, 4096)
        except OSError:  # Linux: the other side has closed it
            return found
        if not part:
            return found
        found += part
    return found


def test_dash_is_played_alone(play):
    text = play("dash", "--seed", 5, lines=["quit"])
    assert "You play alone." in text
    assert realtime_runner.game.summary in text


def test_a_position_can_be_saved_and_played_on_from(play, tmp_path):
    here = tmp_path / "here.toml"
    text = play("auction", "--against", "random", "--seed", 5, lines=["1", f"save {here}", "quit"])
    assert "This position is in" in text
    kept = Position.read(auction.game, auction.game.content(), here.read_text())
    assert kept.current_player == 0
    text = play("auction", "--against", "random", "--from", here, lines=["1"] * 20)
    assert "Seed" not in text
    assert "It was not saved." in text


@pytest.mark.parametrize(
    ("text", "said"),
    [("nonsense", "not a position"), ("x = 1", "there is no such field"), (None, "there is no such file")],
)
def test_a_position_that_cannot_be_read_is_refused_with_the_name_of_its_file(tmp_path, text, said):
    here = tmp_path / "here.toml"
    if text is not None:
        here.write_text(text)
    result = CliRunner().invoke(app, ["play", "auction", "--from", str(here)], prog_name="ludus")
    assert result.exit_code == 2
    assert said in result.stderr
    assert "here.toml" in result.stderr


def test_a_game_from_a_position_has_no_replay_to_save(tmp_path):
    words = ["play", "auction", "--from", str(tmp_path / "here.toml"), "--save", str(tmp_path / "game.json")]
    result = CliRunner().invoke(app, words, prog_name="ludus")
    assert result.exit_code == 2
    assert "leave out --from" in result.stderr
