"""Writes data/own_referee.jsonl.gz: matches of our own referee between random players that know only the text.

Run it again only when the protocol itself is meant to change: the file pins it.
"""

import gzip
import json
import random
from pathlib import Path

from ludus.games.locm.protocol_server import Referee
from ludus.games.locm.trace_check import start_match
from ludus.util.errors import NotationError

FILE = Path(__file__).parent / "data" / "own_referee.jsonl.gz"
MATCHES = [  # version, parameters, how much of what it could say a player says, what happens at which turn
    ("1.0", {"seed": 1}, 0.9, {}),
    ("1.0", {"seed": -5, "draftChoicesSeed": 77}, 0.3, {}),
    ("1.2", {"seed": 2}, 0.9, {}),
    ("1.2", {"draftChoicesSeed": 3, "shufflePlayer0Seed": -4, "shufflePlayer1Seed": 2**63 - 1}, 0.5, {}),
    ("1.2", {"seed": 6}, 0.01, {}),  # hardly anything is done: ends by drawing from an empty deck
    ("1.2", {"seed": 7}, 0.9, {70: "SUMMON 1 0;JUMP 3"}),
    ("1.2", {"seed": 8}, 0.9, {75: None}),
    ("1.2", {"seed": 9}, 0.9, {14: "PICK 3"}),
    ("1.5", {"seed": 10}, 0.9, {1: "PASS"}),
    (
        "1.5",
        {"seed": 11, "cardGenSeed": 12, "shufflePlayer1Seed": 13},
        0.6,
        {0: "CHOOSE 7 my favourite; PASS and on;PASS"},
    ),
    ("1.5", {"seed": 14}, 0.01, {}),
    ("1.5", {"seed": 15}, 0.9, {0: "CHOOSE 7;CHOOSE 7;CHOOSE 7;PASS"}),
]


def main() -> None:
    lines = [json.dumps(record(number, *match), separators=(",", ":")) for number, match in enumerate(MATCHES)]
    with gzip.GzipFile(FILE, "wb", mtime=0) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def record(number, version, parameters, share, events):
    referee, chance = Referee(start_match(version, parameters)), random.Random(number)
    turns, winner = [], None
    while winner is None:
        text, seat = referee.input(), referee.seat
        reply = events[len(turns)] if len(turns) in events else answer(text, version, share, chance)
        turns.append({"player": seat, "input": text, "reply": reply})
        try:
            if reply is None:
                raise NotationError("no reply")
            referee.reply(reply)
        except NotationError:
            winner = 1 - seat
        if referee.over:
            winner = referee.winner
    return {
        "transcript": 1,
        "game": number,
        "version": version,
        "parameters": parameters,
        "turns": turns,
        "winner": winner,
    }


def answer(text, version, share, chance):
    """A reply to a text, by a player that says all kinds of things in any order."""
    lines = text.splitlines()
    _, action_count = lines[2].split()
    rows = [line.split() for line in lines[4 + int(action_count) :]]
    if rows and rows[0][1] == "-1":
        if len(rows) == 3:
            return chance.choice(["PICK 0", "PICK 1", "PICK 2 nice", "PASS", f"CHOOSE {rows[1][0]}"])
        deck = chance.sample([row[0] for row in rows] * 2, 30)
        return " ; ".join(f"CHOOSE {card}" for card in deck)
    ids = {where: [row[1] for row in rows if row[2] == where] for where in ("0", "1", "-1")}
    targets = [*ids["1"], *ids["-1"], "-1", "99"]
    lane = (lambda: "") if version == "1.0" else lambda: f" {chance.choice('0012')}"
    said = [f"SUMMON {card}{lane()}" for card in ids["0"] for _ in range(2)]
    said += [f"USE {card} {target}" for card in ids["0"] for target in targets]
    said += [f"ATTACK {creature} {target}" for creature in [*ids["1"], "77"] for target in targets]
    said += ["PASS", "", " PASS  with words", "ATTACK +5 -1 take that"]
    return ";".join(chance.sample(said, int(len(said) * share)))


if __name__ == "__main__":
    main()
