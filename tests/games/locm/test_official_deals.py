"""Deals of official contests, and content that a player may know."""

import pytest

import ludus
from ludus.arena import Match
from ludus.arena.runner import play_range, replay_game, run_match
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.games.locm.game_data_records import GameData
from ludus.util.errors import OptionError
from tests.cases import each

GAME = ludus.load_game("locm")
DECKS = " ".join(["7"] * 30) + " / " + " ".join(["13"] * 30)


def offers(position):
    return [[position.state.offers[k, j] for j in range(3)] for k in range(30)]


def contest(seed=4, **options):
    players = [load_bot(GAME, "random") for _ in range(2)]
    return Match(GAME, GAME.content(**options), players, seed, competition=True)


def test_ten_deals_of_a_contest_share_their_draft():
    match = contest()
    drafts = [offers(Position.start(GAME, match.content_of(2 * deal), 1)) for deal in range(21)]
    assert drafts[0] == drafts[9] != drafts[10] == drafts[19] != drafts[20]


def test_both_decks_of_a_contest_are_shuffled_with_one_seed():
    match = contest()
    position = Position.start(GAME, match.content_of(0), 1)
    while position.observation(0)["phase"] == "draft":
        position.play("PICK 1")
    first, second = position.state.players[0], position.state.players[1]
    assert [first.deck[k] for k in range(30)] == [second.deck[k] for k in range(30)]
    other = Position.start(GAME, match.content_of(2), 1)
    while other.observation(0)["phase"] == "draft":
        other.play("PICK 1")
    assert [other.state.players[0].deck[k] for k in range(30)] != [first.deck[k] for k in range(30)]


def test_a_contest_has_the_same_result_whole_and_in_parts():
    match = contest()
    whole = run_match(match, 44)
    part = play_range(match, range(3, 24))
    assert (whole.payoffs[3:24] == part.payoffs).all()
    assert (whole.lengths[3:24] == part.lengths).all()


def test_a_game_of_a_contest_has_a_replay_that_can_be_read():
    position = replay_game(contest(), 7)
    assert Replay.from_position(position).positions()[-1].bytes() == position.bytes()


def test_1_5_shares_its_cards_instead():
    match = contest(version="1.5")
    tables = [Position.start(GAME, match.content_of(2 * deal), deal).content.digest for deal in (0, 9, 10)]
    cards = [Position.start(GAME, match.content_of(2 * deal), deal).content.data["cards"] for deal in (0, 9, 10)]
    assert (cards[0] == cards[1]).all()
    assert (cards[0] != cards[2]).any()
    assert len(set(tables)) == 3


@each("options", [{"setup": "dealt"}, {"decks": DECKS}, {"draft_seed": 3}])
def test_a_contest_sets_drafts_and_seeds_itself(options):
    with pytest.raises(OptionError, match="official scheme"):
        run_match(contest(**options), 2)


def test_concealed_content_tells_neither_decks_nor_seeds():
    content = GAME.content(decks=DECKS)
    data = GameData.over(GAME.public_content(content).data)
    assert {data.decks[seat, k] for seat in range(2) for k in range(30)} == {0}
    data = GameData.over(GAME.public_content(GAME.content(draft_seed=5, shuffle_seed_0=6, shuffle_seed_1=7)).data)
    assert (data.fixed_seeds, data.content_seed, data.shuffle_seeds[0], data.shuffle_seeds[1]) == (0, 0, 0, 0)


@each("options", [{}, {"decks": DECKS}, {"setup": "dealt"}, {"version": "1.5"}])
def test_redeals_are_the_same_with_concealed_content(options):
    truth = Position.start(GAME, GAME.content(**options), 5)
    for _ in range(70):
        if truth.end_reason:
            break
        truth.play(truth.legal_moves[-1])
    known = Position.from_bytes(GAME, GAME.public_content(truth.content), truth.bytes())
    for seat in range(2):
        assert truth.resample(seat, 9).bytes() == known.resample(seat, 9).bytes()
        assert truth.observation(seat)["phase"] == known.observation(seat)["phase"]
