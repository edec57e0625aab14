"""The strategist: it wins at once where it can, looks further than a turn, and beats BestTurnBot without peeking."""

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_compiled_bot
from ludus.core import plain
from ludus.core.game import Content
from ludus.games.delve import game
from ludus.games.delve.bots.average_damage_prediction import (
    LOST_PENALTY,
    AverageTurn,
    compute_average_turn,
    predict_damage,
)
from ludus.games.delve.bots.turn_search_steps import TurnLayout, lay_out
from ludus.games.delve.game_data import GameData, default_encounters, default_tree, pack_scenario, reference_decks
from ludus.games.delve.options import Options
from ludus.stats import mean

from ..positions import deck, start
from .helpers import bot_move, bot_turn, set_enemies, set_hand

BOLTS = deck(Bolt=15)


def fear(position):
    """What the strategist fears of the enemies as they stand."""
    data, outlook = GameData.over(position.content.data), AverageTurn.over(AverageTurn.zeros())
    here = TurnLayout.over(TurnLayout.zeros())
    plain(compute_average_turn)(data, position.state, outlook)
    outlook.health = position.state.health
    plain(lay_out)(data, position.state, here, 1)
    for foe in range(here.foes):
        here.left[foe] = here.health[foe]
    return plain(predict_damage)(here, 0, outlook)


def test_an_average_turn_of_fifteen_bolts_does_25_damage():
    """Ten mana pay for five of them."""
    assert fear(start(BOLTS, [(3, 25)])) == 3
    assert fear(start(BOLTS, [(3, 26)])) == 6
    assert fear(start(BOLTS, [(3, 25), (1, 25)])) == 3 + 1 + 1


def test_what_kills_the_player_is_feared_most():
    assert fear(start(BOLTS, [(30, 60)])) > LOST_PENALTY
    assert fear(start(deck(Sweep=15), [(1, 700)])) > LOST_PENALTY


def test_it_wins_at_once_where_it_can():
    here = set_enemies(set_hand(start(BOLTS, [(9, 50), (1, 50)]), Bolt=3), 10, 5)
    _, after = bot_turn(here, "strategist:ways=4,redeals=2")
    assert after.end_reason


def test_it_shoots_the_one_who_will_hurt_most_instead_of_killing_a_nuisance():
    """BestTurnBot takes a kill where it finds one. The strategist sees that the other would kill it."""
    here = set_enemies(set_hand(start(BOLTS, [(1, 50), (24, 50)]), Bolt=5), 25, 50)
    assert bot_turn(here, "best-turn")[1].state.enemies[0] == 0
    assert bot_turn(here, "strategist:ways=16,redeals=8")[1].state.enemies[1] == 25


def test_the_strategist_picks_by_lookahead_by_default():
    assert load_compiled_bot(game, "strategist", compiled=False).params["picks"]["way"][0] == 2
    assert bot_move(start(BOLTS, [(1, 9)]), "strategist:picks=random").startswith("PLAY")


def test_the_strategist_wins_more_fights_than_the_best_turn():
    """Both have the same dice, so they pick the same nodes."""
    contents = [
        Content(pack_scenario(cards, default_encounters(), default_tree(), first=k, last=k), Options())
        for cards in reference_decks()
        for k in range(len(default_encounters()))
    ]
    games = len(contents) * 6
    shares = [
        run_match(Match(game, contents, [load_compiled_bot(game, f"{name}:picks=random")], 5), games).payoffs[:, 0]
        for name in ("strategist", "best-turn")
    ]
    ahead = (shares[0] - shares[1]).reshape(-1, len(contents)).mean(axis=0)
    assert mean(ahead).low > 0
