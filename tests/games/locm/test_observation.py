"""What a seat sees, and that redeals follow from it and from nothing else."""

import json
import random

from ludus.games.locm.game_data_records import PICKED, GameData
from ludus.games.locm.notation import read_move
from ludus.games.locm.observation import is_move_visible, observation
from ludus.games.locm.options import Options
from ludus.games.locm.state import BATTLE, CONSTRUCT, DECK, DRAFT, OFFERED, PICKS, State
from tests.cases import each

from .positions import WAYS, apply, battle, begin, card, copy, hide, legal_moves, wander

OFFERS = ", ".join(f"{n} {n + 1} {n + 2}" for n in range(1, 31))
DECKS = " ".join(str(n) for n in range(1, 31)) + " / " + " ".join(str(n) for n in range(90, 120))
MORE_WAYS = [
    *WAYS,
    Options(version="1.0", offers=OFFERS),
    Options(decks=DECKS),
    Options(version="1.5", decks=DECKS),
    Options(draft_seed=5, shuffle_seed_0=6),
]
SOME = [(way, seed) for seed in (1, 2) for way in MORE_WAYS]


def name(case):
    way, seed = case
    changes = [key for key in ("offers", "decks", "draft_seed") if getattr(way, key) is not None]
    return "-".join((way.version, way.setup, *changes, str(seed)))


def some_positions(case, every=6):
    for k, (content, array) in enumerate(wander(*case)):
        if k % every == 0:
            yield content, array


def redealt(content, array, seat, seed):
    twin = copy(array)
    hide(GameData.over(content.data), State.over(twin), seat, seed)
    return twin


@each("case", SOME, quick=len(MORE_WAYS))
def test_a_redeal_changes_nothing_that_its_seat_sees(case):
    for content, array in some_positions(case):
        state = State.over(array)
        for seat in (0, 1):
            twin = State.over(redealt(content, array, seat, 11))
            assert observation(content, twin, seat) == observation(content, state, seat)
            assert (twin.mover, twin.phase, twin.turn) == (state.mover, state.phase, state.turn)
            if state.mover == seat:
                assert legal_moves(content, twin) == legal_moves(content, state)


@each("case", SOME, quick=len(MORE_WAYS))
def test_a_redeal_of_a_redeal_is_a_redeal(case):
    for content, array in some_positions(case):
        for seat in (0, 1):
            twice = redealt(content, redealt(content, array, seat, 11), seat, 22)
            assert twice.tobytes() == redealt(content, array, seat, 22).tobytes()


def unlike(content, array, seat, choice):
    """The same to this seat, with other hidden things: own deck in another order, other cards with the opponent."""
    twin = copy(array)
    state, data = State.over(twin), GameData.over(content.data)
    me, foe = state.players[seat], state.players[1 - seat]
    state.stream = choice.getrandbits(60)
    if state.phase == BATTLE:
        left = [(me.deck[k], me.order[k]) for k in range(me.drawn, DECK)]
        choice.shuffle(left)
        for k, (index, order) in zip(range(me.drawn, DECK), left, strict=True):
            me.deck[k] = index
            if data.setup == PICKED:  # dealt and given cards are numbered by their place
                me.order[k] = order
        if data.construct and data.setup == PICKED:
            move_about(foe, choice)
        hidden = [foe.hand[k] for k in range(foe.hand_count)] + list(range(foe.drawn, DECK))
    else:
        state.shuffle_seeds[0], state.shuffle_seeds[1] = choice.getrandbits(40), choice.getrandbits(40)
        hidden = range(state.picks) if state.mover != seat else range(DECK * (state.phase == CONSTRUCT and seat == 1))
        if state.phase == DRAFT:
            hidden = range(state.picks + (seat == 1 and state.mover == 1))
            for k in range(state.picks + 1, PICKS) if not data.offered else ():
                for j, index in enumerate(choice.sample(range(data.card_count), OFFERED)):
                    state.offers[k, j] = index
    for place in hidden:
        foe.deck[place] = choice.randrange(data.card_count)
    return twin


def move_about(foe, choice):
    """Constructed decks: neither when a card was drawn nor which ids are still in the deck can be seen."""
    held = [foe.hand[k] for k in range(foe.hand_count)]
    hidden = [foe.order[k] for k in (*held, *range(foe.drawn, DECK))]
    choice.shuffle(hidden)
    shown = [(foe.deck[k], foe.order[k]) for k in range(foe.drawn) if k not in held]
    choice.shuffle(shown)
    held = sorted(choice.sample(range(foe.drawn), len(held)))
    for k, place in enumerate(held):
        foe.hand[k] = place
    for place in range(DECK):
        if place in held or place >= foe.drawn:
            foe.order[place] = hidden.pop()
        else:
            foe.deck[place], foe.order[place] = shown.pop()


NUMBERED_BY_PLACE = [case for case in SOME if case[0].version == "1.5" and (case[0].setup == "dealt" or case[0].decks)]


@each("case", [case for case in SOME if case not in NUMBERED_BY_PLACE], quick=len(WAYS))
def test_resampling_depends_only_on_what_the_seat_sees(case):
    check_redeals_of_what_looks_alike(case)


@each("case", NUMBERED_BY_PLACE)
def test_a_redeal_of_dealt_decks_in_1_5_depends_only_on_what_its_seat_sees(case):
    check_redeals_of_what_looks_alike(case)


