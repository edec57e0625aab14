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
from ludus.games.tribute.sot_adapter.move_conversion import NotAMove, offered_cards, possible_moves, to_own_moves
from ludus.games.tribute.sot_adapter.vocabulary import SotVocabulary, card_line, end_state
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


class SotBoard:
    """The position behind a game state, and the actions so far."""

    def __init__(self, position: Position, actions: list[str], is_simulated: bool = False) -> None:
        self.position, self.actions, self.is_simulated = position, actions, is_simulated
        self.state = snapshot(position.state)


class SotBoardStore:
    """Boards of one game by state id, for as long as the bot keeps a state of them."""

    def __init__(self, words: SotVocabulary) -> None:
        self.words, self._numbers = words, count(1)
        self._boards: WeakValueDictionary[str, SotBoard] = WeakValueDictionary()

    def find(self, state_id: str) -> SotBoard | None:
        return self._boards.get(state_id)

    def apply(self, board: SotBoard, move: BasicMove, seed: int | None) -> tuple[SeededGameState, list[BasicMove]]:
        """Implements `GameState.apply_move`."""
        position = board.position
        if seed is None and not board.is_simulated:
            seed = random.getrandbits(62)  # from the bot's own random generator
        simulated = (
            position.copy() if seed is None else position.resample(position.current_player, derive(int(seed), "tried"))
        )
        try:
            own_moves = to_own_moves(position, board.state, self.words, move)
            for number in own_moves:
                simulated.play(number)
        except NotAMove:
            raise ValueError(f"{move!r} is no move") from None
        except IllegalMove:
            raise ValueError(f"{move!r} is not possible in this state") from None
        actions = [self.action(position.write_move(number)) for number in own_moves]
        after = SotBoard(simulated, [*board.actions, *(action for action in actions if action)], is_simulated=True)
        return self.simulated_state(after, seed or 0), possible_moves(simulated, after.state, self.words)

    def visible_state(self, board: SotBoard) -> GameState:
        """Game state as the player to move sees it."""
        state, me, rival = board.state, self._player(board, board.state.active), 1 - board.state.active
        cards, player = zones(state, rival), state.players[rival]
        me.draw_pile = self._sorted(zones(state, state.active)["draw"], state)
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
        fields = self._state_fields(board, me, enemy, self._sorted(tavern_deck(state), state))
        return GameState(**fields, engine_service_stub=self)

    def simulated_state(self, board: SotBoard, seed: int) -> SeededGameState:
        """Game state with nothing hidden."""
        state = board.state
        me, enemy = self._player(board, state.active), self._player(board, 1 - state.active)
        fields = self._state_fields(board, me, enemy, self._cards(tavern_deck(state), state))
        return SeededGameState(**fields, initial_seed=seed, current_seed=seed, engine_service_stub=self)

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
            "tavern_available_cards": self._cards(state.row[: state.row_size], state),
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
        player, cards = state.players[seat], {zone: self._cards(c, state) for zone, c in zones(state, seat).items()}
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
        cards = CardOptions(self._cards(offered_cards(board.position, state), state))
        return Choice(state.most, state.least, context, follow_up, ChoiceDataType.CARD, cards)


def _mode(state: Any) -> BoardState:
    if state.asked == s.FREE:
        return BoardState.NORMAL
    if state.opening:
        return BoardState.START_OF_TURN_CHOICE_PENDING
    return BoardState.PATRON_CHOICE_PENDING if state.asked >= s.BANISH else BoardState.CHOICE_PENDING
