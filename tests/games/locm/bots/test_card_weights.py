"""Weights of the official cards, scores of all others, and what is picked by them."""

from dataclasses import replace

import pytest

from ludus.bots import load_bot
from ludus.core import plain
from ludus.core.position import Position
from ludus.games.locm import game
from ludus.games.locm.bots import card_weights
from ludus.games.locm.bots.card_weight_draft import CURVE
from ludus.games.locm.bots.card_weights import (
    FEATURES,
    FIRST,
    SECOND,
    TIER_SIZE,
    TIERS,
    VERSIONS,
    CardWeights,
    fill_weights,
    read_scores,
    read_weights,
    weights_by_tier,
)
from ludus.games.locm.card_list import KINDS, OFFICIAL_CARDS, pack_card, read_cards, write_cards
from ludus.games.locm.deck_building import MAX_COPIES
from ludus.games.locm.game_data_records import GameData, LocmCard
from ludus.games.locm.state import BATTLE
from ludus.util.errors import ContentError

card_weight, card_score = plain(card_weights.card_weight), plain(card_weights.card_score)
CARDS = {card.number: card for card in read_cards(OFFICIAL_CARDS)}


@pytest.fixture(scope="module")
def weights():
    found = CardWeights.over(CardWeights.zeros(1))
    fill_weights(found)
    return found


def packed(card):
    record = LocmCard.over(LocmCard.zeros(1))
    pack_card(card, record)
    return record


def test_every_official_card_has_a_weight_for_each_seat_and_every_kind_scores():
    assert list(read_weights()) == ["1.0", "1.2"]
    assert all(list(listed) == list(CARDS) for listed in read_weights().values())
    assert list(read_scores()) == [(version, kind) for version in VERSIONS for kind in KINDS]
    assert {len(scores) for scores in read_scores().values()} == {len(FEATURES)}


@pytest.mark.parametrize("version", ["1.0", "1.2"])
def test_official_cards_go_by_the_weights_of_the_version(weights, version):
    data = GameData.over(game.content(version=version).data)
    for index in (0, 68, 150):
        pair = read_weights()[version][data.cards[index].number]
        assert [card_weight(data, index, seat, weights) for seat in (FIRST, SECOND)] == list(pair)


def test_a_changed_card_and_a_card_of_ones_own_go_by_their_properties(weights, tmp_path):
    changed = replace(CARDS[1], attack=CARDS[1].attack + 1)
    stranger = replace(CARDS[2], number=999)
    path = tmp_path / "cards.csv"
    path.write_text(write_cards([changed, *(CARDS[k] for k in range(2, 161)), stranger]), encoding="utf-8")
    data = GameData.over(game.content(cards=str(path)).data)
    two_lanes = VERSIONS.index("1.2")
    assert card_weight(data, 0, FIRST, weights) == card_score(packed(changed), two_lanes, weights)
    assert card_weight(data, 1, FIRST, weights) == read_weights()["1.2"][2][0]
    assert card_weight(data, 160, FIRST, weights) == card_score(packed(stranger), two_lanes, weights)


@pytest.mark.parametrize("version", range(len(VERSIONS)))
def test_more_for_less_scores_higher(weights, version):
    modest = replace(CARDS[19], cost=5, attack=4, defense=4)
    for better in (replace(modest, cost=3), replace(modest, attack=6, defense=6)):
        assert card_score(packed(better), version, weights) > card_score(packed(modest), version, weights)


def test_tiers_are_one_list_for_both_seats_in_steps():
    found = weights_by_tier(read_weights()["1.2"])
    means = {number: sum(pair) / 2 for number, pair in read_weights()["1.2"].items()}
    ranked = sorted(means, key=means.get, reverse=True)
    assert [found[number] for number in ranked] == sorted(found.values(), reverse=True)
    assert len(set(found.values())) <= len(CARDS) / TIER_SIZE
    assert len({found[number] for number in ranked[:TIER_SIZE]}) == 1


def test_columns_that_do_not_fit_are_refused(monkeypatch, tmp_path):
    path = tmp_path / "weights.csv"
    path.write_text("version,number,one,two\n1.2,1,2,3\n")
    monkeypatch.setattr(card_weights, "WEIGHTS_FILE", path)
    with pytest.raises(ContentError, match="the columns are not first, second"):
        read_weights.__wrapped__()


# What is picked


def picks(name, **options):
    position = Position.start(game, game.content(**options), 5)
    sitting = [load_bot(game, name).join(position, seat, 1) for seat in range(2)]
    while position.state.phase != BATTLE:
        yield position, (move := sitting[position.current_player].choose(position))
        position.play(move)


@pytest.mark.parametrize(("name", "lists"), [("weighted", (FIRST, SECOND)), ("onelane", (TIERS, TIERS))])
def test_of_an_offer_the_heaviest_is_picked(name, lists, weights):
    for position, move in picks(name):
        data, state = GameData.over(position.content.data), position.state
        offered = [card_weight(data, state.offers[state.picks, k], lists[state.mover], weights) for k in range(3)]
        assert offered[move & 255] == max(offered)


def test_a_constructed_deck_is_cheap_and_follows_the_curve():
    decks = [[], []]
    for position, move in picks("weighted", version="1.5"):
        decks[position.current_player].append(GameData.over(position.content.data).cards[move & 255])
    for deck in decks:
        numbers = [card.number for card in deck]
        assert len(deck) == 30
        assert max(map(numbers.count, numbers)) <= MAX_COPIES
        costs = [card.cost for card in deck]
        assert sum(costs) / len(costs) < 4  # of all cards: 6
        assert all(costs.count(cost) >= CURVE[cost] / 2 for cost in range(4))
