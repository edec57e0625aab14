"""Simulation of a turn with unknown cards, as an alternative to redeals.

A redeal replaces hidden cards by a sample; a bot averages over several. Here every card that a simulated move reveals
stays unknown: a card that is drawn, that is looked at on the draw pile, or that comes into the row. An unknown card
cannot be played, bought or chosen, and the simulation ends with the turn. So one simulation is enough, and its result
does not depend on chance. "Implementing Tales of Tribute as a Programming Game" (Budzki, Kowalik, Polak 2023), sections
4.5.3 and 5.3.1, describes this simulation.

    turn = UnknownCards(position, seat)
    turn.play(turn.legal_moves[0])
    turn.observation()["players"][seat]["hand"]      None: an unknown card
"""

from __future__ import annotations

import re
from typing import Any

from ludus.core.position import Position
from ludus.core.structured_records import snapshot
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.game_data_records import MINT_CARD, SELL_CARD, GameData
from ludus.util.errors import IllegalMove

SAMPLE_SEED = 0  # any seed: what the simulation shows does not depend on it
CARD_NAME = re.compile(r"[a-z0-9_]+#([0-9]+)")


class UnknownCards:
    """A turn of one seat, simulated with unknown cards.

    Args:
        position: the position, in which the seat decides; it is not changed.
        seat: the seat; the current player if None.

    Attributes:
        seat: the seat.
        position: the simulated position. Its hidden and unknown cards are a sample.
        unknown: numbers of the unknown cards in hand, in the row, on top of the draw pile and in cooldown.
        is_over: whether the turn or the game has ended.

    Raises:
        IllegalMove: another seat decides, or the game is over or in its draft.
    """

    def __init__(self, position: Position, seat: int | None = None) -> None:
        self.seat = position.current_player if seat is None else seat
        if position.is_over or position.state.phase == s.DRAFT or position.current_player != self.seat:
            raise IllegalMove("a turn is simulated by the seat that decides, after the draft and before the end")
        self.position = position.resample(self.seat, SAMPLE_SEED)
        self.unknown: frozenset[int] = frozenset()
        self.is_over = False

    def copy(self) -> UnknownCards:
        """Return an independent copy."""
        clone = object.__new__(UnknownCards)
        clone.seat, clone.position, clone.unknown, clone.is_over = (
            self.seat,
            self.position.copy(),
            self.unknown,
            self.is_over,
        )
        return clone

    @property
    def legal_moves(self) -> list[int]:
        """Legal moves without unknown cards; empty when the turn is over or only unknown cards could be chosen."""
        if self.is_over:
            return []
        return [move for move in self.position.legal_moves if self._is_known(move)]

    def legal_move_texts(self) -> list[str]:
        """The legal moves in notation."""
        return [self.position.write_move(move) for move in self.legal_moves]

    def play(self, move: int | str) -> None:
        """Make a move.

        Raises:
            IllegalMove: the move is not legal, or it needs an unknown card.
        """
        number = self.position.read_move(move) if isinstance(move, str) else int(move)
        if number not in self.legal_moves:
            text = move if isinstance(move, str) else str(number)
            raise IllegalMove(f"{text} is not legal here; legal are {', '.join(self.legal_move_texts()) or 'no moves'}")
        verb, thing = m.split_move(number)
        before = snapshot(self.position.state)
        self.position.play(number)
        after = snapshot(self.position.state)
        known = _known_pieces(before, self.seat, verb == m.END_TURN) | ({thing} if verb == m.PICK else set())
        me = after.players[self.seat]
        revealed = _visible_pieces(after, self.seat) - known
        moved = self.unknown & {*me.cooldown[: me.cooldown_size], *_visible_pieces(after, self.seat)}
        self.unknown = frozenset(revealed | moved)
        self.is_over = bool(verb == m.END_TURN or self.position.is_over)

    def observation(self) -> dict[str, Any]:
        """Observation of the seat. Unknown cards are None and are listed under `unseen` and `tavern.unknown`."""
        state = snapshot(self.position.state)
        observation: dict[str, Any] = self._mask(self.position.observation(self.seat))
        del observation["history"]
        names, mine = self.position.content.labels.cards, _own_pieces(state, self.seat)
        for place, pieces in ((observation["players"][self.seat]["unseen"], mine), (observation["tavern"], None)):
            hidden = self.unknown & set(state.row[: state.row_size]) if pieces is None else self.unknown & pieces
            cards = place["unknown"] if pieces is None else place
            cards += [f"{names[state.card_of[piece]]}#{piece}" for piece in hidden]
            cards.sort(key=lambda name: int(name.partition("#")[2]))
        return observation

    def _is_known(self, move: int) -> bool:
        verb, thing = m.split_move(move)
        if verb in (m.PLAY, m.ACTIVATE, m.ATTACK, m.BUY, m.PICK):
            return thing not in self.unknown
        if verb == m.CALL:
            return self._has_known_target(thing)
        return True

    def _has_known_target(self, patron: int) -> bool:
        """Whether a patron that removes an own card has a known one to remove."""
        data, state = self.position.content.read(GameData), snapshot(self.position.state)
        ops = {data.effects[number].op for ranks in data.patrons[patron].deeds for number in ranks}
        if not ops & {SELL_CARD, MINT_CARD}:
            return True
        me = state.players[self.seat]
        own = {*me.hand[: me.hand_size], *me.agents[: me.agent_count], *state.played[: state.played_size]}
        least = 1 if SELL_CARD in ops else 0
        return any(data.cards[state.card_of[piece]].cost >= least for piece in own - self.unknown)

    def _mask(self, value: Any) -> Any:
        """Replace the names of unknown cards by None, at any depth; removed from lists of unordered cards."""
        if isinstance(value, dict):
            return {
                key: [name for name in map(self._mask, item) if name is not None]
                if key in ("unseen", "unknown", "shown")
                else self._mask(item)
                for key, item in value.items()
            }
        if isinstance(value, list):
            return [self._mask(item) for item in value]
        if isinstance(value, str) and (match := CARD_NAME.fullmatch(value)) and int(match[1]) in self.unknown:
            return None
        return value


def _own_pieces(state: Any, seat: int) -> set[int]:
    """Cards in the hand, in the draw pile and in the cooldown of a seat."""
    me = state.players[seat]
    return {*me.hand[: me.hand_size], *me.pile[: me.pile_size], *me.cooldown[: me.cooldown_size]}


def _known_pieces(state: Any, seat: int, ends_turn: bool) -> set[int]:
    """Cards that a move can bring into the hand, into the row or onto the draw pile without revealing anything.

    At the end of a turn the cards of the hand go to cooldown, and may come back by a shuffle.
    """
    me = state.players[seat]
    known = {*state.row[: state.row_size], *me.pile[me.pile_size - me.known : me.pile_size]}
    if not ends_turn:
        known |= {*me.hand[: me.hand_size]}
    return known | {state.tavern[(state.tavern_first + k) % s.TAVERN] for k in range(state.veiled, state.tavern_size)}


def _visible_pieces(state: Any, seat: int) -> set[int]:
    """Cards that a simulation could reveal: the hand, the row and the top of the draw pile."""
    me = state.players[seat]
    visible = {*me.hand[: me.hand_size], *state.row[: state.row_size]}
    return visible | {*me.pile[me.pile_size - me.known : me.pile_size]}
