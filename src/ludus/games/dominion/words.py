"""Positions and moves as text for people at a terminal; notation.py has the move notation."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.games.dominion import moves as m
from ludus.games.dominion import state as s
from ludus.games.dominion.questions import DESTINATION_TEXTS, prompt, times_text
from ludus.games.dominion.sight import card_text, count_by_name, sort_hand, plural, full_observation
from ludus.games.dominion.state import CARD, REASONS
from ludus.games.dominion.table import GAIN, RELATIVE, GameData
from ludus.games.dominion.view import card_observation

WIDTH = 78
LABEL_WIDTH = 9  # width of the label column
NO_BREAK_SPACE = "\xa0"  # no-break space


def describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Position as text.

    Args:
        seat: the seat that looks, shown below the others; None shows everything.
    """
    obs, state = full_observation(content, state, seat), snapshot(state)
    count = len(obs["players"])
    lines = [_headline(state, obs), *_supply(obs)]
    if obs["trash"]:
        lines += _line("trash", _list(obs, _repeat_by_count(obs["trash"])))
    for k in range(count):
        lines += _player(state, obs, k if seat is None else (seat + 1 + k) % count)
    if not state.reason:
        lines += wrap(_prompt_line(content, state, obs), WIDTH, subsequent_indent="  ")
    return "\n".join(lines)


def describe_move(content: Content, state: Any, move: int) -> str:
    """What a legal move does, as an addition to its notation. Contains only what players who see the move may know."""
    state, table = snapshot(state), content.read(GameData)
    if move == m.STOP:
        return STOP_TEXTS.get(state.asked, "no more" if state.least == 0 else "nothing can be chosen")
    if move == m.YES:
        me = state.players[state.chooser]
        return f"put the deck ({plural(me.bag_size + me.top_size, 'card')}) into the discard pile"
    verb, slot = move >> m.VERB << m.VERB, move & CARD
    cost = table.cards[slot].cost
    words = card_text(card_observation(content.labels, table, slot))
    if verb in (m.PLAY, m.BUY) or state.asked == s.GAIN_CARD:
        head = {m.BUY: f"for {cost}", m.GAIN: f"costs {cost}{_where(state)}"}.get(verb, "")
        if state.asked == s.DOUBLE_ACTION:
            head = times_text(content, state)
        return ": ".join(filter(None, (head, words)))
    if state.asked == s.TRASH_HAND:
        return f"costs {cost}{_then_gain(content, state, cost)}"
    if state.asked in (s.JUDGE_CARD, s.TRASH_ASIDE):
        return f"{'back on' if verb == m.KEEP else 'from'} {_player_label(state.aside_of)}'s deck"
    return MOVE_TEXTS[state.asked][verb]


STOP_TEXTS = {
    s.PLAY_ACTION: "no more Actions: pay and buy",
    s.BUY_CARD: "end the turn",
    s.GAIN_CARD: "gain nothing",
    s.REVEAL_CARD: "show nothing",
    s.DOUBLE_ACTION: "play nothing",
    s.TAKE_LOOT: "leave the rest in the trash",
    s.MAY_DISCARD_DECK: "leave the deck as it is",
    s.MAY_PLAY_CARD: "leave it in the discard pile",
    s.RECALL_CARD: "leave the discard pile as it is",
}
MOVE_TEXTS = {
    s.DISCARD_HAND: {m.DISCARD: "from hand"},
    s.PUT_HAND: {m.PUT: "from hand on top of the deck"},
    s.REVEAL_CARD: {m.REVEAL: "and the attack passes by"},
    s.TAKE_LOOT: {m.GAIN: "out of the trash"},
    s.SET_ASIDE: {m.KEEP: "into hand", m.ASIDE: "and discard it in the end"},
    s.RECALL_CARD: {m.PUT: "from the discard pile on top of the deck"},
    s.SORT_CARD: {m.TRASH: "out of the game", m.DISCARD: "to the discard pile", m.KEEP: "back on the deck"},
    s.ORDER_CARDS: {m.PUT: "back on the deck, below the others"},
}


def _where(state: Any) -> str:
    return f", comes{DESTINATION_TEXTS[state.to]}" if state.to in DESTINATION_TEXTS else ""


def _then_gain(content: Content, state: Any, cost: int) -> str:
    """What trashing a card allows one to gain: Remodel and Mine."""
    frame = state.frames[state.depth - 1]
    card = content.read(GameData).cards[frame.card]
    following = card.steps[frame.step + 1] if frame.step + 1 < card.step_count else None
    if following is None or following.op != GAIN or not following.how & RELATIVE:
        return ""
    return f", then gain up to {cost + following.n}"


