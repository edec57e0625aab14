"""`ludus rules` and the texts about rules that the games bring."""

import re

import ludus as ludus_package
from ludus.core.game_registry import load_game
from tests.cases import each

OWN_GAMES = ("locm", "dominion", "tribute", "delve", "platformer")


def test_every_game_of_ludus_explains_its_rules_in_the_package(ludus):
    for name in OWN_GAMES:
        game = load_game(name)
        text = game.primer.read_text(encoding="utf-8")
        assert text.startswith(f"# {game.title}: ")
        assert "## The end" in text
        assert 30 < text.count("\n") < 120
        assert ludus("rules", name, "--markdown").stdout == text
        assert game.title in ludus("rules", name).stdout


def test_a_game_without_such_a_text_is_refused(refused):
    assert "auction" in refused("rules", "auction")


def test_cards_of_the_primer_of_delve_are_those_of_the_game():
    import tomllib

    primer = load_game("delve").primer
    cards = tomllib.loads((primer.parent / "content" / "cards.toml").read_text(encoding="utf-8"))["cards"]
    rows = re.findall(
        r"^\| ([A-Z][\w ]+) \| (all enemies|one enemy) \| (\d+) \| (\d+) (\w+) \|$", primer.read_text(), re.M
    )
    shown = {
        row[0]: ("area" if row[1] == "all enemies" else "targeted", int(row[2]), int(row[3]), row[4]) for row in rows
    }
    known = {card["name"]: (card["category"], card["damage"], card["cost"], card["resource"]) for card in cards}
    del known["Ice Storm"]  # only with the option `twins`
    assert shown == known


@each("name", OWN_GAMES)
def test_the_documentation_includes_the_text(name):
    from pathlib import Path

    page = Path(ludus_package.__file__).parents[2] / "docs" / "games" / f"{name}-rules.md"
    assert f'--8<-- "{name}/primer.md"' in page.read_text(encoding="utf-8")
