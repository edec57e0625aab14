"""Well-behaved bots for the auction, and some that are not; as their authors would write them."""

import json
import os
import random
import time

import numpy as np

import ludus
from ludus.bots.python.process_messages import BotFailed, pack

CALLS = []  # nothing of a game may be found here in the next one


class First(ludus.Bot):
    """Bids its first card."""

    def choose(self, turn):
        return turn.moves[0]


class Diary(ludus.Bot):
    """Writes down all that it is shown."""

    def begin(self):
        CALLS.append("begin")
        self.log(json.dumps({"seat": self.seat, "options": self.options, "calls": len(CALLS), "game": self.game.name}))

    def choose(self, turn):
        trial = turn.simulate()
        same = turn.simulate(7).bytes() == turn.simulate(7).bytes()
        while not trial.end_reason:
            trial.play(trial.legal_moves[0])
        self.log(json.dumps({"view": turn.view, "moves": turn.moves, "numbers": turn.numbers, "same": same}))
        print("printed")
        return self.random.choice(turn.numbers)

    def end(self, result):
        self.log(json.dumps({"reason": result.reason, "points": result.scores}))


class Dice(ludus.Bot):
    """Throws every kind of dice there is, and tells."""

    def begin(self):
        self.log([self.random.random(), random.random(), float(np.random.random())])

    def choose(self, turn):
        return np.int64(turn.numbers[0])


class Spy(ludus.Bot):
    """Tells the hidden bid and the prizes to come that its position holds."""

    def choose(self, turn):
        state = turn._position.state
        self.log(json.dumps({"bids": list(state.bids), "prizes": list(state.prizes)}))
        return turn.moves[-1]


class Breaks(ludus.Bot):
    def choose(self, turn):
        return self.nowhere


class BreaksAtOnce(ludus.Bot):
    def begin(self):
        raise ValueError("not today")


class CannotBeMade(ludus.Bot):
    def __init__(self):
        raise ValueError("never")


class BreaksAtTheEnd(First):
    def end(self, result):
        raise ValueError("too late")


class Exits(ludus.Bot):
    def choose(self, turn):
        raise SystemExit(3)


class Vanishes(ludus.Bot):
    def choose(self, turn):
        os._exit(0)


class Sleeps(ludus.Bot):
    def choose(self, turn):
        time.sleep(3600)


class SleepsAtTheEnd(First):
    def end(self, result):
        time.sleep(3600)


class Eats(ludus.Bot):
    def choose(self, turn):
        self.kept = bytearray(b"x" * (600 << 20))
        time.sleep(3600)


class AsksForTooMuch(ludus.Bot):
    def choose(self, turn):
        return bytearray(1 << 50)


class Multiplies(ludus.Bot):
    def choose(self, turn):
        for _ in range(200):
            if os.fork() == 0:
                time.sleep(3600)
        time.sleep(3600)


class Chatters(ludus.Bot):
    def choose(self, turn):
        while True:
            print("and another thing", "x" * 4000)


class Scribbles(ludus.Bot):
    """Writes into its own line to us."""

    def choose(self, turn):
        os.write(3, b"\x05\x00\x00\x00hello")
        time.sleep(3600)


class Complains(ludus.Bot):
    """Says that it had to wait for a processor: such a game is played once more."""

    def choose(self, turn):
        os.write(3, pack(BotFailed("starved timeout", "others had the processors")))
        time.sleep(30)


class Promises(ludus.Bot):
    """Announces an answer of two gigabytes."""

    def choose(self, turn):
        os.write(3, b"\xff\xff\xff\x7f")
        time.sleep(3600)


class Writes(ludus.Bot):
    """Tries to leave something for its next game: in its copy, which is removed, and in the true folder."""

    def choose(self, turn):
        for path in (__file__, type(self).choose.__code__.co_filename):
            with open(os.path.join(os.path.dirname(path), "left by a bot"), "w") as file:
                file.write("remember me")


class ReturnsNothing(ludus.Bot):
    def choose(self, turn):
        pass


class ReturnsTrue(ludus.Bot):
    def choose(self, turn):
        return True


class ReturnsHuge(ludus.Bot):
    def choose(self, turn):
        return 1 << 70


class ReturnsNonsense(ludus.Bot):
    def choose(self, turn):
        return "a banana"


class ReturnsIllegal(ludus.Bot):
    def choose(self, turn):
        return -5


class NoBot:
    pass
