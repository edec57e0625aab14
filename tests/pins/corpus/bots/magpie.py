"""A bot for the Python package of Scripts of Tribute, which Ludus plays as it is."""

from scripts_of_tribute.base_ai import BaseAI
from scripts_of_tribute.enums import MoveEnum, PatronId


class Magpie(BaseAI):
    """Tries every move and keeps the one that leaves it with most."""

    def select_patron(self, available_patrons):
        return PatronId.PELIN if PatronId.PELIN in available_patrons else available_patrons[0]

    def play(self, game_state, possible_moves, remaining_time):
        me = game_state.current_player.player_id
        moves = [move for move in possible_moves if move.command != MoveEnum.END_TURN]
        return max(moves, key=lambda move: self.worth(game_state, move, me)) if moves else possible_moves[-1]

    def worth(self, game_state, move, me):
        after, _ = game_state.apply_move(move, seed=5)
        mine = after.current_player if after.current_player.player_id == me else after.enemy_player
        return 4 * (mine.prestige + mine.power) + mine.coins + len(mine.cooldown_pile)

    def game_end(self, end_game_state, final_state):
        print(end_game_state.winner, end_game_state.reason)
