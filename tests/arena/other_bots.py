"""A bot that is not compiled and not reproducible, for tests of tournaments."""

from ludus.bots import Fault


class UncompiledBot:
    """Plays the first legal move; where the seed says so it runs out of time, and it writes a word to its log."""

    reproducible = False

    def __init__(self, name, faults=False):
        self.name, self.faults, self.left = name, faults, 0

    def join(self, position, seat, seed):
        return SeatedUncompiledBot(self, seed)

    def close(self):
        self.left += 1


class SeatedUncompiledBot:
    def __init__(self, player, seed):
        self.player, self.seed = player, seed

    def choose(self, position):
        if self.player.faults and self.seed % 4 == 0:
            raise Fault("timeout", "too slow")
        return position.legal_moves[0]

    def watch(self, position, move):
        pass

    def end(self, result):
        pass

    @property
    def log(self):
        return f"{self.player.name} was here"
