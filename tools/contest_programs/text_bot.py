"""A program for Legends of Code and Magic in the text protocol of the referee.

The argument chooses what it does: `curve` picks cards by cost, `hoard` picks expensive cards and keeps its creatures at
home every second turn, `clock` picks and attacks as the time says.
"""

import sys
import time

style = sys.argv[1]
lines = iter(sys.stdin.readline, "")
costs: list[int] = []
turn = 0


def pick(offer: list[list[str]]) -> int:
    if style == "clock":
        return time.monotonic_ns() // 64 % 3
    numbers = [int(card[4]) for card in offer]
    if style == "hoard":
        return numbers.index(max(numbers))
    return min(range(len(offer)), key=lambda k: (costs.count(numbers[k]), k))


def attacks() -> bool:
    if style == "clock":
        return time.monotonic_ns() // 64 % 4 > 0
    return style == "curve" or turn % 2 == 0


for first in lines:
    mana = int(first.split()[1])
    next(lines)
    for _ in range(int(next(lines).split()[1])):
        next(lines)
    cards = [next(lines).split() for _ in range(int(next(lines)))]
    if mana == 0:
        chosen = pick(cards)
        costs.append(int(cards[chosen][4]))
        print("PICK", chosen, flush=True)
        continue
    turn += 1
    actions = ["PASS"]
    for card in cards:
        if card[2] == "0" and card[3] == "0" and int(card[4]) <= mana:
            mana -= int(card[4])
            actions.append(f"SUMMON {card[1]} {turn % 2}")
    for card in cards:
        if card[2] == "1" and attacks():
            guards = [foe[1] for foe in cards if foe[2] == "-1" and foe[-1] == card[-1] and "G" in foe[7]]
            actions.append(f"ATTACK {card[1]} {guards[0] if guards else -1}")
    print(";".join(actions), flush=True)
