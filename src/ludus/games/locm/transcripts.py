"""Transcripts: matches recorded as inputs and replies, and their replay with our referee."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, Literal

import msgspec

from ludus.core.check import TraceComparison
from ludus.core.errors import ContentError, NotationError
from ludus.core.position import Position
from ludus.games.locm.bots import bots
from ludus.games.locm.bots.reply import TextReplyBot
from ludus.games.locm.decks import PICK
from ludus.games.locm.referee import Referee
from ludus.games.locm.state import OFFERED, PICKS
from ludus.games.locm.table import GameData
from ludus.games.locm.traces import Decks, decks_option

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
    table = GameData.over(position.content.data)
    for number, turn in enumerate(picks, 1):
        state = position.state
        cards = [table.cards[state.offers[state.picks, j]].number for j in range(OFFERED)]
        expected: dict[str, Any] = {"player": turn.player, "cards": turn.cards}
        got: dict[str, Any] = {"player": state.mover, "cards": cards}
        step = f"pick {number}"
        if speaker := speakers.get(state.mover):
            step += f" ({speaker.bot.name})"
            expected["reply"], got["reply"] = f"PICK {turn.pick}", speaker.reply(position)
        compare.compare_state(step, expected, got)
        position.play(PICK | turn.pick)
    decks = [position.state.players[seat].deck for seat in range(2)]
    return [sorted(table.cards[card].number for card in deck) for deck in decks]


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
