"""Search limits of bots: every numeric option of every bot is limited for guests."""

import pytest

from ludus.bots.lookup import bot_specs
from ludus.core.game_registry import load_game
from ludus.studio.bot_permissions import (
    GUEST_LIMITS,
    OWNER_LIMITS,
    UNLIMITED_OPTIONS,
    BotPermissions,
    check_bot_text,
    load_permitted_bot,
    with_turn_seconds,
)
from ludus.studio.option_choices_and_checks import numeric_options, option_choices
from ludus.studio.uploaded_bots import UploadedBots
from ludus.util.errors import OptionError
from tests.cases import each
from tests.messages import mentions, missing

GAMES = ("delve", "dominion", "locm", "tribute")
OPTIONS = [
    (game, bot.name, key, default)
    for game in GAMES
    for bot in bot_specs(load_game(game)).values()
    for key, (_, default) in numeric_options(bot.options).items()
]


@pytest.fixture
def permissions(tmp_path):
    def nothing(name):
        raise AssertionError(name)

    own = UploadedBots(tmp_path, False)
    return {
        "owner": BotPermissions(nothing, False, own),
        "guest": BotPermissions(nothing, False, own, GUEST_LIMITS, True),
    }


def largest(game, bot, key):
    """Largest value that a bot accepts; if there is none, an impossible effort."""
    takes = next(
        choice.takes for choice in option_choices(bot_specs(load_game(game))[bot].options) if choice.key == key
    )
    return float(takes.rpartition(" .. ")[2]) if " .. " in takes else 10**15


@each("text", ["champion:iterations=5", "champion+greedy", "weighted+champion"])
@each("role", ["owner", "guest"])
def test_a_preset_with_options_or_partners_is_refused_by_its_own_name_not_as_unknown(permissions, role, text):
    with pytest.raises(OptionError) as refused:
        check_bot_text(load_game("locm"), text, permissions[role])
    assert not missing(refused.value, "champion", "options", "partners")
    assert "did you mean" not in str(refused.value)


def test_a_guest_who_names_code_is_told_which_bots_guests_can_choose(permissions):
    locm = load_game("locm")
    for text in ("cmd:true", "mine.py:Bot"):
        with pytest.raises(OptionError) as refused:
            load_permitted_bot(locm, text, permissions["guest"])
        assert not missing(refused.value, "shared link", "champion", "coac", "greedy")
        assert "--uploads" not in str(refused.value)
        with pytest.raises(OptionError, match="--uploads"):
            load_permitted_bot(locm, text, permissions["owner"])


@each(("game", "bot", "key", "default"), OPTIONS)
def test_every_numeric_option_of_every_bot_is_limited_for_guests(permissions, game, bot, key, default):
    chosen, most = load_game(game), largest(game, bot, key)
    limit = GUEST_LIMITS.limit(key, default)
    assert (limit is None) == (key in UNLIMITED_OPTIONS)
    allowed = most if limit is None else min(limit, most)
    check_bot_text(chosen, f"{bot}:{key}={allowed:.15g}", permissions["guest"])
    check_bot_text(chosen, f"{bot}:{key}={default}", permissions["guest"])
    if limit is not None and most > limit:
        with pytest.raises(OptionError) as refused:
            check_bot_text(chosen, f"{bot}:{key}={limit + 1:.0f}", permissions["guest"])
        assert f"option {key}: at most {limit:,} here, not {limit + 1:.0f}" in str(refused.value)
        with pytest.raises(OptionError, match=f"option {key}"):
            check_bot_text(chosen, f"{bot}:{key}={most:.0e}", permissions["guest"])


def test_there_are_numeric_options_to_limit():
    assert len(OPTIONS) > 40
    assert {key for *_, key, _ in OPTIONS} - set(UNLIMITED_OPTIONS) <= set(GUEST_LIMITS.limits)


@pytest.mark.parametrize("text", ["1_000_001", "1e7", "+1000001", " 1000001", "1000001.0"])
def test_a_number_is_limited_in_every_notation(permissions, text):
    with pytest.raises(OptionError, match="iterations"):
        check_bot_text(load_game("locm"), f"mcts:iterations={text}", permissions["owner"])


def test_unknown_options_have_a_default_limit(permissions):
    assert GUEST_LIMITS.limit("rollouts", 5) == 100
    assert GUEST_LIMITS.limit("rollouts", 500) == 500  # its default
    assert OWNER_LIMITS.limit("rollouts", 5) is None


def test_each_part_of_a_composite_bot_is_limited(permissions):
    with pytest.raises(OptionError, match=mentions("chad:iterations=1000000", "20,000")):
        check_bot_text(load_game("locm"), "coac+chad:iterations=1000000", permissions["guest"])


@pytest.mark.parametrize(
    ("game", "bot"),
    [
        ("tribute", "courtier:seconds=3600"),
        ("tribute", "beam:seconds=3600,width=200"),
        ("locm", "coac:nodes=999999999999"),
        ("locm", "two-ply:redeals=10000"),
        ("locm", "mcts:iterations=5e6"),
        ("dominion", "fynbo-nellemann:orders=720,samples=10000"),
    ],
)
def test_guests_can_neither_seat_nor_ask_a_bot_with_unlimited_search(open_studio, game, bot):
    studio = open_studio(share="127.0.0.1")
    status, problem = studio.guest.post("/api/tables", {"game": game, "seats": [{}, {"bot": bot}]})
    assert (status, "at most" in problem["message"], "shared link" in problem["message"]) == (400, True, True)
    made = studio.guest.new_session(game, ("random",))
    with studio.guest.join(made) as connection:
        ply = connection.my_turn()["now"]["ply"]
        assert "at most" in connection.ask("ask", ply=ply, bot=bot)["message"]


def test_the_time_for_a_turn_reaches_bots_without_a_budget_of_their_own():
    texts = [None, "mcts", "beam:width=4", "mcts:iterations=9", "decision-tree", "@mine"]
    assert with_turn_seconds(load_game("tribute"), texts, 2.5, OWNER_LIMITS) == [
        None,
        "mcts:turn_seconds=2.5",
        "beam:width=4,turn_seconds=2.5",
        "mcts:iterations=9",
        "decision-tree",
        "@mine",
    ]


@each("texts", [[None, "decision-tree"], ["mcts:iterations=9", "random"], [None, None]])
def test_a_time_for_a_turn_that_no_bot_can_use_is_refused(texts):
    with pytest.raises(OptionError) as refused:
        with_turn_seconds(load_game("tribute"), texts, 2.5, OWNER_LIMITS)
    assert not missing(refused.value, "turn_seconds", *filter(None, texts))


def test_guests_cannot_give_bots_more_time_for_a_turn():
    with pytest.raises(OptionError):
        with_turn_seconds(load_game("tribute"), [None, "mcts"], GUEST_LIMITS.limits["turn_seconds"] + 1, GUEST_LIMITS)
