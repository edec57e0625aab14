"""A batch with every kind of match that can be pickled: games for one, two and three, composites, contests."""

from ludus.arena import Match
from ludus.arena.pairing import PairingMatch
from ludus.bots import load_bot
from ludus.core.game_registry import load_game
from ludus.testing.example_games import auction, magpies, realtime_runner

GAMES = [40, 7, 21, 30, 24, 40, 20, 12, 6]


def players_of(game, *texts, compiled=True):
    return [load_bot(game, text, compiled) for text in texts]


def mixed_matches():
    locm = load_game("locm")
    drafts = [locm.content(draft_seed=seed) for seed in (3, 4, 5)]
    pair = players_of(locm, "greedy", "coac+random")  # both are teams of two
    auction_bots = players_of(auction.game, "random", "greedy")
    magpies_bots = players_of(magpies.game, "mcts:iterations=20", "greedy", "random")
    return [
        Match(auction.game, auction.game.content(), auction_bots, 1),
        Match(magpies.game, magpies.game.content(seats=3, thefts=2), magpies_bots, 2),
        Match(realtime_runner.game, realtime_runner.game.content(), players_of(realtime_runner.game, "random"), 3),
        Match(locm, locm.content(setup="dealt", version="1.0"), pair, 4),
        Match(locm, locm.content(version="1.5"), pair, 5),  # cards made from the seed
        Match(locm, locm.content(), pair, 6, competition=True),
        Match(locm, drafts, pair, 7),
        PairingMatch(auction.game, auction.game.content(), auction_bots, 8, ["one", "two"]),
        Match(
            auction.game, auction.game.content(), players_of(auction.game, *["random"] * 2, compiled=False), 9, False
        ),
    ]


def digests(outcomes):
    return [result.digest() for result in outcomes]
