"""A program that speaks the text protocol of Legends of Code and Magic; what it does depends on what it reads."""

import hashlib
import sys

lines = iter(sys.stdin.readline, "")
for first in lines:
    mana, read = int(first.split()[1]), [first, next(lines)]  # no mana while drafting
    read.append(next(lines))
    read += [next(lines) for _ in range(int(read[-1].split()[1]))]  # what the opponent did
    read.append(next(lines))
    cards = [next(lines) for _ in range(int(read[-1]))]
    number = int.from_bytes(hashlib.sha256("".join(read + cards).encode()).digest()[:4], "little")
    mine = [card.split()[1] for card in cards if card.split()[2] == "1"]
    hand = [card.split()[1] for card in cards if card.split()[2] == "0" and card.split()[3] == "0"]
    if mana == 0:
        print(f"PICK {number % 3}", flush=True)
    else:
        doing = [f"SUMMON {each} {number % 2}" for each in hand] + [f"ATTACK {each} -1" for each in mine]
        print(";".join(doing) or "PASS", flush=True)
