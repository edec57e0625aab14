"""Positions as game states of the package, and fair simulation of moves on redeals."""

from __future__ import annotations

import random
from itertools import count
from typing import Any
from weakref import WeakValueDictionary

from ludus.core.position import Position
from ludus.core.random import derive
from ludus.core.structured_records import snapshot
from ludus.games.tribute import state as s
from ludus.games.tribute.move_effects import effect_texts
from ludus.games.tribute.sot_adapter.move_conversion import (
    NotAMove,
    free_moves,
    offered_cards,
    possible_moves,
    to_own_moves,
)
from ludus.games.tribute.sot_adapter.vocabulary import SotVocabulary, card_line, end_state, unknown_card
from ludus.games.tribute.sot_api.board import (
    CardOptions,
    Choice,
    EffectOptions,
    EnemyPlayer,
    GameState,
    PatronStates,
    Player,
    SeededGameState,
    SerializedAgent,
    UniqueCard,
)
from ludus.games.tribute.sot_api.enums import BoardState, ChoiceDataType, PatronId, PlayerEnum
from ludus.games.tribute.sot_api.move import BasicMove
from ludus.games.tribute.sot_states_and_moves import FOLLOW_UPS, tavern_deck, zones
from ludus.games.tribute.unknown_cards import UnknownCards
from ludus.util.errors import IllegalMove

FAVOURS = (PlayerEnum.NO_PLAYER_SELECTED, PlayerEnum.PLAYER1, PlayerEnum.PLAYER2)
ACTION_WORDS = {
    "PLAY": "PLAY_CARD",
    "ACTIVATE": "ACTIVATE_AGENT",
    "ATTACK": "ATTACK_AGENT",
    "BUY": "BUY_CARD",
    "PICK": "MAKE_CHOICE",
    "CALL": "ACTIVATE_PATRON",
    "END": "END_TURN",
    "LEFT": "MAKE_CHOICE LEFT",
    "RIGHT": "MAKE_CHOICE RIGHT",
}
CHOICE_PATRONS = {
    s.BANISH: PatronId.PSIJIC,
    s.SELL: PatronId.HLAALU,
    s.RALLY: PatronId.PELIN,
    s.MINT: PatronId.TREASURY,
}
CHOICE_CONTEXTS = {
    s.REPLACE: "REPLACE_TAVERN",
    s.ACQUIRE: "ACQUIRE_TAVERN",
    s.DESTROY: "DESTROY_CARD",
    s.RECALL: "RETURN_TOP",
    s.RECALL_AGENT: "RETURN_AGENT_TOP",
    s.TOSS: "TOSS",
    s.KNOCK_OUT: "KNOCKOUT",
    s.DONATE: "DONATE",
    s.DISCARD: "OPP_DISCARD",
}


CREATED_WORDS = {
    "bewilderment": "ADD_BEWILDERMENT_TO_OPPONENT",
    "writ_of_coin": "ADD_WRIT_OF_COIN",
    "summerset_sacking": "ADD_SUMMERSET_SACKING",
}
EFFECT_WORDS = {  # words of move_effects.py
    "coin": "GAIN_COIN",
    "power": "GAIN_POWER",
    "prestige": "GAIN_PRESTIGE",
    "call": "ADD_PATRON_CALLS",
    "draw": "DRAW",
    "rival-coin": "OPP_GAIN_COIN",
    "defame": "OPP_LOSE_PRESTIGE",
    "heal": "HEAL_AGENT",
    "damage": "DAMAGE_AGENT",
    "agent-death": "AGENT_DEATH",
    "replace": "REPLACE_TAVERN",
    "acquire": "ACQUIRE_CARD",
    "destroy": "DESTROY_CARD",
    "recall": "REFRESH",
    "toss": "TOSS",
    "knockout": "KNOCKOUT",
    "discard": "DISCARD",
    "create": "CREATE_CARD",
}


class SotBoard:
    """The position behind a game state, and the actions so far. `turn`: a simulation with unknown cards."""

    def __init__(
        self, position: Position, actions: list[str], is_simulated: bool = False, turn: UnknownCards | None = None
    ) -> None:
        self.position, self.actions, self.is_simulated, self.turn = position, actions, is_simulated, turn
        self.state = snapshot(position.state)

    @property
    def seat(self) -> int:
        """Seat that sees the board: the player to move, or the player whose turn is simulated."""
        return int(self.state.active) if self.turn is None else self.turn.seat

    @property
    def unknown(self) -> frozenset[int]:
        """Numbers of cards that a simulation with unknown cards must not show."""
        return frozenset() if self.turn is None else self.turn.unknown


