"""Game statistics count what happened, and change nothing."""

from collections import Counter

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.arena.runner import replay_game, run_match
from ludus.bots import load_bot
from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.games.tribute.state import ACQUIRE

GAMES = 30


def a_match(game, *names, **options):
    return Match(game, game.content(**options), [load_bot(game, name) for name in names], seed=11)


def test_games_with_statistics_are_those_of_the_match():
    match = a_match(load_game("tribute"), "random", "random-no-end")
    assert MatchWithStats(match).play(GAMES).outcomes.digest() == run_match(match, GAMES).digest()


def test_statistics_equal_a_count_made_move_by_move():
    game = load_game("tribute")
    match = a_match(game, "random", "random-no-end")
    counted = MatchWithStats(match).play(GAMES)
    for number in range(GAMES):
        check_stats(game, match, number, counted.stats[number])


def test_without_a_draft_no_player_has_drafted_patrons():
    match = a_match(load_game("tribute"), "random", "random", patrons="random")
    stats = MatchWithStats(match).play(GAMES).stats
    assert not stats["drafted"].any()
    assert (stats["present"].sum(axis=1) == 5).all()


def check_stats(game, match, number, stats):
    """Replay one game and compare its statistics."""
    course = replay_game(match, number)
    position = Position.start(game, match.content_of(number), course.seed)
    cards, patrons = match.content.labels.cards, match.content.labels.patrons
    taken, called, drafted = ([Counter(), Counter()] for _ in range(3))
    for event in course.history:
        word, _, thing = event.text.partition(" ")
        if word == "BUY" or (word == "PICK" and position.state.asked == ACQUIRE):
            taken[event.seat][thing.partition("#")[0]] += 1
        elif word == "CALL":
            called[event.seat][thing] += 1
        elif word == "DRAFT":
            drafted[event.seat][thing] += 1
        position.play(event.move)
    for seat in range(2):
        assert named(cards, stats["taken"][seat]) == taken[seat]
        assert named(patrons, stats["called"][seat]) == called[seat]
        assert named(patrons, stats["drafted"][seat]) == drafted[seat]
        assert named(cards, stats["owned"][seat]) == owned(position, seat, cards)
    assert stats["turns"] == position.state.turn
    assert [patrons[k] for k in range(len(patrons)) if stats["present"][k]] == sorted(
        {patrons[position.state.patrons[k]] for k in range(5)}, key=patrons.index
    )


def named(names, counts):
    return Counter({names[k]: int(counts[k]) for k in range(len(names)) if counts[k]})


def owned(position, seat, cards):
    state, me = position.state, position.state.players[seat]
    zones = [
        (me.hand, me.hand_size),
        (me.pile, me.pile_size),
        (me.cooldown, me.cooldown_size),
        (me.agents, me.agent_count),
    ]
    if state.active == seat:
        zones.append((state.played, state.played_size))
    return Counter(cards[state.card_of[zone[k]]] for zone, size in zones for k in range(size))
