"""The conformance kit over every version and every way to get decks."""

import ludus
from ludus.bots import load_bot
from ludus.testing import CHECKS, Case, conform_bot
from tests.cases import each
from tests.games.laws import every_law, every_way

WAYS = {
    "1.2": {},
    "1.2 dealt": {"setup": "dealt"},
    "1.0": {"version": "1.0"},
    "1.5": {"version": "1.5"},
    "1.5 dealt": {"version": "1.5", "setup": "dealt"},
}
CASES = {way: Case(ludus.load_game("locm"), games=4, options=options) for way, options in WAYS.items()}


@every_way(WAYS)
@every_law
def test_every_version_obeys_every_law(way, law):
    CHECKS[law](CASES[way])


@each("way", WAYS)
def test_the_compiled_random_player_is_fair(way):
    game = ludus.load_game("locm")
    player = load_bot(game, "random")

    def choose(position):
        arrays = player.records()
        addresses = [array.ctypes.data for array in arrays]
        player.begin_entry(position._data_address, position._address, len(position.history), *addresses)
        return player.choose_entry(position._data_address, position._address, position.current_player, *addresses)

    conform_bot(game, choose, games=3, options=WAYS[way])
