"""Runs of the reference engine's own match loop: our published bots reproduce their numbers of wins and end reasons.

In these runs one bot plays all games, so its generator continues from game to game, and game k has the seed 1000 + k.
Every game depends on all decisions before it: a single different move would change the counts.
"""

from collections import Counter

from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.tribute import game
from tests.cases import each

FIRST_SEED = 1000
RUNS = {  # games, wins of the first player, end reason patron favour; all others end by prestige over 40
    ("random-no-end", "random"): (200, 200, 26),
    ("random", "random-no-end"): (200, 0, 25),
    ("max-agents", "random-no-end"): (200, 113, 8),
    ("random-no-end", "max-agents"): (200, 108, 16),
    ("patron-favors", "random-no-end"): (200, 111, 42),
    ("random-no-end", "patron-favors"): (200, 117, 38),
    ("max-prestige", "random-no-end"): (100, 88, 2),
    ("random-no-end", "max-prestige"): (100, 19, 2),
    ("random-no-end", "random-no-end"): (400, 210, 16),
}


@each("names", RUNS, quick=5)
def test_a_run_of_the_reference_engine_has_the_same_wins_and_ends(names):
    games, wins, favours = RUNS[names]
    winners, ends = run([f"{name}-2023" for name in names], games)
    assert winners == +Counter({0: wins, 1: games - wins})
    assert ends == Counter({"prestige over 40 not matched": games - favours, "patron favour": favours})


def run(names, games):
    """Drafted games, one after another with the same two bots."""
    content, players = game.content(compat="reference"), [load_bot(game, name) for name in names]
    streams = [None, None]
    winners, ends = Counter(), Counter()
    for number in range(games):
        position = Position.start(game, content, FIRST_SEED + number)
        sittings = [player.join(position, seat, 1) for seat, player in enumerate(players)]
        for sitting, stream in zip(sittings, streams, strict=True):
            if stream is not None:
                sitting.memory["stream"] = stream
        while not position.end_reason:
            position.play(sittings[position.current_player].choose(position))
        streams = [sitting.memory["stream"].copy() for sitting in sittings]
        winners[position.result.payoffs.index(1.0)] += 1
        ends[position.end_reason] += 1
    return winners, ends