class SotBoardStore:
    """Boards of one game by state id, for as long as the bot keeps a state of them."""

    def __init__(self, words: SotVocabulary) -> None:
        self.words, self._numbers = words, count(1)
        self._boards: WeakValueDictionary[str, SotBoard] = WeakValueDictionary()

    def find(self, state_id: str) -> SotBoard | None:
        return self._boards.get(state_id)

    def apply(
        self, board: SotBoard, move: BasicMove, seed: int | None, unknown: bool = False
    ) -> tuple[GameState, list[BasicMove]]:
        """Implements `GameState.apply_move`."""
        if unknown or board.turn is not None:
            if seed is not None:
                raise ValueError("a simulation with unknown cards has no sample, so it takes no seed")
            return self._apply_with_unknown_cards(board, move)
        position = board.position
        if seed is None and not board.is_simulated:
            seed = random.getrandbits(62)  # from the bot's own random generator
        simulated = (
            position.copy() if seed is None else position.resample(position.current_player, derive(int(seed), "tried"))
        )
        try:
            own_moves = to_own_moves(position, board.state, self.words, move)
            actions = [action for number in own_moves for action in self._play(simulated, number)]
        except NotAMove:
            raise ValueError(f"{move!r} is no move") from None
        except IllegalMove:
            raise ValueError(f"{move!r} is not possible in this state") from None
        after = SotBoard(simulated, [*board.actions, *actions], is_simulated=True)
        return self.simulated_state(after, seed or 0), possible_moves(simulated, after.state, self.words)

    def _play(self, position: Position, move: int) -> list[str]:
        """Make a move; return its entries of the action history."""
        before = position.copy()
        position.play(move)
        effects = effect_texts(position.content, before.state, move, position.state)
        return self.actions(before.write_move(move), effects)

    def _apply_with_unknown_cards(self, board: SotBoard, move: BasicMove) -> tuple[GameState, list[BasicMove]]:
        if board.turn is None and board.is_simulated:
            raise ValueError("this state was simulated by a sample; simulate with unknown cards from a true state")
        try:
            turn = UnknownCards(board.position) if board.turn is None else board.turn.copy()
            actions = []
            for number in to_own_moves(turn.position, board.state, self.words, move):
                before = turn.position.copy()
                turn.play(number)
                effects = effect_texts(before.content, before.state, number, turn.position.state)
                actions += self.actions(before.write_move(number), effects)
        except NotAMove:
            raise ValueError(f"{move!r} is no move") from None
        except IllegalMove:
            raise ValueError(f"{move!r} is not possible in this state, or it needs an unknown card") from None
        after = SotBoard(turn.position, [*board.actions, *actions], is_simulated=True, turn=turn)
        return self.visible_state(after), self._known_moves(after)

    def _known_moves(self, board: SotBoard) -> list[BasicMove]:
        """Possible moves without unknown cards; none after the end of the turn."""
        assert board.turn is not None
        if board.turn.is_over:
            return []
        if board.state.asked == s.FREE:
            return free_moves(board.turn.legal_moves)
        moves = possible_moves(board.position, board.state, self.words)
        return [move for move in moves if not board.unknown & {*getattr(move, "cardsUniqueIds", ())}]

    def visible_state(self, board: SotBoard) -> GameState:
        """Game state as the player to move sees it; with unknown cards, as the player of the simulated turn sees it."""
        state, me, rival = board.state, self._player(board, board.seat), 1 - board.seat
        cards, player, mine = zones(state, rival), state.players[rival], zones(state, board.seat)
        hidden = [piece for piece in (*mine["hand"], *mine["cooldown"]) if piece in board.unknown]
        me.draw_pile = self._sorted([*mine["draw"], *hidden], state)
        enemy = EnemyPlayer(
            PlayerEnum(rival),
            self._agents(state, rival),
            player.power,
            player.coins,
            player.prestige,
            self._sorted([*cards["hand"], *cards["draw"]], state),
            self._cards(cards["played"], state),
            self._cards(cards["cooldown"], state),
        )
        new_in_row = [piece for piece in state.row[: state.row_size] if piece in board.unknown]
        fields = self._state_fields(board, me, enemy, self._sorted([*tavern_deck(state), *new_in_row], state))
        return GameState(**fields, engine_service_stub=self)

    def simulated_state(self, board: SotBoard, seed: int) -> SeededGameState:
        """Game state with nothing hidden."""
        state = board.state
        me, enemy = self._player(board, state.active), self._player(board, 1 - state.active)
        fields = self._state_fields(board, me, enemy, self._cards(tavern_deck(state), state))
        return SeededGameState(**fields, initial_seed=seed, current_seed=seed, engine_service_stub=self)

    def actions(self, text: str, effects: list[str]) -> list[str]:
        """A move in our notation and its effects as entries of the action history."""
        return [entry for entry in (self.action(text), *map(self._effect, effects)) if entry]

    def _effect(self, text: str) -> str:
        """An effect of a move as an entry of the action history."""
        word, *rest = text.split()
        deed = EFFECT_WORDS[word]
        if rest and "#" in rest[-1]:
            key = rest[-1].partition("#")[0]
            deed = CREATED_WORDS.get(key, deed) if word == "create" else deed
            rest[-1] = card_line(self.words.card_by_notation(rest[-1]))
        return " ".join((deed, *rest))

    def action(self, text: str) -> str:
        """A move in our notation as an entry of the action history; empty if the history omits it."""
        word, _, thing = text.partition(" ")
        if (deed := ACTION_WORDS.get(word)) is None:
            return ""
        if "#" in thing:
            return f"{deed} {card_line(self.words.card_by_notation(thing))}"
        return f"{deed} {thing.upper()}".rstrip()

    def _state_fields(self, board: SotBoard, me: Player, enemy: Any, deck: list[UniqueCard]) -> dict[str, Any]:
        state, words, number = board.state, self.words, f"state-{next(self._numbers)}"
        self._boards[number] = board
        result = board.position.result
        favour = {words.patrons[state.patrons[k]]: FAVOURS[state.favour[k]] for k in range(state.patron_count)}
        return {
            "state_id": number,
            "patron_states": PatronStates(favour),
            "tavern_available_cards": self._shown_cards(board, state.row[: state.row_size]),
            "board_state": _mode(state),
            "upcoming_effects": [words.effect(effect) for effect in state.queue[: state.queue_size]],
            "start_of_next_turn_effects": [words.effect(effect) for effect in state.coming[: state.coming_size]],
            "current_player": me,
            "enemy_player": enemy,
            "completed_actions": list(board.actions),
            "tavern_cards": deck,
            "pending_choice": self._choice(board),
            "end_game_state": end_state(result.reason, result.payoffs, False) if result else None,
        }

    def _player(self, board: SotBoard, seat: int) -> Player:
        state = board.state
        player, cards = (
            state.players[seat],
            {zone: self._shown_cards(board, c) for zone, c in zones(state, seat).items()},
        )
        return Player(
            PlayerEnum(seat),
            cards["hand"],
            cards["cooldown"],
            cards["played"],
            cards["draw"][: player.known],
            self._agents(state, seat),
            player.power,
            player.calls,
            player.coins,
            player.prestige,
            cards["draw"],
        )

    def _agents(self, state: Any, seat: int) -> list[SerializedAgent]:
        player = state.players[seat]
        rows = zip(player.agents[: player.agent_count], player.health[: player.agent_count], strict=True)
        return [
            SerializedAgent(health & s.HEALTH, self.words.card(piece, state.card_of[piece]), bool(health & s.ACTIVATED))
            for piece, health in rows
        ]

    def _shown_cards(self, board: SotBoard, pieces: list[int]) -> list[UniqueCard]:
        """Cards of a zone; an unknown card is an object without facts."""
        if not board.unknown:
            return self._cards(pieces, board.state)
        kinds = board.state.card_of
        return [unknown_card() if piece in board.unknown else self.words.card(piece, kinds[piece]) for piece in pieces]

    def _cards(self, pieces: list[int], state: Any) -> list[UniqueCard]:
        return self.words.cards(pieces, state.card_of)

    def _sorted(self, pieces: list[int], state: Any) -> list[UniqueCard]:
        """Cards in an order that reveals nothing."""
        return self._cards(sorted(pieces, key=lambda piece: (state.card_of[piece], piece)), state)

    def _choice(self, board: SotBoard) -> Choice | None:
        state = board.state
        if state.asked in (s.FREE, s.DRAFT_PATRON) or state.reason:
            return None
        follow_up = FOLLOW_UPS[state.asked].upper()
        if state.asked == s.CHOOSE_SIDE:
            sides = EffectOptions(self.words.sides(state.effect))
            return Choice(1, 1, "EFFECT_CHOICE", follow_up, ChoiceDataType.EFFECT, sides)
        patron = CHOICE_PATRONS.get(state.asked)
        context = patron.name if patron else f"{CHOICE_CONTEXTS[state.asked]} {state.most}"
        cards = CardOptions(self._shown_cards(board, offered_cards(board.position, state)))
        return Choice(state.most, state.least, context, follow_up, ChoiceDataType.CARD, cards)


def _mode(state: Any) -> BoardState:
    if state.asked == s.FREE:
        return BoardState.NORMAL
    if state.opening:
        return BoardState.START_OF_TURN_CHOICE_PENDING
    return BoardState.PATRON_CHOICE_PENDING if state.asked >= s.BANISH else BoardState.CHOICE_PENDING
