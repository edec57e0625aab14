"""Use of cards, against a count by hand in replayed games."""

import numpy as np

from ludus.arena.match_with_stats import MatchWithStats
from ludus.arena.runner import replay_game
from ludus.backends import Threads
from ludus.design.base.card_use import MIN_USE, CardUse, CardUses
from ludus.design.dominion.batch_play import kingdom_match
from ludus.design.dominion.card_use import USE_GAMES, USE_STATS, card_use_games, measure_card_use
from ludus.games.dominion.state import KINGDOM
from ludus.stats import proportion

GAMES = 12


def share(value):
    return proportion(np.array([value] * 100))


def test_taken_and_played_cards_are_those_of_the_moves(pool):
    kingdom = pool.read("Cellar,Feast,Market,Militia,Mine,Moat,Remodel,Throne Room,Village,Workshop")
    match = kingdom_match(pool, kingdom, ["drew", "earl"], 3, {})
    stats = MatchWithStats(match, stats_name=USE_STATS).play(GAMES).stats
    names = pool.write(kingdom)
    gained = 0
    for number in range(GAMES):
        taken, decided = np.zeros((2, len(names)), int), np.zeros((2, len(names)), int)
        for event in replay_game(match, number).history:
            verb, _, name = event.text.partition(" ")
            if name in names and verb in ("BUY", "GAIN"):
                taken[event.seat, names.index(name)] += 1
                gained += verb == "GAIN"
            if name in names and verb == "PLAY":
                decided[event.seat, names.index(name)] += 1
        assert (stats["taken"][number, :2, KINGDOM:] == taken).all()
        played = stats["played"][number, :2, KINGDOM:]
        others = [k for k, name in enumerate(names) if name != "Throne Room"]
        assert (played[:, others] >= decided[:, others] - 1).all()  # the last turn may end before the buy phase
        assert (played[taken == 0] == 0).all()
    assert gained


def test_shares_are_of_the_games_of_each_player(pool):
    kingdom = pool.read("first-game")
    use = measure_card_use(pool, kingdom, ["earl", "drew"], ["random", "drew"], 1, Threads(2), lambda games: None, {})
    match = kingdom_match(pool, kingdom, ["earl", "drew"], _seed(1, "earl", "drew"), {})
    taken = MatchWithStats(match, stats_name=USE_STATS).play(USE_GAMES).stats["taken"][:, :2, KINGDOM:] > 0
    for player, bot in enumerate(("earl", "drew")):
        own = np.stack([taken[k, (player + k) % 2] for k in range(USE_GAMES)])
        for k, card in enumerate(pool.write(kingdom)):
            assert use.by_players.by_bot[bot][card].taken.value == own[:, k].mean()
    assert list(use.by_players.by_bot) == ["earl", "drew", "steward", "random"]
    assert card_use_games(["earl", "drew"], ["random", "drew"]) == 3 * USE_GAMES


def _seed(seed, *pair):
    from ludus.core.random import derive

    return derive(seed, "use", *pair)


def test_a_card_is_judged_if_one_judge_uses_it_enough_and_other_bots_are_suggested():
    often, rarely = (CardUse(share(value), share(value)) for value in (MIN_USE, MIN_USE - 0.01))
    idle, victory = CardUse(share(1.0), share(0.0)), CardUse(share(1.0), None)
    cards = {"used": often, "unused": rarely, "idle": idle, "victory": victory}
    none = dict.fromkeys(cards, CardUse(share(0.0), share(0.0)))
    uses = CardUses(["one", "two"], {"one": cards, "two": none, "other": none | {"unused": often}})
    assert uses.not_judged() == ["unused", "idle"]
    never, seldom, *rest = uses.sentences('--players "{bot} two"', "write one.")
    assert never.startswith("No judgement on unused: one and two take it in fewer than 25 % of games, so")
    assert seldom.startswith(
        "No judgement on idle: one and two play it in fewer than 25 % of games, although it is taken"
    )
    assert any("unused" in line and '--players "other two"' in line for line in rest)
    assert any("idle" in line and "write one." in line for line in rest)
    assert [row[0] for row in uses.table().rows][:2] == ["unused", "used"]
