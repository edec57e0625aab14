"""The picture of a position: well-formed, the same every time, and free of what a seat may not see."""

import random
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from ludus.core import plain
from ludus.games.locm import rules
from ludus.games.locm.card_list import CardNames
from ludus.games.locm.card_text import card_sentence
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.narration import LANES
from ludus.games.locm.options import Options, load
from ludus.games.locm.render.position import render_position
from ludus.games.locm.state import (
    BATTLE,
    CONSTRUCT,
    DRAFT,
    OFFERED,
    READY,
    RUNNING,
    TURN_LIMIT,
    State,
)
from ludus.util.svg import fit_text, fit_two_lines, text_width
from tests.cases import each, mostly_slow

prepare, start, legal, apply, hide = map(
    plain, (rules.prepare, rules.start, rules.legal_moves, rules.apply, rules.resample_hidden)
)

GAMES = [(version, setup) for version in ("1.0", "1.2", "1.5") for setup in ("picked", "dealt")]
TEXT = "{http://www.w3.org/2000/svg}"


def play(version, setup, seed):
    """A random game: its content, and its state before every move and at the end."""
    content = load(Options(version=version, setup=setup))
    content = replace(content, data=content.data.copy())
    data, array, moves = GameData.over(content.data), State.zeros(), np.zeros(256, np.int64)
    state, chance = State.over(array), random.Random(seed)
    prepare(data, seed)
    start(data, state, seed)
    states = [array.copy()]
    while not state.reason:
        count = legal(data, state, moves)
        apply(data, state, int(moves[chance.randrange(1 if count == 1 or chance.random() < 0.1 else count)]))
        states.append(array.copy())
    return content, states


@pytest.fixture(scope="module")
def games():
    return {(version, setup): play(version, setup, 11) for version, setup in GAMES}


def some(states, count=12):
    """Positions from all over a game, the first and the last among them."""
    return [states[round(k * (len(states) - 1) / (count - 1))] for k in range(count)]


def first(states, wanted):
    return next(State.over(array) for array in states if wanted(State.over(array)))


def texts(picture):
    return [element.text for element in ElementTree.fromstring(picture).iter(TEXT + "text")]


def titles(picture):
    return [element.text for element in ElementTree.fromstring(picture).iter(TEXT + "title")]


@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_pictures_are_well_formed_and_say_what_they_show(games, game):
    content, states = games[game]
    for array in some(states):
        for seat in (None, 0, 1):
            root = ElementTree.fromstring(render_position(content, State.over(array), seat))
            assert root.tag == TEXT + "svg"
            assert [child.tag for child in root][:2] == [TEXT + "title", TEXT + "desc"]
            assert root[0].text.startswith("Legends of Code and Magic")
            assert root[1].text


@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_pictures_need_nothing_from_outside_and_can_share_a_page(games, game):
    content, states = games[game]
    for array in some(states, 4):
        for element in ElementTree.fromstring(render_position(content, State.over(array), None)).iter():
            assert element.tag.removeprefix(TEXT) in {"svg", "g", "path", "rect", "circle", "text", "title", "desc"}
            assert not {"id", "class", "style", "href"} & set(element.attrib)


@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_the_same_position_gives_the_same_bytes_and_stays_as_it_is(games, game):
    content, states = games[game]
    for array in some(states, 5):
        before = array.tobytes()
        assert render_position(content, State.over(array), 1) == render_position(content, State.over(array.copy()), 1)
        assert array.tobytes() == before


@pytest.mark.parametrize("game", mostly_slow(GAMES, 1), ids="-".join)
def test_a_redeal_of_what_a_seat_cannot_see_looks_the_same_to_it(games, game):
    content, states = games[game]
    data = GameData.over(content.data)
    changed = 0
    for array in some(states, 12):
        for seat in (0, 1):
            seen = render_position(content, State.over(array), seat)
            for seed in (1, 2):
                other = array.copy()
                hide(data, State.over(other), seat, seed)
                changed += render_position(content, State.over(other), None) != render_position(
                    content, State.over(array), None
                )
                assert render_position(content, State.over(other), seat) == seen
    assert changed > 5  # the redeals did change something that can be drawn


def test_the_picture_of_everything_shows_both_hands_and_that_of_a_seat_its_own(games):
    content, states = games["1.2", "dealt"]
    state = first(states, lambda s: s.turn == 2)
    data = GameData.over(content.data)
    for seat in (0, 1):
        for side in (0, 1):
            player = state.players[side]
            shown = titles(render_position(content, state, seat))
            backs = shown.count("a card that is hidden from you")
            assert backs == state.players[1 - seat].hand_count
            hand = [player.deck[player.hand[k]] for k in range(player.hand_count)]
            hints = [card_sentence(content.labels.name(card), data.cards[card]) for card in hand]
            assert all(hint in shown for hint in hints) == (side == seat)
            assert all(hint in titles(render_position(content, state, None)) for hint in hints)


