"""A compiled bot in a battle built by hand (`positions.battle`), with a memory that lasts over its moves."""

from ludus.bots import load_bot
from ludus.games.locm import game
from ludus.games.locm.notation import write_move


class BotInBattle:
    def __init__(self, name, here):
        self.player = load_bot(game, name)
        self.records = self.player.records()
        self.player.begin_entry(*self._addresses(here, 1))

    def move(self, here):
        """Its next move in notation."""
        move = self.player.choose_entry(*self._addresses(here, here.state.mover))
        return write_move(here.content, here.state, move)

    def turn(self, here):
        """Its moves up to the end of the turn or of the game, carried out."""
        texts = []
        while not here.state.reason and texts[-1:] != ["PASS"]:
            texts.append(self.move(here))
            here.play(texts[-1])
        return texts

    def _addresses(self, here, number):
        places = [array.ctypes.data for array in (here.content.data, here.array)]
        return *places, number, *(array.ctypes.data for array in self.records)
