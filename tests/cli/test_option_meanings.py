"""Tables of options: every option of every game, bot, command and study has a meaning."""

import pytest

from ludus.bots.lookup import bot_specs
from ludus.cli.catalog import option_rows
from ludus.core.game_registry import game_names, load_game
from ludus.design.base.designer import DESIGNERS, find_designer
from ludus.lab import find_study, study_names
from ludus.lab.config_fields import config_fields


def blank(rows):
    return [name for name, _, _, meaning in rows if not meaning.strip()]


@pytest.mark.parametrize("name", game_names())
def test_every_option_of_a_game_and_its_bots_has_a_meaning(name):
    game = load_game(name)
    assert blank(option_rows(game.options)) == []
    assert {
        bot: blank(option_rows(spec.options))
        for bot, spec in bot_specs(game).items()
        if blank(option_rows(spec.options))
    } == {}


@pytest.mark.parametrize("name", DESIGNERS)
def test_every_option_of_inspect_and_make_has_a_meaning(name):
    designer = find_designer(name)
    for options in (designer.inspect_options, designer.make_options):
        rows = option_rows(options)
        assert rows
        assert blank(rows) == []


@pytest.mark.parametrize("name", study_names())
def test_every_key_of_a_study_has_a_meaning(name):
    fields = list(config_fields(find_study(name).config))
    assert fields
    assert [field.key for field in fields if not field.description.strip()] == []
