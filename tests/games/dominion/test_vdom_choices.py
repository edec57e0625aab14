"""Cards that the vDom bots discard when a card text fixes the number."""

import pytest

import ludus
from ludus.arena.match_spec import Match
from ludus.arena.runner import play_game, run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core import plain
from ludus.games.dominion.bots.vdom_choices import DREW, EARL, choose_for_card
from ludus.games.dominion.bots.vdom_memory_and_lookups import Scratch, VdomMemory, reset_memory
from tests.cases import each

from .positions import Seat, position

GAME = ludus.load_game("dominion")
STYLES = {"earl": EARL, "drew": DREW}
COUNCIL_ROOMS = "Council Room, Militia, Village, Festival, Laboratory, Market, Smithy, Woodcutter, Workshop, Chapel"


class Victim:
    """Seat 1, played by a bot whose opponent plays a Militia; its memory lasts for several positions."""

    def __init__(self, style):
        self.style, self.memory = style, VdomMemory.over(VdomMemory.zeros())
        plain(reset_memory)(position(kingdom="Militia").data, 1, self.memory)

    def choice(self, here):
        """Name of the card that the bot discards next."""
        move = plain(choose_for_card)(here.data, here.state, 1, self.memory, Scratch.over(Scratch.zeros()), self.style)
        return here.name(move)

    def discards(self, hand):
        """Names of the cards that the bot discards from a hand, without those that the rules discard for it."""
        here = position(Seat("Militia"), Seat(hand))
        here.play("PLAY Militia")
        chosen = []
        while here.player == 1:
            chosen.append(self.choice(here))
            here.play(f"DISCARD {chosen[-1]}")
        return chosen, here.hand(1)


@each("style", STYLES)
def test_a_plan_that_the_rules_completed_is_not_used_for_the_next_hand(style):
    victim = Victim(STYLES[style])
    assert victim.discards("3 Copper, Estate, Duchy, Province") == (["Estate"], "3 Copper")
    chosen, kept = victim.discards("2 Copper, Silver, Gold, Duchy")
    assert chosen == ["Copper", "Duchy"]
    assert kept == "Copper, Silver, Gold"


@each("style", STYLES)
def test_a_card_that_the_rules_discard_in_between_counts_as_a_planned_one(style):
    # The first three cards are kept. The bot discards the Copper, the rules an Estate, then the bot is asked again.
    assert Victim(STYLES[style]).discards("3 Estate, Province, Estate, Copper") == (["Copper", "Province"], "3 Estate")


def test_drew_discards_the_later_of_two_equal_actions_and_then_the_first_card():
    assert Victim(DREW).discards("Village, 3 Gold, Village") == (["Village"], "3 Gold")


@each("style", STYLES)
def test_a_new_plan_is_made_if_another_card_was_discarded(style):
    victim = Victim(STYLES[style])
    here = position(Seat("Militia"), Seat("Silver, Gold, Estate, Duchy, Province, Village")).play("PLAY Militia")
    assert victim.choice(here) == "Estate"
    here.play("DISCARD Silver")  # two useful cards are left, so the first three cards are kept
    assert victim.choice(here) == "Province"


@pytest.mark.parametrize("names", [("drew", "drew", "drew"), ("big-money", "earl", "drew")])
def test_moves_are_legal_and_those_of_compiled_and_plain_games_with_council_rooms(names):
    content = GAME.content(kingdom=COUNCIL_ROOMS, seats=3)
    match = Match(GAME, content, [load_bot(GAME, name) for name in names], seed=1)
    compiled = run_match(match, 60, Threads(1))
    for number in range(60):
        episode = play_game(match, number)
        assert episode.fault == ""
        assert list(episode.payoffs) == list(compiled.payoffs[number])
    slow_match = Match(GAME, content, [load_bot(GAME, name, compiled=False) for name in names], seed=1, compiled=False)
    slow = run_match(slow_match, 6, Threads(1))
    assert slow.payoffs.tolist() == compiled.payoffs[:6].tolist()
    assert slow.lengths.tolist() == compiled.lengths[:6].tolist()
