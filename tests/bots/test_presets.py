"""Players with a name of their own, and evaluations that come with a game."""

import pytest

from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.bots import bot_names, load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.util.errors import ContentError, OptionError, UnknownName
from tests.cases import each
from tests.messages import mentions

game = load_game("locm")


def test_a_named_player_is_the_one_that_its_text_says():
    one, other = load_compiled_bot(game, "champion"), load_compiled_bot(game, game.bots.presets["champion"].text)
    assert one.name == "champion"
    opponent = load_compiled_bot(game, "baseline2")
    digests = [run_match(Match(game, game.content(), [who, opponent], seed=3), 4).digest() for who in (one, other)]
    assert digests[0] == digests[1]


def test_the_novice_is_weaker_than_the_bot_whose_battles_it_plays():
    match = Match(game, game.content(), [load_compiled_bot(game, name) for name in ("novice", "baseline1")], seed=11)
    assert match.by_player(run_match(match, 1000))[:, 0].mean() < 0.45  # 0.41 of 400 games of a tournament


def test_named_players_are_listed_and_suggested():
    assert {"champion", "champion-standard"} <= set(bot_names(game))
    with pytest.raises(UnknownName, match="champion"):
        load_compiled_bot(game, "champoin")


@each("text", ["champion:iterations=5", "champion+greedy", "weighted+champion"])
def test_a_preset_takes_no_options_or_partners(text):
    with pytest.raises(OptionError, match=mentions("champion", "weighted+mcts")):
        load_compiled_bot(game, text)


def test_an_evaluation_that_comes_with_the_game_is_known_by_its_bare_name():
    assert load_compiled_bot(game, "beam:weights=champion").members[1].params.tobytes() != (
        load_compiled_bot(game, "beam:weights=champion-standard").members[1].params.tobytes()
    )
    with pytest.raises(ContentError, match="there is no such file"):
        load_compiled_bot(game, "beam:weights=champoin")


def test_the_champion_wins_against_coac():
    match = Match(game, game.content(), [load_compiled_bot(game, "champion"), load_compiled_bot(game, "coac")], seed=5)
    assert match.by_player(run_match(match, 100))[:, 0].mean() > 0.6  # 0.798 of ten thousand
