"""Plays Tales of Tribute over JSON lines, and needs nothing but Python."""

import json
import sys

ORDER = ["DRAFT", "PLAY", "ACTIVATE", "ATTACK", "BUY", "CALL", "PICK", "LEFT", "RIGHT", "STOP", "END"]


def choose(question, cards):
    """All free moves first, then the most expensive card of the row, then patrons, then the end of the turn."""

    def worth(move):
        word, _, thing = move.partition(" ")
        cost = cards[thing.split("#")[0]]["cost"] if "#" in thing else 0
        return ORDER.index(word), -cost

    return min(question["moves"], key=worth)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        seat, cards = message["seat"], message["content"]["cards"]
    elif message["type"] == "move":
        print(choose(message, cards), flush=True)
    elif message["type"] == "end":
        result = "won" if message["winner"] == seat else "did not win"
        print(result, "by", message["reason"], file=sys.stderr, flush=True)
