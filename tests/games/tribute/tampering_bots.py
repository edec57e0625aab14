"""Two bots that choose the same moves; one of them stores what it receives and modifies it, also things it stored
earlier.
"""

import ludus


class Honest(ludus.Bot):
    def choose(self, turn):
        return turn.moves[len(turn.moves) * 7 // 11]


class Tampering(Honest):
    """Gives itself coins and cards, plays moves, and destroys observations, in new and in stored objects."""

    def begin(self):
        self.kept = []

    def choose(self, turn):
        answer = super().choose(turn)
        trial = turn.simulate()
        self.kept.append((turn, turn.view, turn.moves, trial))
        for old, view, moves, position in self.kept[-3:]:
            view["players"][self.seat]["coins"] = 99
            view["players"][1 - self.seat]["hand"].clear()
            view["row"].append("gold#0")
            view["history"].append("0: END")
            moves.reverse()
            for here in (position, old._position):
                state = here.state
                me, rival = state.players[self.seat], state.players[1 - self.seat]
                me.coins, me.power, me.prestige = 99, 99, 79
                rival.prestige = 0
                state.favour[0] = self.seat + 1
                state.stream = 1
                here.content.data["turn_limit"] = 1
                if not here.end_reason:
                    here.play(here.moves()[-1])
        return answer
