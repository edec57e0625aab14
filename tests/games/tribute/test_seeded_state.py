"""The reference engine's seeded state, compared with an independent model."""

from ludus.core.position import Position
from ludus.core.rule import plain
from ludus.core.structured_records import snapshot
from ludus.games.tribute import game
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.resampling import reference_seeded_state
from ludus.games.tribute.sot_states_and_moves import tavern_deck, zones
from tests.cases import each

from .positions import random_game


def keys(seed):
    while True:
        seed = (0x5DEECE66D * seed + 0xB) % 2**48
        yield ((seed >> 16) * 2147483646) >> 32


def shuffled(cards, numbers):
    drawn = [next(numbers) for _ in cards]
    return [card for _, _, card in sorted(zip(drawn, range(len(cards)), cards, strict=True))]


def seeded(position, seed):
    copy = position.copy()
    plain(reference_seeded_state)(GameData.over(copy.content.data), copy.state, seed)
    return copy


@each("seed", [42, 123])
def test_zones_are_scrambled_in_order_with_one_generator_and_the_stream_is_at_the_seed_again(seed):
    options = {"patrons": "random", "compat": "reference"}
    for number, position in enumerate(random_game(options, 4, compiled=False)):
        if number % 25 or position.end_reason:
            continue
        state, numbers = snapshot(position.state), keys(seed)
        me, rival = (zones(state, seat) for seat in (state.active, 1 - state.active))
        known = state.players[state.active].counted
        after = snapshot(seeded(position, seed).state)
        own, other = (zones(after, seat) for seat in (state.active, 1 - state.active))
        assert own["cooldown"] == shuffled(me["cooldown"], numbers)
        assert own["draw"] == me["draw"][:known] + shuffled(me["draw"][known:], numbers)
        assert other["cooldown"] == shuffled(rival["cooldown"], numbers)
        assert other["hand"] + other["draw"] == shuffled(rival["hand"] + rival["draw"], numbers)
        assert len(other["hand"]) == len(rival["hand"])
        assert tavern_deck(after) == shuffled(tavern_deck(state), numbers)
        assert after.stream == seed
        assert [after.players[seat].counted for seat in (0, 1)] == [0, 0]


def test_small_seeds_keep_the_true_top_card_if_the_cooldown_is_empty():
    """This is why bots that plan on seeded states are declared as cheating."""
    same_top = 0
    for seed in range(100):
        position = Position.start(game, game.content(patrons="random"), seed, compiled=False)
        top = zones(snapshot(position.state), 0)["draw"][0]
        same_top += zones(snapshot(seeded(position, 123).state), 0)["draw"][0] == top
    assert same_top == 100
