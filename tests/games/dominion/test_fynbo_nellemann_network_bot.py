"""The Fynbo-Nellemann bot: inputs of its networks, its plans, and rejected files.

test_bots.py checks with all bots that it is legal and fair.
"""

import json
from itertools import pairwise

import numpy as np
import pytest

import ludus
from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core import plain
from ludus.games.dominion.bots import fynbo_nellemann_network_bot as network_bot
from ludus.games.dominion.bots.fynbo_nellemann_network_bot import action_order_search, networks
from ludus.games.dominion.bots.fynbo_nellemann_network_bot.networks import (
    FILE,
    NAME,
    SHAPES,
    Memory,
    Params,
    PlanScratch,
)
from ludus.games.dominion.notation import write_move
from ludus.games.dominion.state import BUY_CARD
from ludus.search.network_bots import Neuron
from ludus.search.network_files import networks_to_data
from ludus.util.errors import ContentError, OptionError
from tests.cases import each
from tests.messages import mentions

from .positions import Seat, begin, position, random_game
from .question_positions import WAYS

GAME = ludus.load_game("dominion")
PLAIN = {
    "progress": {"how far": Neuron("sigmoid", 0.0, 1.0, {})},
    "buy": {"worth": Neuron("identity", 0.5, 1.0, {})},
    "state": {"value": Neuron("identity", 0.0, 1.0, {"coins": 1.0})},
}


class PlainBot:
    """The bot in plain Python, with custom networks."""

    def __init__(self, here, orders=24, samples=20, **networks):
        self.params, self.memory, self.scratch = (kind.over(kind.zeros(1)) for kind in (Params, Memory, PlanScratch))
        network_bot.bot.write_networks(PLAIN | networks, self.params)
        self.params.orders, self.params.samples = orders, samples
        plain(network_bot.begin)(here.data, here.state, 7, self.params, self.memory, self.scratch)

    def answer(self, here):
        arguments = self.params, self.memory, self.scratch
        return write_move(
            here.content, here.state, plain(network_bot.choose)(here.data, here.state, here.player, *arguments)
        )

    def play(self, here, count):
        """Play its next answers."""
        texts = []
        for _ in range(count):
            texts.append(self.answer(here))
            here.play(texts[-1])
        return texts


def prefers(*names, bias=-0.5):
    """A network that prefers these cards, the first one most, and rejects all others."""
    weights = {f"{name}: asked": float(2 * (len(names) - k)) for k, name in enumerate(names)}
    return {"worth": Neuron("identity", bias, 1.0, weights)}


def values(**weights):
    return {"value": Neuron("identity", 0.0, 1.0, {name.replace("_", " "): weight for name, weight in weights.items()})}


# Network inputs


def test_the_inputs_are_those_that_the_paper_lists():
    assert len(SHAPES["state"].inputs) == 16
    buy = SHAPES["buy"]
    assert len(buy.inputs) == 4 + 5 * (32 + 7)
    assert [name for name in buy.inputs if name.startswith("Witch")] == [
        "Witch: in game",
        "Witch: pile",
        "Witch: own",
        "Witch: others'",
        "Witch: asked",
    ]


@each("way", range(len(WAYS)))
def test_all_inputs_are_between_0_and_1_on_any_position(way):
    for seed in range(3):
        first = begin(seed, **WAYS[way])
        memory = PlainBot(first).memory
        for here in random_game(first, seed):
            if here.state.asked == BUY_CARD and not here.state.reason:
                plain(network_bot.note_turn)(here.data, here.state.players[here.player], memory)
                for see, names, more in (
                    (networks.progress_inputs, networks.PROGRESS, ()),
                    (networks.buy_inputs, networks.BUY, (memory, 0.5)),
                    (networks.state_inputs, networks.STATE, (memory, 9, 0.5)),
                ):
                    inputs = [None] * len(names)
                    plain(see)(*at(here), *more, inputs)
                    assert all(value is not None and 0 <= value <= 1 for value in inputs)


def at(here):
    return here.data, here.state, here.state.active


def buy_inputs(here, memory):
    inputs = [0.0] * networks.BUY_SIZE
    plain(networks.buy_inputs)(*at(here), memory, 0.25, inputs)
    return dict(zip(networks.BUY, inputs, strict=True))


def test_cards_are_counted_in_pile_own_deck_and_others_decks():
    here = position(Seat("2 Smithy, 3 Copper"), Seat("Smithy, 4 Copper"), supply="5 Smithy")
    inputs = buy_inputs(here, PlainBot(here).memory)
    assert [inputs[f"Smithy: {what}"] for what in networks.EACH_CARD] == [1.0, 0.5, 0.2, 0.1]
    assert [inputs[f"Witch: {what}"] for what in networks.EACH_CARD] == [0.0] * 4
    assert inputs["own coins"] == pytest.approx(3 / 5 / 3)
    assert inputs["others' coins"] == pytest.approx(4 / 5 / 3)
    assert inputs["progress"] == 0.25


