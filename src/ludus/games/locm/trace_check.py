"""`ludus check locm FILE...`: replay recorded games of other engines with our rules and compare them.

A file has one game per line and may be compressed with gzip. The fields of a line determine its format:

    steps             the state after every action
    errors, outputs   a match of the official referee 1.2: all inputs and replies
    bots, turns       a game of bots with a given draft; our own versions of these bots must reply the same
    transcript        a match in our own format: parameters, inputs, replies
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from ludus.core.game import Content
from ludus.core.position import Position
from ludus.core.reference_check_results import CheckReport, Progress, TraceComparison
from ludus.games.locm.bots import bots
from ludus.games.locm.bots.reply_writer import TextReplyBot
from ludus.games.locm.card_list import write_keywords
from ludus.games.locm.deck_building import PICK
from ludus.games.locm.game_data_records import GENERATED_CARDS, GameData
from ludus.games.locm.instance_id_lookup import card_id, hand_ids
from ludus.games.locm.protocol import find_move, parse_reply
from ludus.games.locm.protocol_server import Referee
from ludus.games.locm.state import ATTACKED, DECK, KEYWORDS, LANE, OFFERED, PICKS, READY
from ludus.util.errors import ContentError, LudusError, NotationError
from ludus.util.files import reading_error

GZIP_MAGIC = b"\x1f\x8b"

SEED_OPTIONS = {  # the referee's parameters, our options
    "draftChoicesSeed": "draft_seed",
    "cardGenSeed": "card_seed",
    "shufflePlayer0Seed": "shuffle_seed_0",
    "shufflePlayer1Seed": "shuffle_seed_1",
}
SEEDS_NEEDED = 3  # with this many seeds a match needs no other
UNUSED_PARAMETERS = {"constructedChoicesSeed"}  # has no visible effect [3.1]

# Bots whose replies ours must repeat exactly: the name in the recording, and ours.
REPRODUCED_BOTS = {"Baseline1": "baseline1", "Baseline2": "baseline2", "Coac": "coac"}


@dataclass(frozen=True)
class RecordedLine:
    """One line of a file: one recorded game."""

    file: str
    number: int
    text: str

    def error(self, what: object) -> ContentError:
        return ContentError(str(what), self.file, self.number)


def check_traces(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Replay every game of every file.

    Returns:
        A report of all differences.

    Raises:
        ContentError: a file or line cannot be read.
    """
    lines = [line for file in files for line in _lines(Path(file))]
    report = CheckReport()
    for done, line in enumerate(lines, 1):
        try:
            _replay(line, report)
        except (LudusError, OverflowError, msgspec.MsgspecError) as error:
            raise line.error(error) from None
        if progress:
            progress(done, len(lines))
    return report


def _lines(file: Path) -> list[RecordedLine]:
    """Return the non-blank lines of a file; raise ContentError if there is none."""
    try:
        data = file.read_bytes()
        text = (gzip.decompress(data) if data.startswith(GZIP_MAGIC) else data).decode()
    except (OSError, EOFError, zlib.error) as error:
        raise ContentError(f"cannot be read: {reading_error(error, file)}", file) from None
    except UnicodeDecodeError:
        raise ContentError("is not text", file) from None
    lines = [RecordedLine(str(file), number, text) for number, text in enumerate(text.split("\n"), 1) if text.strip()]
    if not lines:
        raise ContentError("contains no game", file)
    return lines


def _replay(line: RecordedLine, report: CheckReport) -> None:
    end = line.text.rfind("}") + 1
    try:
        data, tail = msgspec.json.decode(line.text[:end], type=dict[str, Any]), line.text[end:].strip()
    except msgspec.DecodeError as error:
        raise ContentError(f"not a whole JSON object: {error}") from None
    match = next((entry for entry in FORMATS if entry[0] <= data.keys()), None)
    if match is None:
        raise ContentError(f"not a recorded game of a known format; its fields are {', '.join(data) or 'none'}")
    _, struct, replay = match
    if struct is RefereeLog:
        data["tail"] = tail  # scores and parameters
    elif tail:
        raise ContentError(f"{tail[:40]!r} follows the JSON object")
    game: Any = msgspec.convert(data, struct)
    replay(game, TraceComparison(report, line.file, line.number, data.get("game", line.number)))


# Traces: games recorded state by state

