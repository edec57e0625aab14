"""Conformance checks for the simple Scripts of Tribute bots, compiled and plain, including declared cheats."""

import pytest

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.testing import conform_player
from tests.cases import each, mostly_slow, sized, thorough

from ..positions import Board

INTENDED = ("random-no-end", "max-prestige", "patron-favors", "max-agents", "decision-tree")
PUBLISHED = ("random-2023", *(f"{name}-2023" for name in INTENDED))
NO_ALESSIA = (
    "ansei,duke_of_crows,rajhin,psijic,orgnum,hlaalu,pelin,red_eagle"  # with her a published bot makes illegal moves
)
WAYS = {
    "drafted": {"offer": NO_ALESSIA},
    "reference": {"patrons": "random", "offer": NO_ALESSIA, "compat": "reference"},
}


@sized
@pytest.mark.parametrize("way", mostly_slow(["reference", "drafted"], 1))
@pytest.mark.parametrize("name", [*PUBLISHED, *INTENDED])
def test_bots_answer_legally_change_nothing_and_do_not_peek(name, way):
    conform_player(game, name, games=thorough(1, 2), options=WAYS[way])


@pytest.mark.parametrize("name", mostly_slow(reversed(INTENDED), 2))
def test_bots_as_intended_are_legal_with_every_patron(name):
    conform_player(game, name, games=3, seed=5)


@each("name", [*PUBLISHED, *INTENDED])
def test_compiled_and_plain_bots_play_the_same_game(name):
    content = game.content(offer=NO_ALESSIA, turn_limit=6)

    def digest(compiled):
        players = [load_bot(game, name, compiled), load_bot(game, "random", compiled)]
        return run_match(Match(game, content, players, seed=3, compiled=compiled), 2).digest()

    assert digest(True) == digest(False)


def test_only_the_published_max_prestige_cheats():
    cheats = {bot.name for bot in game.bots.compiled() if bot.cheats}
    assert cheats & {*PUBLISHED, *INTENDED} == {"max-prestige-2023"}


def test_the_published_max_prestige_knows_what_it_will_draw_and_the_fair_one_does_not():
    board = Board(
        patrons={"duke_of_crows": "none", "pelin": "none"},
        p1={"hand": ["plunder", "war_song#0", "war_song#1"], "draw": ["siege_weapon_volley", "gold"]},
    )
    redeals = [board.position.resample(0, seed) for seed in range(8)]
    tops = [board.given.name(redeal.state.players[0].pile[1]) for redeal in redeals]
    assert set(tops) == {"siege_weapon_volley", "gold"}

    def choices(name):
        player = load_bot(game, name, compiled=False)
        return [redeal.write_move(player.join(redeal, 0, 3).choose(redeal)).partition("#")[0] for redeal in redeals]

    knows = {"siege_weapon_volley": "PLAY plunder", "gold": "PLAY war_song"}
    assert choices("max-prestige-2023") == [knows[top] for top in tops]
    assert len(set(choices("max-prestige"))) == 1


def test_a_published_bot_starts_its_generator_anew_in_every_game():
    def opening(name, seed):
        content = game.content(patrons="ansei,pelin,hlaalu,rajhin")
        position = Position.start(game, content, 1, compiled=False)
        sitting = load_bot(game, name, compiled=False).join(position, 0, seed)
        for _ in range(8):
            position.play(sitting.choose(position))
            if position.current_player != 0:
                break
        return tuple(position.history)

    assert len({opening("random-no-end-2023", seed) for seed in range(5)}) == 1
    assert len({opening("random-no-end", seed) for seed in range(5)}) > 1
