"""Narrator of one game: tells moves and results in words to its readers, in the Studio and in the terminal.

The words come from the `Narration` of the game. A reader gets only what the own seat may know, and is called "you".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, cast

from ludus.core.narration import Cast, MoveScene, ResultScene, TurnLabel
from ludus.core.position import GameResult, Position
from ludus.core.schema import MoveParts, Question

__all__ = ["PERSON", "Narrator", "Reader", "move_effect", "move_parts", "player_names"]

PERSON = "person"  # the player of a seat that is not a bot
UNKNOWN = ("", "?")  # players of a replay that names none


class Reader(NamedTuple):
    """Somebody who reads about a game."""

    everything: bool  # sees all seats; otherwise only the observation of the own seat
    seat: int | None  # the own seat; None: does not play


class Narrator:
    """Tells the moves of one game. Without words of the game it tells nothing."""

    def __init__(self, first: Position, players: Sequence[str], readers: Sequence[Reader] | None = None) -> None:
        """Create a narrator.

        Args:
            first: the first position.
            players: players by seat; PERSON for people.
            readers: who reads; None: each of the people, and somebody who does not play.
        """
        self._game, self._content, self._players = first.game, first.content, players
        loader = first.game.rendering.narration
        self._narration = loader() if loader is not None and first.game.schema is not None else None
        # observations after the last move, by seat: mostly those before the next one
        self._observed: dict[int, dict[str, Any]] = {}
        self._observed_at: Position | None = None
        people = [seat for seat, player in enumerate(players) if player == PERSON]
        self.readers = (
            [Reader(True, None), *(Reader(all, seat) for all in (True, False) for seat in people)]
            if readers is None
            else list(readers)
        )

    @property
    def has_words(self) -> bool:
        """Whether the game has words for its moves."""
        return self._narration is not None

    def turn_label(self, position: Position) -> TurnLabel | None:
        """The turn in the game's words; None if the game has none."""
        return None if self._narration is None else self._narration.turn_label(position.content, position.state)

    def move_words(
        self,
        before: Position,
        after: Position,
        parts: MoveParts | None,
        visible: Sequence[bool],
        decided_by: str = "",
    ) -> dict[Reader, str]:
        """A move and its consequences in words, by reader; empty if the game has no words.

        Args:
            before: the position in which the move was made.
            after: the position after it.
            parts: the move.
            visible: by seat, whether it sees the move.
            decided_by: who has chosen the move for the player of the seat, such as "the drafting bot"; empty: the
                player.
        """
        if self._narration is None or parts is None:
            return {}
        assert self._game.schema is not None
        seat = before.current_player
        question = cast(Question, self._game.schema().current_question(before.content, before.state))
        earlier = self._observed if self._observed_at is before else {}
        self._observed, self._observed_at = {}, after
        words = {}
        for reader in self.readers:
            observer = seat if reader.seat is None else reader.seat
            if not visible[observer]:
                if not reader.everything:
                    continue
                observer = seat
            if observer not in earlier:
                earlier[observer] = _observe(before, observer)
            if observer not in self._observed:
                self._observed[observer] = _observe(after, observer)
            views = earlier[observer], self._observed[observer]
            actors, owner = self._cast(reader), ""
            if decided_by:
                owner = f" for {actors.name(seat)}"
                names = [decided_by if other == seat else actors.name(other) for other in range(len(actors.names))]
                actors = Cast(tuple(names))
            scene = MoveScene(self._content, self._facts, actors, seat, parts, question, *views)
            words[reader] = f"{self._narration.narrate_move(scene)}{owner}"
        return words

    def move_name(self, position: Position, parts: MoveParts | None) -> str:
        """A move that could be made, in a few words; empty if the game has none."""
        if self._narration is None or parts is None:
            return ""
        assert self._game.schema is not None
        question = cast(Question, self._game.schema().current_question(position.content, position.state))
        return self._narration.name_move(self._content, self._facts, parts, question)

    def draft_words(self, seat: int, moves: Sequence[MoveParts]) -> dict[Reader, str]:
        """One line for all moves of a seat in the phases before the last one, by reader; empty if there are no words.

        Args:
            seat: the seat.
            moves: these moves.
        """
        if self._narration is None or self._narration.sum_up_draft is None:
            return {}
        return {reader: self._narration.sum_up_draft(self._cast(reader), seat, moves) for reader in self.readers}

    def result_words(self, position: Position, result: GameResult) -> dict[Reader, str]:
        """Who won and why, by reader; empty if the game has no words."""
        if self._narration is None:
            return {}
        observation = _observe(position, 0)
        return {
            reader: self._narration.explain_result(
                ResultScene(self._content, self._cast(reader), observation, result.reason, result.payoffs)
            )
            for reader in self.readers
        }

    @cached_property
    def _facts(self) -> dict[str, Any]:
        assert self._game.schema is not None
        return self._game.schema().read_facts(self._game.public_content(self._content))

    def _cast(self, reader: Reader) -> Cast:
        return Cast(player_names(self._players), reader.seat)


def move_parts(position: Position, move: int) -> MoveParts | None:
    """A legal move as verb, piece and target; None if the game has no schema."""
    schema = position.game.schema
    return None if schema is None else cast(MoveParts, schema().move_parts(position.content, position.state, move))


def move_effect(position: Position, move: int) -> str:
    """What a legal move does, in addition to its name; empty if the game does not say."""
    describe_move = position.game.rendering.describe_move
    return describe_move(position.content, position.state, move) if describe_move else ""


def player_names(players: Sequence[str]) -> tuple[str, ...]:
    """Names of players for sentences: bots without their options, Python bots by their class, people by their seats."""
    bots = [_bot_name(player) for player in players]
    counts = Counter(name for name in bots if name != PERSON)
    if len(players) == 1 and players[0] == PERSON:
        return ("the player",)
    return tuple(_name(name, seat, counts[name]) for seat, name in enumerate(bots))


def _bot_name(player: str) -> str:
    name, _, rest = player.partition(":")
    return rest.partition(":")[0] if name.endswith(".py") and rest else name or player


def _name(player: str, seat: int, count: int) -> str:
    if player in UNKNOWN:
        return f"player {seat + 1}"
    if player == PERSON:
        return f"person {seat + 1}"
    return f"{player} ({seat + 1})" if count > 1 else player


def _observe(position: Position, seat: int) -> dict[str, Any]:
    return position.game.observation(position.content, position.state, seat)