Kind = Literal["creature", "itemGreen", "itemRed", "itemBlue"]
Area = Literal["target", "lane1", "lane2"]
NOT_A_MOVE = -1
KINDS, AREAS = get_args(Kind), get_args(Area)
CardRow = tuple[Kind, int, int, int, str, int, int, int, Area]  # ..., cost, attack, defense, keywords, my, opp, draw
Decks = tuple[list[int], list[int]]


class TraceStep(msgspec.Struct):
    by: int
    a: str  # the action
    s: dict[str, Any]  # the state after it
    n: int  # number of legal actions in that state


class StateTrace(msgspec.Struct):
    version: Literal["1.0", "1.2", "1.5"]
    decks: Decks  # card numbers in draw order
    ids: Decks
    initial: dict[str, Any]
    initial_legal: int
    steps: list[TraceStep]
    winner: int | None
    turns: int
    cards: dict[str, CardRow] = {}  # 1.5: by number


def replay_trace(trace: StateTrace, compare: TraceComparison) -> None:
    """Replay the actions of a trace and compare every state."""
    from ludus.games.locm import game

    content = game.content(version=trace.version, decks=decks_option(trace.decks))
    if trace.cards:
        content = with_trace_cards(content, trace.cards)
    position = Position.start(game, content, seed=0)
    data = GameData.over(content.data)
    compare.compare("deal", {"ids": list(trace.ids)}, {"ids": deck_ids(data, position.state)})
    expected = {**trace.initial, "legal": trace.initial_legal}
    compare.compare_state("start", expected, {**trace_state(data, position.state), "legal": len(position.legal_moves)})
    for number, step in enumerate(trace.steps, 1):
        where = f"step {number} ({step.a})"
        compare.compare(where, {"by": step.by}, {"by": position.current_player})
        move = _read_action(data, position.state, step.a, trace.version)
        if not compare.compare(where, {"possible": True}, {"possible": move in position.legal_moves}):
            return
        position.play(move)
        expected = {**step.s, "legal": step.n}
        compare.compare_state(
            where, expected, {**trace_state(data, position.state), "legal": len(position.legal_moves)}
        )
    result = position.result
    got = {"winner": result.winner if result else None, "turns": round_number(position.state)}
    compare.compare("end", {"winner": trace.winner, "turns": trace.turns}, got)


def _read_action(data: Any, state: Any, text: str, version: str) -> int:
    commands = parse_reply(text, version)
    if len(commands) != 1:
        raise ContentError(f"{text!r} is not one action")
    move = find_move(data, state, commands[0])
    return NOT_A_MOVE if move is None else move


def decks_option(decks: Decks) -> str:
    """Format decks for the game's option `decks`."""
    return " / ".join(" ".join(map(str, deck)) for deck in decks)


def with_trace_cards(content: Content, cards: dict[str, CardRow]) -> Content:
    """Return content with the cards of a trace instead of generated ones, each at the index of its number."""
    array = content.data.copy()
    data = GameData.over(array)
    data.generated = 0
    for number, row in cards.items():
        if not number.isdecimal() or int(number) >= GENERATED_CARDS:
            raise ContentError(
                f"a generated card has a number from 0 to {GENERATED_CARDS - 1}, not {number}", field="cards"
            )
        card = data.cards[int(number)]
        kind, card.cost, card.attack, card.defense, keywords, card.my_health, card.opp_health, card.draw, area = row
        card.number, card.kind, card.area = int(number), KINDS.index(kind), AREAS.index(area)
        card.keywords = sum(1 << bit for bit, letter in enumerate(KEYWORDS) if letter in keywords)
    return replace(content, data=array)


def deck_ids(data: Any, state: Any) -> list[list[int]]:
    return [[card_id(data, seat, state.players[seat], k) for k in range(DECK)] for seat in range(2)]


