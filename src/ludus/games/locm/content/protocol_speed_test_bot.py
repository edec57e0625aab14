"""A small bot for Legends of Code and Magic 1.2 as a stand-alone program that speaks the official text protocol.

`ludus bench` times our referee with it. It writes its computing time to its error stream after each reply.
"""

import sys
import time


def main():
    began = time.process_time()
    lines = iter(sys.stdin.readline, "")
    for first in lines:
        mana = int(first.split()[1])
        next(lines)
        for _ in range(int(next(lines).split()[1])):
            next(lines)
        cards = [next(lines).split() for _ in range(int(next(lines)))]
        print(pick(cards) if mana == 0 else play(cards, mana), flush=True)
        print("computed seconds so far", time.process_time() - began, file=sys.stderr, flush=True)


def pick(cards):
    """Pick the creature with the most attack."""
    return f"PICK {max(range(3), key=lambda k: int(cards[k][5]) if cards[k][3] == '0' else -1)}"


def play(cards, mana):
    """Attack with every creature, guards first, and summon while mana lasts; the referee skips illegal actions."""
    guards = [card[1] for card in cards if card[2] == "-1" and "G" in card[7]]
    mine = [card[1] for card in cards if card[2] == "1"]
    actions = [f"ATTACK {attacker} {target}" for attacker in mine for target in [*guards, "-1"]]
    for card in sorted((card for card in cards if card[2] == "0" and card[3] == "0"), key=lambda card: -int(card[4])):
        if int(card[4]) <= mana:
            mana -= int(card[4])
            actions += [f"SUMMON {card[1]} {lane}" for lane in (0, 1)]
    return ";".join(actions) or "PASS"


if __name__ == "__main__":
    main()