def _headline(state: Any, obs: dict[str, Any]) -> str:
    title = f"Dominion, {obs['edition']} edition"
    if not state.reason:
        return f"{title}: turn {state.players[state.active].turns + 1} of {_player_label(state.active)}"
    winners = obs["winners"]
    points = plural(obs["players"][winners[0]]["points"], "point")
    won = " and ".join(map(_player_label, winners)) + (" share the victory" if len(winners) > 1 else " won")
    return f"{title}, over: {won} with {points} ({REASONS[state.reason]})"


def _prompt_line(content: Content, state: Any, obs: dict[str, Any]) -> str:
    def call(seat: int) -> str:
        return "you" if seat == obs["seat"] else _player_label(seat)

    who = f"{call(state.chooser)} {'are' if state.chooser == obs['seat'] else 'is'}"
    playing = f" ({obs['playing'][-1]['card']})" if obs["playing"] else ""
    return f"{who} to {prompt(content, state, obs, call)}{playing}"


def _supply(obs: dict[str, Any]) -> list[str]:
    """The piles by cost."""
    lines: list[str] = []
    for cost in sorted({card["cost"] for card in obs["cards"].values()}):
        piles = [(name, n) for name, n in obs["supply"].items() if obs["cards"][name]["cost"] == cost]
        facts = ", ".join(f"{name}{NO_BREAK_SPACE}{n or 'none'}" for name, n in piles)
        lines += _line("supply" if not lines else "", facts, f"{cost:2}: ")
    return lines


def _player(state: Any, obs: dict[str, Any], side: int) -> list[str]:
    player, own = obs["players"][side], obs["seat"] in (None, side)
    sizes = [f"hand {len(player['hand'])}", f"deck {player['deck']}", f"discard pile {len(player['discard'])}"]
    facts = [plural(player["points"], "point"), f"{plural(player['turns'], 'turn')} taken", *sizes]
    lines = [f"{_player_label(side)}{' (you)' if side == obs['seat'] else ''}: {', '.join(facts)}"]
    lines += _line("  owns", _list(obs, _repeat_by_count(player["owned"])))
    if own or any(player["hand"]):
        lines += _line("  hand", _list(obs, player["hand"]))
    if any(player["top"]):
        lines += _line("  on deck", ", ".join(card or "a hidden card" for card in reversed(player["top"])))
    if own and player["bag"]:
        lines += _line("  deck", f"{_list(obs, _repeat_by_count(player['bag']))} in any order")
    if player["discard"]:
        lines += _line("  discard", f"{player['discard'][-1] or 'a hidden card'} on top")
    if state.active == side and not state.reason:
        lines += _turn(obs)
    if obs["aside"] and obs["aside_of"] == side:
        lines += _line("  aside", ", ".join(card or "a hidden card" for card in obs["aside"]))
    return lines


def _turn(obs: dict[str, Any]) -> list[str]:
    """Resources and played cards of the active player."""
    counts = [plural(obs["buys"], "buy"), plural(obs["coins"], "coin")]
    if obs["phase"] == "action":
        counts.insert(0, plural(obs["actions"], "action"))
    extra = [f"{plural(obs['merchants'], 'coin')} more with a Silver"] if obs["merchants"] else []
    lines = _line("  turn", ", ".join(counts + extra))
    if obs["played"]:
        lines += _line("  in play", _list(obs, obs["played"]))
    for frame in obs["playing"]:
        safe = [_player_label(k) for k in range(len(obs["players"])) if frame["immune"] >> k & 1]
        lines += _line("  safe", f"{' and '.join(safe)} from {frame['card']}") if safe else []
    return lines


def _list(obs: dict[str, Any], cards: Iterable[str | None]) -> str:
    """Cards in the order of a sorted hand, equal ones counted."""
    names = [
        f"{n}{NO_BREAK_SPACE}{name or 'hidden'}" if n > 1 or not name else name
        for name, n in count_by_name(sort_hand(obs, cards))
    ]
    return ", ".join(names) or "-"


def _repeat_by_count(counts: dict[str, int]) -> list[str]:
    return [name for name, n in counts.items() for _ in range(n)]


def _line(label: str, facts: str, head: str = "") -> list[str]:
    first = f"{label:{LABEL_WIDTH}} {head}"
    lines = wrap(facts, WIDTH, initial_indent=first, subsequent_indent=" " * len(first))
    return [line.replace(NO_BREAK_SPACE, " ") for line in lines]


def _player_label(seat: int) -> str:
    return f"player {seat}"
