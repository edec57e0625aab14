"""Python bots whose moves depend on everything that they are shown: names, order and values."""

import hashlib

import ludus


def number(*shown):
    return int.from_bytes(hashlib.sha256(repr(shown).encode()).digest()[:4], "little")


class Witness(ludus.Bot):
    """Picks its move by a hash of what its seat sees."""

    def choose(self, turn):
        return turn.moves[number(turn.view, turn.moves, turn.numbers, self.options) % len(turn.moves)]


class Trier(ludus.Bot):
    """Picks its move by its dice and by a hash of where a few random moves on a redeal lead."""

    def choose(self, turn):
        trial = turn.simulate()
        for _ in range(3):
            if not trial.ended:
                trial.play(trial.moves()[0])
        return turn.numbers[number(trial.text(), self.random.random(), self.seat) % len(turn.numbers)]


class Clumsy(ludus.Bot):
    """Makes its first move twenty times, then one that is not legal."""

    def begin(self):
        self.count = 0

    def choose(self, turn):
        self.count += 1
        return turn.moves[0] if self.count <= 20 else "NO MOVE AT ALL"
