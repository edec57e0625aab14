"""Count the games of Tales of Tribute that end by `capacity`, with Rajhin in every game. Each part writes a CSV file.

    PYTHONPATH=. .venv/bin/python benchmarks/tribute-capacity/run.py PART

    quick       100,000 games of each pair of quick bots
    searches    500 games of each pair of searches
    flood       1,000 games of bots that fill decks with cards

A second argument is a number of games instead of the usual one. Every game can be played again: it has the seed below
and its number in the match.
"""

import csv
import sys
import time
from itertools import combinations_with_replacement
from pathlib import Path

from ludus.arena import Match, run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.games.tribute.state import CAPACITY, TURN_LIMIT
from ludus.stats import proportion
from tests.games.tribute.card_flood_bots import caller, hoarder

PATRONS = "rajhin,psijic,hlaalu,duke_of_crows"
SEED = 1
QUICK = ("random", "random-no-end", "max-prestige", "patron-favors", "max-agents", "decision-tree")
SEARCHES = ("random-simulation", "mcts", "beam", "courtier")
FLOOD = {"caller": caller, "hoarder": hoarder}
GAMES = {"quick": 100_000, "searches": 500, "flood": 1_000}
MEASURED = 20  # games of a flood pair in which the cards are counted after every move
COLUMNS = ("first", "second", "patrons", "seed", "games", "capacity", "capacity_percent_up_to", "turn_limit")


def make_bot(name, content):
    return FLOOD[name]() if name in FLOOD else load_bot(game, name, content=content)


def largest_deck(content, names):
    """Largest number of cards of a player in some games of a pair."""
    most = 0
    for number in range(MEASURED):
        position = Position.start(game, content, SEED + number)
        bots = [make_bot(name, content).join(position, seat, number) for seat, name in enumerate(names)]
        while not position.is_over:
            position.play(bots[position.current_player].choose(position))
            state = position.state
            for seat, me in enumerate(state.players):
                cards = me.hand_size + me.pile_size + me.cooldown_size + me.agent_count
                most = max(most, cards + (state.played_size if state.active == seat else 0))
    return most


def main():
    part = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES[part]
    patrons = "rajhin,hlaalu,orgnum,duke_of_crows" if part == "flood" else PATRONS
    content = game.content(patrons=patrons)
    pairs = [*combinations_with_replacement({"quick": QUICK, "searches": SEARCHES, "flood": [*FLOOD]}[part], 2)]
    if part == "flood":
        pairs += [("caller", "random"), ("caller", "decision-tree")]
    extra = ("largest_deck",) if part == "flood" else ()
    with open(Path(__file__).with_name(f"{part}.csv"), "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow((*COLUMNS, *extra))
        for names in pairs:
            began = time.process_time()
            match = Match(game, content, [make_bot(name, content) for name in names], seed=SEED)
            outcomes = run_match(match, games, Threads(1))
            full = int((outcomes.end_reasons == CAPACITY).sum())
            limit = int((outcomes.end_reasons == TURN_LIMIT).sum())
            high = 100 * proportion((outcomes.end_reasons == CAPACITY).astype(float)).high
            row = [*names, patrons, SEED, len(outcomes), full, f"{high:.4f}", limit]
            table.writerow([*row, *([largest_deck(content, names)] if extra else [])])
            file.flush()
            print(*row, f"{time.process_time() - began:.1f} s", flush=True)


main()
