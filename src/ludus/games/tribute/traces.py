"""Recorded games of the reference engine, replayed move by move with our rules.

If the recording names bots whose published version we have, they are asked at every decision and must decide the same.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.core.check import TraceComparison
from ludus.core.contract import Content
from ludus.core.errors import ContentError, IllegalMove
from ludus.core.position import Position
from ludus.core.snapshot import snapshot
from ludus.games.tribute import moves as m
from ludus.games.tribute.bots.asked import UNSEEDED_DRAFT_BOT, ILLEGAL_MOVE_TEXT, PUBLISHED_BOTS, PublishedBotProbe
from ludus.games.tribute.mirror import (
    ENDS,
    SEATS,
    all_pieces,
    count_legal,
    legal_move_texts,
    reference_state,
    play_choice,
    play_free,
)
from ludus.games.tribute.options import Options, load, fix_patrons
from ludus.games.tribute.table import GameData

COMPARED_FIELDS = ("coins", "power", "prestige")


class RecordedMove(msgspec.Struct):
    """A recorded move: number of legal moves, its index, its text, and the result."""

    n: int
    i: int  # -1: not listed
    m: str
    s: list[int] | None = None  # None after a move that lost the game
    legal: list[str] | None = None
    full: dict[str, Any] | None = None


class RecordedTributeGame(msgspec.Struct):
    """One recorded game."""

    seed: int
    patrons: list[str]
    initial: dict[str, Any]
    moves: list[RecordedMove]
    end: dict[str, Any]
    draft: dict[str, Any] | None = None
    bots: list[str] | None = None


class RecordedPieceNames:
    """Names of physical cards in the recordings: numbered by zone at the start, then in order of creation."""

    def __init__(self, position: Position) -> None:
        self.names: dict[int, str] = {}
        self.cards: dict[int, int] = {}
        self.count, self.newest = 0, snapshot(position.state).newest
        self.name_new_pieces(position)

    def name_new_pieces(self, position: Position) -> None:
        """Name the cards that are new since the last call."""
        state = snapshot(position.state)
        if state.newest == self.newest and self.names:
            return
        pieces = [*all_pieces(state)]
        if self.names:
            self.names.pop(state.newest, None)
            present = set(pieces)
            for piece in [piece for piece in self.names if piece not in present]:
                del self.names[piece]
        self.newest = state.newest
        keys = position.content.labels.cards
        for piece in pieces:
            if piece not in self.names:
                self.names[piece] = f"{keys[state.card_of[piece]]}#{self.count}"
                self.count += 1

    def __call__(self, piece: int) -> str:
        return self.names[piece]

    def find(self, text: str) -> int:
        """Physical card of a name."""
        for piece, name in self.names.items():
            if name == text:
                return piece
        raise IllegalMove(f"there is no card {text}")


def replay_game(trace: RecordedTributeGame, comparison: TraceComparison) -> None:
    """Make the recorded moves and compare everything recorded, up to the first difference."""
    position = _start_position(trace)
    probes = [_bot_probe(name, position, seat) for seat, name in enumerate(trace.bots or ("", ""))]
    if trace.draft is not None and not _replay_draft(trace, position, probes, comparison):
        return
    labels = RecordedPieceNames(position)
    if not comparison.compare_state("start", trace.initial, reference_state(position, labels)):
        return
    for number, move in enumerate(trace.moves):
        step = f"move {number} ({move.m})"
        if not comparison.compare(f"{step}: number of legal moves", move.n, count_legal(position)):
            return
        if move.legal is not None and not comparison.compare(
            f"{step}: legal moves", move.legal, legal_move_texts(position, labels)
        ):
            return
        probe = probes[position.current_player]
        if probe is not None and not comparison.compare(
            f"{step}: {probe.bot.name}",
            move.m if move.s is not None else ILLEGAL_MOVE_TEXT,
            probe.move_text(position, labels),
        ):
            return
        if move.s is None:
            return
        try:
            play_recorded_move(position, move.m, labels)
        except (IllegalMove, ValueError, StopIteration) as error:
            comparison.compare(step, "a legal move", str(error))
            return
        comparison.report.moves += 1
        labels.name_new_pieces(position)
        state = snapshot(position.state)
        numbers = [getattr(state.players[seat], name) for seat in range(2) for name in COMPARED_FIELDS]
        actual: dict[str, Any] = {"numbers": numbers}
        expected: dict[str, Any] = {"numbers": move.s}
        if move.full is not None:
            actual["full"], expected["full"] = reference_state(position, labels), move.full
        if not comparison.compare_state(step, expected, actual):
            return
    state = position.state
    end = {
        "winner": SEATS[state.winner - 1] if state.winner else None,
        "reason": ENDS.get(state.reason),
        "turn": state.turn,
    }
    comparison.compare("end", {key: trace.end[key] for key in end if key in trace.end}, end)


def play_recorded_move(position: Position, text: str, labels: RecordedPieceNames) -> None:
    """Make a recorded move."""
    word, *names = text.split()
    if word == "choose":
        play_choice(position, [labels.find(name) for name in names])
    else:
        play_free(position, text, labels.find)


def reference_content(patrons: list[str]) -> Content:
    """Content of a game with these patrons, in this order, with the reference engine's rules."""
    content = load(Options(compat="reference", patrons="random"))
    known = content.labels.patrons
    if unknown := [name for name in patrons if name not in known]:
        raise ContentError(f"there is no patron {unknown[0]!r}; there are {', '.join(known)}")
    fix_patrons(GameData.over(content.data), [known.index(name) for name in patrons])
    return content


def _start_position(trace: RecordedTributeGame) -> Position:
    from ludus.games.tribute import game

    if trace.draft is None:
        return Position.start(game, reference_content(trace.patrons), trace.seed)
    offer = ",".join(trace.draft["available"])
    return Position.start(game, game.content(compat="reference", patrons="draft", offer=offer), trace.seed)


def _bot_probe(name: str, position: Position, seat: int) -> PublishedBotProbe | None:
    return PublishedBotProbe(PUBLISHED_BOTS[name], position, seat) if name in PUBLISHED_BOTS else None


def _replay_draft(
    trace: RecordedTributeGame, position: Position, askers: list[PublishedBotProbe | None], comparison: TraceComparison
) -> bool:
    """Replay the recorded draft; return whether our bots draft the same."""
    assert trace.draft is not None
    offer = list(trace.draft["available"])
    for name in trace.draft["picks"]:
        probe = askers[position.current_player]
        if probe is not None:
            drafted = probe.draft(position, offer)
            if probe.bot.name != PUBLISHED_BOTS[UNSEEDED_DRAFT_BOT] and not comparison.compare(
                f"draft: {probe.bot.name}", name, drafted
            ):
                return False
        offer.remove(name)
        position.play(m.DRAFT | position.content.labels.patrons.index(name))
    return True