def test_a_draft_shows_the_offer_and_only_the_own_picks(games):
    content, states = games["1.2", "picked"]
    state = first(states, lambda s: s.phase == DRAFT and s.picks == 9 and s.mover == 1)
    for seat, own in ((0, 10), (1, 9)):
        picture = render_position(content, state, seat)
        description = ElementTree.fromstring(picture)[1].text
        assert all(content.labels.name(state.offers[9, k]) in description for k in range(OFFERED))
        shown = texts(picture)
        assert any(text.startswith(f"{own} of 30") for text in shown)
        headings = [f"{player} player: cards taken, oldest first" for player in ("First", "Second")]
        assert [heading in shown for heading in headings] == [seat == 0, seat == 1]
        marked = [text for text in shown if text.startswith("PICK") and text.endswith(": first player")]
        assert len(marked) == (1 if seat == 0 else 0)


def test_construction_marks_the_copies_chosen_by_the_seat_alone(games):
    content, states = games["1.5", "picked"]
    state = first(states, lambda s: s.phase == CONSTRUCT and s.mover == 1 and s.picks == 4)
    marks = [text for text in texts(render_position(content, state, 1)) if text.startswith("×")]
    assert sum(int(mark[1:]) for mark in marks) == 4
    marks = [text for text in texts(render_position(content, state, None)) if text.startswith("×")]
    assert sum(int(mark[1:]) for mark in marks) == 34


def test_lanes_have_the_names_that_moves_in_words_use(games):
    for version, labels in (("1.0", []), ("1.2", ["Left lane", "Right lane"]), ("1.5", ["Left lane", "Right lane"])):
        content, states = games[version, "dealt"]
        state = first(states, lambda s: s.turn > 8 and all(s.players[k].board_count for k in (0, 1)))
        picture = render_position(content, state, None)
        assert [text for text in texts(picture) if re.fullmatch("Lane .*|[A-Z].* lane", text)] == labels
        description = ElementTree.fromstring(picture)[1].text
        assert set(re.findall(r"Creatures( in [a-z ]+)?:", description)) <= (
            {f" in {lane}" for lane in LANES} if labels else {""}
        )


def test_creatures_that_may_attack_glow_and_others_of_the_mover_rest(games):
    content, states = games["1.2", "dealt"]

    def mixed(s):
        me = s.players[s.mover]
        ready = [bool(me.board[k].status & READY) for k in range(me.board_count)]
        return s.reason == RUNNING and len(set(ready)) == 2

    hints = titles(render_position(content, first(states, mixed), None))
    assert any(hint.endswith("; ready to attack") for hint in hints)
    assert any(hint.endswith(("; has attacked", "; summoned this turn")) for hint in hints)


@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_an_ended_game_names_its_winner(games, game):
    content, states = games[game]
    state = State.over(states[-1])
    winner = ("The first player wins", "The second player wins")[state.winner]
    assert any(text.startswith(winner) for text in texts(render_position(content, state, 0)))


def test_a_game_stopped_by_the_turn_limit_has_no_winner(games):
    content, states = games["1.2", "dealt"]
    array = states[-1].copy()
    state = State.over(array)
    state.reason, state.winner = TURN_LIMIT, -1
    assert "Nobody wins: the turn limit is reached" in texts(render_position(content, state, None))


@pytest.mark.parametrize("health", [-32, 0, 999])
def test_any_health_can_be_drawn(games, health):
    content, states = games["1.5", "dealt"]
    array = states[-1].copy()
    State.over(array).players[0].health = health
    assert str(health).replace("-", "−") in texts(render_position(content, State.over(array), None))


def test_names_are_escaped(games):
    nasty = '<script>alert("&")</script>\x00'
    for game in (("1.2", "picked"), ("1.2", "dealt"), ("1.0", "dealt")):
        content, states = games[game]
        content = replace(content, labels=CardNames((nasty,) * 160))
        for array in some(states, 6):
            picture = render_position(content, State.over(array), None)
            assert "<script" not in picture
            assert "\x00" not in picture
            assert any(nasty[:-1] in hint for hint in titles(picture))


def test_cards_without_names_go_by_their_numbers(games):
    content, states = games["1.2", "dealt"]
    state = first(states, lambda s: s.phase == BATTLE)
    card = state.players[0].deck[state.players[0].hand[0]]
    number = GameData.over(content.data).cards[card].number
    hints = titles(render_position(replace(content, labels=None), state, 0))
    assert any(hint.startswith(f"card {number} (") for hint in hints)


@each("name", ["Ox", "Far-reaching Nightmare", "W" * 60, "of a the in on at by to " * 3, "龍" * 30, ""])
def test_a_name_stays_within_its_card(name):
    lines, size = fit_two_lines(name, 10, 63)
    assert len(lines) <= 2
    assert size >= 8
    assert all(text_width(line, size, bold=True) <= 63.01 for line in lines)


def test_a_name_that_fits_is_never_cut():
    assert fit_two_lines("Far-reaching Nightmare", 10, 90)[0] == ["Far-reaching", "Nightmare"]
    assert fit_text("Slimer", 10, 60) == ("Slimer", 10)