def test_the_most_expensive_gain_of_each_of_the_last_three_rounds_is_remembered():
    here = position(Seat("Workshop, 3 Silver, Gold", bag="5 Copper"), Seat("5 Copper", bag="5 Copper"))
    sitting = PlainBot(here, buy=prefers("Province"))
    assert sitting.play(here, 1) == ["PLAY Workshop"]
    here.play("GAIN Smithy", "BUY Province", "STOP")
    assert buy_inputs(here, sitting.memory)["recent gains"] == 0.0
    assert sitting.play(here, 1) == ["STOP"]
    assert buy_inputs(here, sitting.memory)["recent gains"] == pytest.approx(8 / 3 / 8)


def test_the_turn_so_far_is_seen_by_the_network_that_judges_it():
    here = position(
        Seat("Thief, Village, 3 Copper", bag="10 Copper"), Seat("5 Copper", deck="Gold, Copper"), played="Witch"
    )
    sitting = PlainBot(here, state=values(stolen=1.0))
    assert sitting.play(here, 4) == ["PLAY Village", "PLAY Thief", "TRASH Gold", "GAIN Gold"]
    inputs = [0.0] * networks.STATE_SIZE
    plain(networks.state_inputs)(*at(here), sitting.memory, sitting.memory.stolen, 0.5, inputs)
    inputs = dict(zip(networks.STATE, inputs, strict=True))
    assert (inputs["Witch"], inputs["Militia"], inputs["stolen"], inputs["gains"]) == (1 / 3, 0.0, 0.5, 0.5)
    assert (inputs["coins"], inputs["buys"], inputs["progress"], inputs["bias"]) == (4 / 16, 0.0, 0.5, 1.0)


# Buying


def test_the_card_with_the_highest_output_is_bought_and_nothing_below_0():
    for wanted, bought in ((("Silver", "Smithy"), "BUY Silver"), (("Gold", "Smithy"), "BUY Smithy"), ((), "STOP")):
        here = position(Seat("5 Copper"))
        assert PlainBot(here, buy=prefers(*wanted)).answer(here) == bought


def test_of_equal_cards_the_most_expensive_is_bought_and_never_a_curse():
    here = position(Seat("5 Copper"))
    assert PlainBot(here).answer(here) in ("BUY Laboratory", "BUY Market", "BUY Festival", "BUY Duchy")
    here = position(Seat("5 Estate"), supply="0 Copper")
    assert "BUY Curse" in here.moves()
    assert PlainBot(here).answer(here) == "STOP"


def test_what_is_owned_can_change_what_is_wanted():
    enough = {"worth": Neuron("identity", -0.5, 1.0, {"Smithy: asked": 2.0, "Smithy: own": -20.0})}
    assert PlainBot(here := position(Seat("4 Copper"))).answer(here) != "STOP"
    assert PlainBot(here := position(Seat("4 Copper")), buy=enough).answer(here) == "BUY Smithy"
    assert PlainBot(here := position(Seat("4 Copper", bag="Smithy")), buy=enough).answer(here) == "STOP"


# The order of Actions


def test_the_order_that_is_worth_most_is_played():
    here = position(Seat("Village, Smithy, Festival, Copper", bag="12 Copper"))
    assert sorted(PlainBot(here).play(here, 3)[:2]) == ["PLAY Festival", "PLAY Village"]
    for wanted in ("Militia", "Witch"):
        here = position(Seat("Militia, Witch, 3 Estate", bag="9 Copper"), Seat("3 Copper"))
        assert PlainBot(here, state=values(**{wanted: 1.0})).answer(here) == f"PLAY {wanted}"


def test_a_throne_room_doubles_the_next_card_of_the_plan():
    for wanted, target in (({"coins": 1.0}, "Militia"), ({"gains": 1.0}, "Workshop")):
        here = position(Seat("Workshop, Throne Room, Militia", bag="9 Estate"), Seat("3 Copper"))
        assert PlainBot(here, state=values(**wanted)).play(here, 2) == ["PLAY Throne Room", f"PLAY {target}"]


