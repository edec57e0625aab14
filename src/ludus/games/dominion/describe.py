"""Positions and moves as text for people, and the observations and prompts that texts and images are made of.

notation.py has the move notation. A prompt is the open question as the end of a sentence such as "player 1 is to ...".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from textwrap import wrap
from typing import Any

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.dominion import moves as m
from ludus.games.dominion import state as s
from ludus.games.dominion.game_data_records import (
    ANY,
    DEAR_TREASURE,
    GAIN,
    RELATIVE,
    THIS_CARD,
    TO_DECK,
    TO_HAND,
    TYPES,
    GameData,
)
from ludus.games.dominion.observation import card_observation, observation
from ludus.games.dominion.state import CARD, REASONS

FIXED_PROMPTS = {
    s.PLAY_ACTION: "play an Action or go on to buy",
    s.BUY_CARD: "buy a card or end the turn",
    s.REVEAL_CARD: "show a Reaction or not",
    s.TAKE_LOOT: "gain what was trashed or leave it",
    s.MAY_DISCARD_DECK: "put the deck into the discard pile or not",
    s.RECALL_CARD: "put a card from the discard pile on the deck or not",
    s.ORDER_CARDS: "choose the card that goes back first, below the others",
}
DESTINATION_TEXTS = {TO_HAND: " into hand", TO_DECK: " onto the deck"}
WIDTH = 78
LABEL_WIDTH = 9  # width of the label column
NO_BREAK_SPACE = "\xa0"  # no-break space
EFFECTS = {  # of moves whose name does not say it, by question and verb
    s.REVEAL_CARD: {m.REVEAL: "the attack passes by"},
    s.TAKE_LOOT: {m.GAIN: "out of the trash"},
    s.SET_ASIDE: {m.KEEP: "into hand", m.ASIDE: "discarded in the end"},
    s.RECALL_CARD: {m.PUT: "from the discard pile"},
    s.SORT_CARD: {m.KEEP: "back on the deck"},
    s.ORDER_CARDS: {m.PUT: "below the others"},
}


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
    """What a legal move does, in addition to its name. Contains only what players who see the move may know."""
    state, data = snapshot(state), content.read(GameData)
    if move == m.STOP:
        return ""
    if move == m.YES:
        me = state.players[state.chooser]
        return plural(me.bag_size + me.top_size, "card")
    verb, slot = move >> m.VERB << m.VERB, move & CARD
    cost = data.cards[slot].cost
    words = card_text(card_observation(content.labels, data, slot))
    if verb in (m.PLAY, m.BUY) or state.asked == s.GAIN_CARD:
        head = {m.BUY: f"for {cost}", m.GAIN: f"costs {cost}{_where(state)}"}.get(verb, "")
        if state.asked == s.DOUBLE_ACTION:
            head = times_text(content, state)
        return ": ".join(filter(None, (head, words)))
    if state.asked == s.TRASH_HAND:
        return f"costs {cost}{_then_gain(content, state, cost)}"
    if state.asked in (s.JUDGE_CARD, s.TRASH_ASIDE):
        return f"{'back on' if verb == m.KEEP else 'from'} {_player_label(state.aside_of)}'s deck"
    return EFFECTS.get(state.asked, {}).get(verb, "")


def full_observation(content: Content, state: Any, seat: int | None) -> dict[str, Any]:
    """Observation of a seat; for None an observation that shows each player's things as their owner sees them."""
    if seat is not None:
        return observation(content, state, seat)
    first = observation(content, state, 0)
    views = [first, *(observation(content, state, k) for k in range(1, len(first["players"])))]
    players = [obs["players"][k] for k, obs in enumerate(views)]
    return {**first, "seat": None, "players": players, "aside": views[first["aside_of"]]["aside"]}


def count_by_name(cards: Iterable[str | None]) -> list[tuple[str | None, int]]:
    """Card names with counts, in order of first appearance; None is a hidden card."""
    return list(Counter(cards).items())


def sort_hand(obs: dict[str, Any], cards: Iterable[str | None]) -> list[str | None]:
    """Cards in the order of a sorted hand: Actions, Treasures, Victory cards, Curses, expensive first; hidden ones
    last.
    """
    places = {name: k for k, name in enumerate(obs["cards"])}

    def place(name: str | None) -> tuple[int, int, int]:
        if name is None:
            return 4, 0, 0
        card = obs["cards"][name]
        order = ("Action", "Treasure", "Victory", "Curse")
        return min(order.index(kind) for kind in card["types"] if kind in order), -card["cost"], places[name]

    return sorted(cards, key=place)


