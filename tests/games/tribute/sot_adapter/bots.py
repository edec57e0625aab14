"""Bots as their authors would write them for the package scripts-of-tribute; they import nothing of Ludus."""

import os
import random
import time

from scripts_of_tribute.base_ai import BaseAI
from scripts_of_tribute.board import CardOptions, EndGameState, GameState, SeededGameState, UniqueCard
from scripts_of_tribute.enums import BoardState, CardType, ChoiceDataType, MoveEnum, PatronId, PlayerEnum
from scripts_of_tribute.game import Game
from scripts_of_tribute.move import (
    BasicMove,
    MakeChoiceMoveUniqueCard,
    MakeChoiceMoveUniqueEffect,
    SimpleCardMove,
    SimplePatronMove,
)


class Chance(BaseAI):
    """Plays at random."""

    def select_patron(self, available_patrons: list[PatronId]) -> PatronId:
        return random.choice(available_patrons)

    def play(self, game_state: GameState, possible_moves: list[BasicMove], remaining_time: int) -> BasicMove:
        return random.choice(possible_moves)


class Greedy(Chance):
    """Simulates every move and plays the one with the most prestige and power; ends its turn when no other move is
    left.
    """

    def __init__(self, bot_name, seed=7):
        super().__init__(bot_name)
        self.seed, self.me = seed, PlayerEnum.NO_PLAYER_SELECTED

    def play(self, game_state, possible_moves, remaining_time):
        self.me = game_state.current_player.player_id
        best, best_worth = None, -1
        for move in possible_moves:
            if move.command == MoveEnum.END_TURN and len(possible_moves) > 1:
                continue
            after, more = game_state.apply_move(move, self.seed)
            if after.end_game_state is not None:
                if after.end_game_state.winner == self.me.name:
                    return move
                continue
            worth = self.worth(after)
            if more and more[0].command != MoveEnum.END_TURN:
                worth = max(worth, self.worth(after.apply_move(more[0])[0]))
            if worth > best_worth:
                best, best_worth = move, worth
        return best or possible_moves[-1]

    def worth(self, state):
        mine = [state.current_player, state.enemy_player]
        player = next(each for each in mine if each.player_id == self.me)
        return 10 * player.prestige + 10 * player.power + player.coins + len(player.cooldown_pile) + len(player.played)


class Looks(Chance):
    """Reads everything it receives, and asserts that it is consistent."""

    def pregame_prepare(self):
        self.turns, self.seen = 0, 0

    def select_patron(self, available_patrons):
        assert PatronId.TREASURY not in available_patrons
        assert all(isinstance(patron, PatronId) for patron in available_patrons)
        return available_patrons[0]

    def play(self, game_state, possible_moves, remaining_time):
        me, rival = game_state.current_player, game_state.enemy_player
        assert isinstance(game_state, GameState)
        assert not isinstance(game_state, SeededGameState)
        assert {me.player_id, rival.player_id} == {PlayerEnum.PLAYER1, PlayerEnum.PLAYER2}
        assert len(game_state.patron_states.patrons) == 5
        assert game_state.patron_states.patrons[PatronId.TREASURY] == PlayerEnum.NO_PLAYER_SELECTED
        assert 0 < remaining_time <= 30_000
        assert game_state.end_game_state is None
        for card in [*me.hand, *me.draw_pile, *rival.hand_and_draw, *game_state.tavern_available_cards]:
            assert isinstance(card, UniqueCard)
            assert isinstance(card.type, CardType)
            assert len(card.effects) == 4
            assert (card.hp > 0) == (
                card.type in (CardType.AGENT, CardType.CONTRACT_AGENT)
            ) or card.name == "Alessian Rebel"
        choice = game_state.pending_choice
        assert (choice is None) == (game_state.board_state == BoardState.NORMAL)
        if choice is None:
            assert possible_moves[-1].command == MoveEnum.END_TURN
        elif choice.type == ChoiceDataType.CARD:
            assert isinstance(choice.possible_options, CardOptions)
            known = {card.unique_id for card in choice.possible_options.possible_cards}
            for move in possible_moves:
                assert isinstance(move, MakeChoiceMoveUniqueCard)
                assert choice.min_choices <= len(move.cardsUniqueIds) <= choice.max_choices
                assert set(move.cardsUniqueIds) <= known
        else:
            assert [move.effects[0] for move in possible_moves] == choice.possible_options.possible_effects
            assert isinstance(possible_moves[0], MakeChoiceMoveUniqueEffect)
        for move in possible_moves:
            if isinstance(move, SimplePatronMove):
                assert move.patronId in game_state.patron_states.patrons
        self.turns += 1
        self.seen = len(game_state.completed_actions)
        if self.turns == 1:
            game_state.debug_print()
        return random.choice(possible_moves)

    def game_end(self, end_game_state: EndGameState, final_state: GameState):
        print("over:", end_game_state.winner, end_game_state.reason, final_state.current_player.prestige, self.turns)
        print("actions:", len(final_state.completed_actions) >= self.seen, final_state.completed_actions[-1])