def test_a_plan_is_followed_while_the_hand_is_as_expected_and_made_anew_otherwise():
    here = position(Seat("Festival, Woodcutter, Militia, Estate", bag="Village, 9 Copper"), Seat("3 Copper"))
    sitting = PlainBot(here)
    sitting.play(here, 1)
    planned = sitting.memory.plan_size, sitting.memory.plan_at
    sitting.play(here, 1)
    assert (sitting.memory.plan_size, sitting.memory.plan_at - 1) == planned  # nothing was drawn
    here = position(Seat("Laboratory, Woodcutter, Militia", deck="Smithy, Village"), Seat("3 Copper"))
    sitting = PlainBot(here)
    assert sitting.play(here, 1) == ["PLAY Laboratory"]
    sitting.answer(here)
    assert (sitting.memory.plan_size, sitting.memory.plan_at) == (4, 1)


def test_one_kind_of_action_needs_no_plan():
    here = position(Seat("2 Smithy, 3 Copper", bag="9 Copper"))
    sitting = PlainBot(here)
    assert sitting.play(here, 1) == ["PLAY Smithy"]
    assert sitting.memory.plan_size == 0


def orders(here, *names, actions=1):
    """All distinguishable orders of some cards."""
    here.state.actions = actions
    sitting = PlainBot(here)
    line, slots = [here.slot(name) for name in names], [0] * 8
    plain(action_order_search.rank_line)(line, slots, len(line))
    arguments = here.data, here.state, sitting.memory
    count = plain(action_order_search.count_orders)(*arguments, line, slots, len(line), 1000)
    results = []
    while True:
        if plain(action_order_search.is_representative_order)(*arguments, line, slots, len(line)):
            results.append([here.name(slots[rank]) for rank in line])
        if not plain(action_order_search.next_order)(line, len(line)):
            break
    assert count == len(results)
    return results


def test_orders_that_differ_only_in_cards_without_an_action_count_once():
    here = position(Seat("Smithy, Militia, Witch, Village, Throne Room, 2 Copper"), Seat("3 Copper"))
    assert len(orders(here, "Smithy", "Militia", "Witch")) == 3
    assert len(orders(here, "Smithy", "Militia", "Witch", actions=3)) == 6
    assert len(orders(here, "Village", "Village", "Smithy", actions=9)) == 3
    assert len(orders(here, "Throne Room", "Smithy", "Militia")) == 4  # two of them begin with a pair
    for one, other in pairwise(orders(here, "Village", "Smithy", "Militia", "Witch")):
        assert one != other


def test_too_many_orders_are_drawn_at_random():
    hand = "Village, Festival, Laboratory, Market, Smithy, Militia, Witch"
    here = position(Seat(hand, bag="20 Copper"), Seat("3 Copper"))
    sitting = PlainBot(here, orders=3, samples=1)
    assert sitting.answer(here) in here.moves()
    assert sitting.memory.plan_size == 7


# As a bot


def test_it_comes_with_networks_and_beats_random_and_drew():
    for rival, least in (("random", 0.95), ("drew", 0.5)):
        match = Match(GAME, GAME.content(), [load_compiled_bot(GAME, NAME), load_compiled_bot(GAME, rival)], seed=3)
        outcomes = run_match(match, 1000, Threads(1))
        assert match.by_player(outcomes)[:, 0].mean() > least


def test_the_calibrated_networks_are_others():
    usual, calibrated = (load_compiled_bot(GAME, f"{NAME}{more}").params for more in ("", ":networks=calibrated"))
    assert not np.array_equal(usual["buy"]["bias"], calibrated["buy"]["bias"])


def test_custom_networks_are_read_from_a_file(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(networks_to_data("dominion", NAME, "by hand", PLAIN)))
    player = load_compiled_bot(GAME, f"{NAME}:networks={file},samples=3")
    assert player.params["samples"][0] == 3
    assert player.params["buy"]["bias"][0, 0] == 0.5
    with pytest.raises(OptionError, match="samples"):
        load_compiled_bot(GAME, f"{NAME}:samples=0")


def test_messages_about_wrong_files_name_the_place(tmp_path):
    file = tmp_path / "mine.json"
    data = json.loads(FILE.read_text())
    data["networks"]["state"]["value"]["from"] = {"coin": 1.0}
    file.write_text(json.dumps(data))
    with pytest.raises(ContentError, match=mentions("mine.json", "'state.value.from'", "'coin'", "'coins'")):
        load_compiled_bot(GAME, f"{NAME}:networks={file}")
    with pytest.raises(ContentError, match="no such file with networks"):
        load_compiled_bot(GAME, f"{NAME}:networks=nowhere.json")


def test_a_file_may_be_changed_and_read_again(tmp_path):
    file = tmp_path / "mine.json"
    for bias in (0.5, 0.75):
        plans = PLAIN | {"buy": {"worth": Neuron("identity", bias, 1.0, {})}}
        file.write_text(json.dumps(networks_to_data("dominion", NAME, "by hand", plans)))
        assert load_compiled_bot(GAME, f"{NAME}:networks={file}").params["buy"]["bias"][0, 0] == bias