def round_number(state: Any) -> int:
    """Return the round, from 1."""
    return int(state.turn // 2 + 1)


def trace_state(data: Any, state: Any) -> dict[str, Any]:
    """Return a state in the format of a trace."""
    return {
        "active": state.mover,
        "turn": round_number(state),
        "p": [_player(data, state, seat) for seat in range(2)],
    }


def _player(data: Any, state: Any, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    lanes: list[list[Any]] = [[] for _ in range(data.lanes)]
    for k in range(player.board_count):
        creature = player.board[k]
        lanes[creature.status & LANE].append(_creature(data, creature))
    return {
        "hp": player.health,
        "mana": player.mana,
        "max": player.max_mana,
        "bonus": player.bonus,
        "rune": 5 * player.runes if data.runes else None,
        "deck": DECK - player.drawn,
        "draw": player.next_draw,
        "hand": hand_ids(data, state, seat),
        "lanes": lanes,
    }


def _creature(data: Any, creature: Any) -> list[Any]:
    status, keywords = creature.status, write_keywords(creature.keywords)
    ready, attacked = int(status & READY != 0), int(status & ATTACKED != 0)
    number = data.cards[creature.card].number
    return [creature.id, number, creature.attack, creature.defense, keywords, ready, attacked]


# Transcripts: matches recorded as inputs and replies


class RecordedTurn(msgspec.Struct):
    player: int
    input: str
    reply: str | None  # None if the player gave up


class MatchTranscript(msgspec.Struct):
    """A match in our own format. The parameters have the referee's names: seed, draftChoicesSeed, ..."""

    transcript: Literal[1]
    version: Literal["1.0", "1.2", "1.5"]
    parameters: dict[str, int]
    turns: list[RecordedTurn]
    winner: int | None


class RefereeLog(msgspec.Struct):
    """A match of the official referee 1.2 whose players copied all inputs to their error stream."""

    errors: dict[str, list[str | None]]
    outputs: dict[str, list[str | None]]
    scores: dict[str, int]
    tail: str  # scores and parameters once more, after the JSON object
    gameParameters: list[str] | None = None  # noqa: N815 - only in matches of version 1.5


class DraftTurn(msgspec.Struct, tag_field="phase", tag="draft"):
    player: int
    cards: list[int]
    pick: int


class BattleTurn(msgspec.Struct, tag_field="phase", tag="battle"):
    player: int
    input: str
    output: str | None  # None if the bot crashed


class BotGame(msgspec.Struct):
    bots: list[str]
    draft: list[tuple[int, int, int]]
    decks: Decks
    turns: list[DraftTurn | BattleTurn]
    winner: int | None


def replay_transcript(match: MatchTranscript, compare: TraceComparison) -> None:
    """Replay a match in our own format; texts must match exactly, including blanks."""
    _replay_turns(start_match(match.version, match.parameters), match.turns, match.winner, compare)


def replay_referee_log(log: RefereeLog, compare: TraceComparison) -> None:
    """Replay a referee log; blanks at the ends of lines are ignored, since the recording lost some of them."""
    if log.gameParameters is not None:
        raise ContentError("a referee's log of version 1.5 cannot be checked: that build numbered cards in its own way")
    try:
        inputs, replies = ([[text for text in part[p] if text] for p in "01"] for part in (log.errors, log.outputs))
        scores = [log.scores[p] for p in "01"]
    except KeyError as error:
        raise ContentError(f"player {error} is missing") from None
    first, second, *parameters = log.tail.split() or ["", ""]
    if [first, second] != [str(score) for score in scores]:
        raise ContentError(f"the scores are {scores}, but the JSON object is followed by {log.tail[:40]!r}")
    if any(len(inputs[p]) != len(replies[p]) for p in range(2)) or len(inputs[0]) - len(inputs[1]) not in (0, 1):
        raise ContentError("the numbers of inputs and replies do not match")
    both = [[RecordedTurn(p, *pair) for pair in zip(inputs[p], replies[p], strict=True)] for p in range(2)]
    turns = [turn for pair in zip_longest(*both) for turn in pair if turn is not None]
    winner = scores.index(max(scores)) if scores[0] != scores[1] else None
    _replay_turns(start_match("1.2", _parameters(parameters)), turns, winner, compare, exact=False)


def replay_bot_game(match: BotGame, compare: TraceComparison) -> None:
    """Replay a game of bots: the draft by its picks, then the battle from the recorded deck orders.

    If we have a version of a bot, each of its picks and replies is compared with ours.
    """
    from ludus.games.locm import game

    picks = [turn for turn in match.turns if isinstance(turn, DraftTurn)]
    if len(picks) != 2 * PICKS or any(not 0 <= turn.pick < OFFERED for turn in picks):
        raise ContentError(f"expected {2 * PICKS} picks of 0 to {OFFERED - 1}", field="turns")
    offers = ", ".join(" ".join(map(str, offer)) for offer in match.draft)
    draft = Position.start(game, game.content(version="1.2", offers=offers), seed=0)
    speakers = _reply_bots(match, draft)
    drafted = _replay_draft(draft, picks, compare, speakers)
    compare.compare("after the draft", {"decks": [sorted(deck) for deck in match.decks]}, {"decks": drafted})
    position = Position.start(game, game.content(version="1.2", decks=decks_option(match.decks)), seed=0)
    turns = [RecordedTurn(turn.player, turn.input, turn.output) for turn in match.turns if isinstance(turn, BattleTurn)]
    _replay_turns(position, turns, match.winner, compare, speakers=speakers)


def _reply_bots(match: BotGame, position: Position) -> dict[int, TextReplyBot]:
    """Return our versions of the bots by seat, as far as they exist."""
    ours = {bot.name: bot for bot in bots()}
    return {
        seat: TextReplyBot(ours[REPRODUCED_BOTS[name]], position, seat)
        for seat, name in enumerate(match.bots)
        if name in REPRODUCED_BOTS
    }


def start_match(version: str, parameters: dict[str, int]) -> Position:
    """Start a match from the official referee's parameters [2.8, 3.5]."""
    from ludus.games.locm import game

    options = {SEED_OPTIONS[name]: value for name, value in parameters.items() if name in SEED_OPTIONS}
    for name in parameters:
        if name not in (*SEED_OPTIONS, *UNUSED_PARAMETERS, "seed"):
            raise ContentError(f"the parameter {name!r} is not known")
    if "seed" not in parameters and len(options) < SEEDS_NEEDED:
        raise ContentError("the parameters lack a seed")
    return Position.start(game, game.content(version=version, **options), parameters.get("seed", 0))


def _parameters(words: list[str]) -> dict[str, int]:
    try:
        return {name: int(value) for name, value in (word.split("=") for word in words)}
    except ValueError:
        raise ContentError(f"not parameters: {' '.join(words)[:60]}") from None


def _replay_draft(
    position: Position, picks: list[DraftTurn], compare: TraceComparison, speakers: dict[int, TextReplyBot]
) -> list[list[int]]:
    """Replay the recorded picks; return the sorted numbers of the cards that each player took."""
    data = GameData.over(position.content.data)
    for number, turn in enumerate(picks, 1):
        state = position.state
        cards = [data.cards[state.offers[state.picks, j]].number for j in range(OFFERED)]
        expected: dict[str, Any] = {"player": turn.player, "cards": turn.cards}
        got: dict[str, Any] = {"player": state.mover, "cards": cards}
        step = f"pick {number}"
        if speaker := speakers.get(state.mover):
            step += f" ({speaker.bot.name})"
            expected["reply"], got["reply"] = f"PICK {turn.pick}", speaker.reply(position)
        compare.compare_state(step, expected, got)
        position.play(PICK | turn.pick)
    decks = [position.state.players[seat].deck for seat in range(2)]
    return [sorted(data.cards[card].number for card in deck) for deck in decks]


def _replay_turns(
    position: Position,
    turns: list[RecordedTurn],
    winner: int | None,
    compare: TraceComparison,
    exact: bool = True,
    speakers: dict[int, TextReplyBot] | None = None,
) -> None:
    referee = Referee(position)
    lost = None  # the player who gave up or sent an invalid reply
    for number, turn in enumerate(turns, 1):
        step = f"turn {number}"
        over = referee.over or lost is not None
        if not compare.compare(step, {"over": False, "player": turn.player}, {"over": over, "player": referee.seat}):
            return
        expected, got = _first_difference(turn.input, referee.input(), exact)
        speaker = (speakers or {}).get(referee.seat)
        if speaker and turn.reply is not None:
            step += f" ({speaker.bot.name})"
            expected["reply"], got["reply"] = turn.reply, speaker.reply(position)
        compare.compare_state(step, expected, got)
        if turn.reply is None:
            lost = referee.seat
            continue
        try:
            referee.reply(turn.reply)
        except NotationError:
            lost = referee.seat
    over = referee.over or lost is not None
    got_winner = referee.winner if lost is None else 1 - lost
    compare.compare("end", {"over": True, "winner": winner}, {"over": over, "winner": got_winner})


def _first_difference(expected: str, got: str, exact: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the first line in which two texts differ; empty if they agree."""
    texts = [text.split("\n") if exact else [line.rstrip() for line in text.split("\n")] for text in (expected, got)]
    for number, (first, second) in enumerate(zip_longest(*texts), 1):
        if first != second:
            return {f"input line {number}": first}, {f"input line {number}": second}
    return {}, {}


FORMATS = (  # the fields that identify a format, its struct, its replay function
    ({"steps"}, StateTrace, replay_trace),
    ({"errors", "outputs"}, RefereeLog, replay_referee_log),
    ({"bots", "turns"}, BotGame, replay_bot_game),
    ({"transcript"}, MatchTranscript, replay_transcript),
)