class Converts(Chance):
    """Creates its own seeded state from its game state, as some search bots do, and plays on it."""

    def play(self, game_state, possible_moves, remaining_time):
        state = SeededGameState(
            game_state.state_id,
            game_state.patron_states,
            game_state.tavern_available_cards,
            game_state.board_state,
            game_state.upcoming_effects,
            game_state.start_of_next_turn_effects,
            game_state.current_player,
            game_state.enemy_player,
            game_state.completed_actions,
            game_state.tavern_cards,
            game_state.pending_choice,
            game_state.end_game_state,
            5,
            5,
            game_state._engine_service_stub,
        )
        after, _ = state.apply_move(possible_moves[0], 5)
        assert after.initial_seed == 5
        return possible_moves[-1]


class OldEnd(Chance):
    """With the signature of early releases."""

    def pregame_prepare(self):
        from ScriptsOfTribute.base_ai import BaseAI as OldBase

        assert OldBase is BaseAI

    def game_end(self, final_state):
        print("old end", type(final_state).__name__)


class Rebuilds(Chance):
    """Creates the moves that it plays itself, and reverses the order of chosen cards."""

    def play(self, game_state, possible_moves, remaining_time):
        move = random.choice(possible_moves)
        if isinstance(move, SimpleCardMove):
            return SimpleCardMove(0, move.command, move.cardUniqueId)
        if isinstance(move, MakeChoiceMoveUniqueCard):
            return MakeChoiceMoveUniqueCard(0, MoveEnum.MAKE_CHOICE, move.cardsUniqueIds[::-1])
        return move


class Options(Chance):
    def __init__(self, name, depth, style="bold"):
        super().__init__(name)
        print("made:", name, depth, style)


class NeedsMore(Chance):
    def __init__(self, bot_name, network):
        super().__init__(bot_name)


class Raises(Chance):
    def play(self, game_state, possible_moves, remaining_time):
        raise ZeroDivisionError("boom")


class RaisesEarly(Chance):
    def pregame_prepare(self):
        raise ValueError("not today")


class Hangs(Chance):
    def play(self, game_state, possible_moves, remaining_time):
        time.sleep(3600)


class Dawdles(Chance):
    """Each decision is fast enough, but all decisions of a turn together are not."""

    def play(self, game_state, possible_moves, remaining_time):
        time.sleep(0.3)
        return possible_moves[0]


class HangsInTheDraft(Chance):
    def select_patron(self, available_patrons):
        time.sleep(3600)


class Nothing(Chance):
    def play(self, game_state, possible_moves, remaining_time):
        return None


class Text(Chance):
    def play(self, game_state, possible_moves, remaining_time):
        return "END"


class HalfAMove(Chance):
    def play(self, game_state, possible_moves, remaining_time):
        return BasicMove(1, MoveEnum.PLAY_CARD)


class Illegal(Chance):
    def play(self, game_state, possible_moves, remaining_time):
        return SimpleCardMove(1, MoveEnum.BUY_CARD, game_state.tavern_cards[0].unique_id)


class NoSuchCard(Chance):
    def play(self, game_state, possible_moves, remaining_time):
        return SimpleCardMove(1, MoveEnum.PLAY_CARD, 256 + game_state.current_player.hand[0].unique_id)


class WrongPatron(Chance):
    def select_patron(self, available_patrons):
        return PatronId.TREASURY


class NoPatron(Chance):
    def select_patron(self, available_patrons):
        return "PELIN"


class Chooser(Chance):
    """Plays at random until it may choose several cards; then it answers with `cards`."""

    def play(self, game_state, possible_moves, remaining_time):
        choice = game_state.pending_choice
        if choice is not None and choice.type == ChoiceDataType.CARD:
            offer = [card.unique_id for card in choice.possible_options.possible_cards]
            if (cards := self.cards(choice, offer, game_state)) is not None:
                return MakeChoiceMoveUniqueCard(0, MoveEnum.MAKE_CHOICE, cards)
        return random.choice(possible_moves)


class TooMany(Chooser):
    def cards(self, choice, offer, game_state):
        return offer[: choice.max_choices + 1] if len(offer) > choice.max_choices else None


class TooFew(Chooser):
    def cards(self, choice, offer, game_state):
        return offer[: choice.min_choices - 1] if choice.min_choices else None


class Twice(Chooser):
    def cards(self, choice, offer, game_state):
        return offer[:1] * 2 if choice.max_choices > 1 and offer else None


class NotOffered(Chooser):
    def cards(self, choice, offer, game_state):
        return [game_state.tavern_cards[0].unique_id] if choice.max_choices else None


class Vanishes(Chance):
    def play(self, game_state, possible_moves, remaining_time):
        os._exit(3)


class Floods(Chance):
    def play(self, game_state, possible_moves, remaining_time):
        while True:
            print("x" * 4000)


class NotABot:
    pass


if __name__ == "__main__":
    Game().run("never")