def card_text(facts: dict[str, Any]) -> str:
    """Bonuses and text of a card in one line."""
    bonuses = [*bonus_texts(facts), *(["keeps attacks off"] if "Reaction" in facts["types"] else [])]
    return "; ".join(filter(None, (", ".join(bonuses), *facts["do"])))


def bonus_texts(facts: dict[str, Any]) -> list[str]:
    """Bonuses of a card."""
    amounts = ((facts[f"{thing}s"], thing) for thing in ("card", "action", "buy", "coin"))
    words = [f"+{plural(n, thing)}" for n, thing in amounts if n]
    words += [plural(facts["points"], "point")] if facts["points"] else []
    return words + ([f"1 point for every {plural(facts['points_per'], 'card')}"] if facts["points_per"] else [])


def prompt(content: Content, state: Any, obs: dict[str, Any], seat_name: Callable[[int], str]) -> str:
    """Prompt of the pending decision, as far as the seat of the observation may know; `seat_name` names a seat."""
    if state.asked in FIXED_PROMPTS:
        return FIXED_PROMPTS[state.asked]
    if state.asked in (s.DISCARD_HAND, s.TRASH_HAND):
        verb = "discard" if state.asked == s.DISCARD_HAND else "trash"
        return f"{verb} {_so_many(state, _kind(state, obs))} from hand"
    if state.asked == s.GAIN_CARD:
        return (
            f"gain {_a(_kind(state, obs))} for up to {state.limit}{DESTINATION_TEXTS.get(state.to, '')}{_or_not(state)}"
        )
    if state.asked == s.PUT_HAND:
        return f"put {_a(_kind(state, obs))} from hand on the deck{_or_not(state)}"
    if state.asked == s.DOUBLE_ACTION:
        return f"choose an Action that is played {times_text(content, state)}{_or_not(state)}"
    if state.asked == s.MAY_PLAY_CARD:
        return f"play {_the(obs['players'][state.chooser]['discard'][-1])} just discarded or not"
    return _aside_prompt(state, obs, seat_name)


def times_text(content: Content, state: Any) -> str:
    """How often the chosen Action is played."""
    frame = state.frames[state.depth - 1]
    n = content.read(GameData).cards[frame.card].steps[frame.step].n
    return "twice" if n == 2 else f"{n} times"


def plural(n: int, thing: str) -> str:
    """Number with a noun: -1 point, 2 coins; without thousands separators, unlike `ludus.util.text.plural`."""
    return f"{n} {thing}" if abs(n) == 1 else f"{n} {thing}s"


def _aside_prompt(state: Any, obs: dict[str, Any], seat_name: Callable[[int], str]) -> str:
    owner = seat_name(state.aside_of)
    whose = "your" if owner == "you" else "their own" if state.aside_of == state.chooser else f"{owner}'s"
    if state.asked == s.TRASH_ASIDE:
        return f"trash {_a(_kind(state, obs))} from {whose} revealed cards"
    if state.asked == s.SORT_CARD:
        return f"trash, discard or keep {_the(obs['aside'][state.lowest])}"
    card = _the(obs["aside"][-1])
    if state.asked == s.JUDGE_CARD:
        return f"discard {card} from {whose} deck or put it back"
    return f"take {card} into hand or set it aside"


def _kind(state: Any, obs: dict[str, Any]) -> str:
    """Name of the cards that the question concerns."""
    if state.what == ANY:
        return "card"
    if state.what == DEAR_TREASURE:
        return "Treasure other than Copper"
    if state.what >= THIS_CARD:
        return list(obs["cards"])[state.what - THIS_CARD]
    return next(f"{name} card" if name == "Victory" else name for k, name in enumerate(TYPES) if state.what >> k & 1)


def _so_many(state: Any, name: str) -> str:
    """Number of cards of a set still to be chosen."""
    if state.most == 1:
        return f"{_a(name)}{'' if state.least else ' or none'}"
    cards = "Duchies" if name == "Duchy" else f"{name}s"
    return f"{'up to ' if state.least < state.most else ''}{state.most} {cards}"


def _or_not(state: Any) -> str:
    return "" if state.least else " or not"


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _the(card: str | None) -> str:
    return f"the {card}" if card else "a hidden card"


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
    return f"player {seat + 1}"
