"""Searches are fair in every version and with every way to build decks."""

from pathlib import Path

import pytest

import ludus
from ludus.bots import load_bot
from ludus.testing.bot_checks import BOT_CHECKS, memories_keep_no_secrets, stateless
from ludus.testing.game_under_test import Case
from tests.games.locm.positions import WAYS

TREE = Path(__file__).parent / "data" / "tree.json"
CASES = {
    way: Case(ludus.load_game("locm"), games=1, options={"version": way.version, "setup": way.setup}) for way in WAYS
}


@pytest.mark.parametrize(
    "text",
    [
        "greedy",
        "agent",
        f"agent:genome={TREE}",
        f"beam:weights={TREE},width=2,depth=6",
        "two-ply:redeals=1",
        "turn:iterations=8",
        "beam:width=2,depth=6",
        "flat:iterations=8",
        "mcts:iterations=20",
        "mcts:iterations=20,scope=turn,backup=max,redeals=2",
    ],
)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.version} {way.setup}")
def test_a_search_obeys_the_laws_for_bots(way, text):
    player = load_bot(ludus.load_game("locm"), text)
    for law in BOT_CHECKS.values():
        law(CASES[way], stateless(player, 1))
    memories_keep_no_secrets(CASES[way], player)
