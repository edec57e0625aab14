"""A game that a bot lost because it had to wait for a processor is played once more, and marked."""

import json

import pytest

from ludus.arena import Tournament
from ludus.arena.contest_rules import ContestRules
from ludus.arena.contest_standings import contest_standings
from ludus.arena.external_bot_limits import BotLimits
from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.arena.tournament_dir import starved_games
from ludus.arena.tournament_verification import verify_tournament
from ludus.bots import load_bot
from ludus.bots.bot import STARVED, Fault
from ludus.core.game_registry import registered_game
from ludus.report.tournament import caveats
from ludus.testing.example_games import auction

GAME = auction.game


class StarvedBot:
    """Plays the first legal move; in its first tries of some games, it has to wait for a processor."""

    reproducible = False

    def __init__(self, tries, name="starved"):
        self.name, self.tries, self.joined = name, dict(tries), []

    def join(self, position, seat, seed):
        self.joined.append((position.seed, seat))
        return SeatedStarvedBot(self, (position.seed, seat))

    def close(self):
        pass


class SeatedStarvedBot:
    log = "here\n"

    def __init__(self, bot, game):
        self.bot, self.game = bot, game

    def choose(self, position):
        if self.bot.tries.get(self.game, 0):
            self.bot.tries[self.game] -= 1
            raise Fault(STARVED, "no reply within 1 s")
        return position.legal_moves[0]

    def watch(self, position, move):
        pass

    def end(self, result):
        pass


def match_of(bot):
    return Match(GAME, GAME.content(), [bot, load_bot(GAME, "random")], 7)


def test_kept_bots_do_not_see_the_deal_of_a_starved_game_again():
    bot = StarvedBot({})
    match = match_of(bot)
    bot.keep, bot.tries = True, {(match.deal_seed(0), 0): 1}
    outcomes = run_match(match, 2)
    assert [match.reasons[reason] for reason in outcomes.end_reasons] == [STARVED, "all sold"]
    assert len(bot.joined) == 2
    assert match.starved == []


def deal_and_seat(match, number):
    return match.start_position(number).seed, match.seating(number).index(0)


@pytest.mark.parametrize("tries", [1, 2])
def test_a_starved_game_is_played_once_more(tries):
    usual = run_match(match_of(StarvedBot({})), 6)
    match = match_of(bot := StarvedBot({}))
    bot.tries = {deal_and_seat(match, 3): tries}
    records = []
    match.on_record = records.append
    outcomes = run_match(match, 6)
    assert [(game.number, game.player, game.again) for game in match.starved] == [(3, 0, tries == 2)]
    assert bot.joined.count(deal_and_seat(match, 3)) == 2
    assert [record.number for record in records] == list(range(6))
    assert "played once more" in records[3].logs[0]
    assert not any("played once more" in log for k, record in enumerate(records) for log in record.logs if k != 3)
    reasons = [match.reasons[k] for k in outcomes.end_reasons]
    if tries == 1:
        assert outcomes.digest() == usual.digest()
    else:
        assert reasons.count(STARVED) == 1
        assert outcomes.payoffs[3].min() == 0.0


@pytest.fixture
def tournament(monkeypatch):
    bot = StarvedBot({})
    monkeypatch.setattr(
        BotLimits, "load_bot", lambda self, game, text, *_, **__: bot if text == "starved" else load_bot(game, text)
    )
    tournament = Tournament(GAME, GAME.content(), ["starved", "random"], 4, 3)
    pairing = tournament.pairing((0, 1))
    bot.tries = {deal_and_seat(pairing, 0): 1, deal_and_seat(pairing, 2): 2}
    with registered_game(GAME):
        yield tournament


def test_a_tournament_stores_and_tells_which_games_were_played_once_more(tournament, tmp_path):
    results = tournament.run(tmp_path / "cup")
    assert starved_games(tmp_path / "cup") == {"starved": ["0-1/0", "0-1/2"]}
    assert any("0-1/0 and 0-1/2" in sentence for sentence in caveats(tournament, results))
    assert results.players[[row.name for row in results.players].index("starved")].faults == {STARVED: 1}
    assert "played once more" in (tmp_path / "cup" / "logs" / "0-1" / "0.txt").read_text()
    assert all(step.holds is not False for step in verify_tournament(tmp_path / "cup", tournament.games_digest))
    events = (tmp_path / "cup" / "events.jsonl").read_text().splitlines()
    assert [event["again"] for event in map(json.loads, events) if "again" in event] == [False, True]


@pytest.mark.parametrize(("reasons", "out"), [((), False), ((STARVED,), True)])
def test_a_starved_bot_is_disqualified_only_if_the_rules_say_so(tournament, reasons, out, tmp_path):
    rules = ContestRules(max_faults=0, fault_reasons=reasons)
    results = tournament.run(tmp_path / "cup")
    played, order = tournament.play_schedule(
        lambda group, games: tournament.stored_games(tournament.open_log(tmp_path / "cup", True), group, games)
    )
    standings = contest_standings(rules, results.names, tournament.reasons, played, order)
    assert [bool(row.disqualified) for row in standings.rows if row.name == "starved"] == [out]


def test_the_clock_is_part_of_a_plan_only_if_it_is_not_real_time():
    assert "clock" not in BotLimits().as_dict()
    assert BotLimits(clock="cpu").as_dict()["clock"] == "cpu"