def check_redeals_of_what_looks_alike(case):
    choice = random.Random(3)
    for content, array in some_positions(case):
        for seat in (0, 1):
            other = unlike(content, array, seat, choice)
            assert observation(content, State.over(other), seat) == observation(content, State.over(array), seat)
            assert redealt(content, other, seat, 5).tobytes() == redealt(content, array, seat, 5).tobytes()


def test_a_redeal_in_1_5_forgets_when_the_opponent_drew_what_it_played():
    """The same two items are played, here from the front and there from the end of the hand."""
    here, there = (battle("1.5", cards=[card("blue")] * 4, hand="0 1 2 3") for _ in range(2))
    for place in range(4):
        there.me.deck[place], there.me.order[place] = 3 - place, 3 - place
    for twin in (here, there):
        twin.data.setup = PICKED
        twin.play("USE 0 -1", "USE 2 -1")
    assert observation(here.content, here.state, 1) == observation(there.content, there.state, 1)
    one, two = (redealt(twin.content, twin.array, 1, 5) for twin in (here, there))
    assert one.tobytes() == two.tobytes()


@each("case", SOME)
def test_a_view_is_plain_data(case):
    for content, array in some_positions(case, 12):
        for seat in (0, 1):
            seen = observation(content, State.over(array), seat)
            assert json.loads(json.dumps(seen)) == seen


def test_the_draft_shows_the_offers_so_far_and_the_own_picks():
    content, array = begin(Options(), 2)
    state, data = State.over(array), GameData.over(content.data)
    for text in ("PICK 1", "PICK 2", "PICK 0"):
        apply(data, state, read_move(content, state, text))
    numbers = [[data.cards[state.offers[k, j]].number for j in range(OFFERED)] for k in range(2)]
    seen = observation(content, state, 1)
    assert (seen["phase"], seen["to_move"], seen["reason"], seen["winner"]) == ("draft", 1, "running", None)
    assert seen["offers"] == numbers
    assert [card["number"] for card in seen["offer"]] == numbers[1]
    assert (seen["picked"], seen["opponent_picked"]) == ([numbers[0][2]], 2)
    assert observation(content, state, 0)["picked"] == [numbers[0][1], numbers[1][0]]
    assert "me" not in seen


def test_constructing_shows_the_card_list_and_how_far_the_other_is():
    content, array = begin(Options(version="1.5"), 2)
    state, data = State.over(array), GameData.over(content.data)
    for text in ("CHOOSE 5", "CHOOSE 5", "CHOOSE 117"):
        apply(data, state, read_move(content, state, text))
    seen = observation(content, state, 0)
    assert [card["number"] for card in seen["cards"]] == list(range(120))
    assert seen["cards"][17]["name"] == "card 17"
    assert seen["picked"] == [5, 5, 117]
    assert (observation(content, state, 1)["picked"], observation(content, state, 1)["opponent_picked"]) == ([], 3)
    apply(data, state, read_move(content, state, "PASS"))
    assert (observation(content, state, 1)["to_move"], observation(content, state, 1)["opponent_picked"]) == (1, 30)


def test_a_battle_shows_the_own_hand_and_only_the_size_of_the_other():
    here = battle(hand="7 151", mine="2/2 GW lane1", their_hand=3, health=(21, 9), runes=(4, 1), mana=6, deck=18)
    mine, theirs = observation(here.content, here.state, 0), observation(here.content, here.state, 1)
    assert [(card["id"], card["name"]) for card in mine["me"]["hand"]] == [(1, "Rootkin Sapling"), (3, "Decimate")]
    assert mine["me"]["deck"] == [3] * 18
    for hidden in ("hand", "deck"):
        assert hidden not in mine["opponent"]
    assert (theirs["opponent"]["hand_size"], theirs["opponent"]["deck_size"]) == (2, 18)
    public = {key: mine["me"][key] for key in theirs["opponent"]}
    assert public == theirs["opponent"]
    assert (public["health"], public["runes"], public["mana"], public["next_draw"]) == (21, 4, 6, 1)
    assert public["board"] == [
        {
            "id": 201,
            "number": 3,
            "name": "Beavrat",
            "lane": 1,
            "attack": 2,
            "defense": 2,
            "keywords": "---G-W",
            "can_attack": True,
            "has_attacked": False,
            "touched": False,
        }
    ]


def test_version_1_5_shows_health_lost_instead_of_runes():
    here = battle("1.5", mine="3/3", cards=[card()] * 4).play("ATTACK 201 -1")
    foe = observation(here.content, here.state, 0)["opponent"]
    assert foe["health_lost"] == 3
    assert "runes" not in foe


def test_a_finished_game_names_winner_and_reason():
    here = battle(mine="30/1").play("ATTACK 201 -1")
    seen = observation(here.content, here.state, 1)
    assert (seen["to_move"], seen["reason"], seen["winner"]) == (None, "killed", 0)


def test_only_the_cards_that_the_other_takes_are_secret():
    for way in (Options(), Options(version="1.5")):
        content, array = begin(way, 1)
        state = State.over(array)
        for move in legal_moves(content, state):
            assert is_move_visible(content, state, move, 0)
            assert not is_move_visible(content, state, move, 1)
    here = battle(hand="1", mine="1/1")
    for move in legal_moves(here.content, here.state):
        assert is_move_visible(here.content, here.state, move, 0)
        assert is_move_visible(here.content, here.state, move, 1)
