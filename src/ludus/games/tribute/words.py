"""Positions and moves as text for people at a terminal; notation.py has the move notation."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap
from typing import Any

from ludus.core.contract import Content
from ludus.core.rule import plain
from ludus.core.snapshot import snapshot
from ludus.games.tribute import moves as m
from ludus.games.tribute import state as s
from ludus.games.tribute.patrons import standing
from ludus.games.tribute.sayings import (
    call_words,
    card_words,
    deed_words,
    name_of,
    patron_words,
    price_words,
    said,
    waiting_words,
)
from ludus.games.tribute.table import LEVELS, Table
from ludus.games.tribute.text import asks
from ludus.games.tribute.view import view

WIDTH = 78
LABEL = 10  # width of the label column
CARD = 23  # width of a card name in the row
TOGETHER = "\xa0"  # no-break space
HIDDEN = "hidden"


def describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Position as text.

    Args:
        seat: the seat that looks, shown below the rival; None shows everything.
    """
    obs, state = sight(content, state, seat), snapshot(state)
    lines = [_headline(obs)]
    lines += _line("patrons", [_favour(content, name, who, seat) for name, who in obs["patrons"].items()])
    if state.phase == s.BATTLE:
        lines += _row(content, obs)
        for k in (0, 1) if seat is None else (1 - seat, seat):
            lines += _player(obs, k)
        lines += _line(
            "waiting", [waiting_words(pending["effect"], [*content.labels.cards]) for pending in obs["waiting"]]
        )
        lines += _line("next turn", [said(words, [*content.labels.cards]) for words in obs["coming"]])
    if not state.reason:
        lines += wrap(asks(state, _call(state.active, seat)), WIDTH, subsequent_indent="  ")
    return "\n".join(line.replace(TOGETHER, " ") for line in lines)


def phrase(content: Content, state: Any, move: int) -> str:
    """What a legal move does, as an addition to its notation. Contains only what players who see the move may know."""
    state, card_file = snapshot(state), content.labels.file
    verb, thing = move >> m.VERB << m.VERB, move & m.THING
    if verb == m.END_TURN:
        return _ending(state)
    if verb == m.STOP:
        return "no more" if state.most else "there is nothing to choose"
    if verb == m.SIDE:
        return _side(content, state, thing)
    if verb == m.DRAFT:
        return patron_words(card_file, content.labels.patrons[thing])
    if verb == m.CALL:
        return _calling(content, state, thing)
    key = content.labels.cards[state.card_of[thing]]
    card = card_file.cards[key]
    if verb == m.ATTACK:
        return _attack(state, thing)
    if verb == m.PICK:
        return _pick(content, state, key, card)
    contract = card.type.startswith("contract")
    text = card_words(card_file, key)
    if verb == m.BUY:
        text = f"for {card.cost}{', at once' if contract else ''}: {text}"
    return text + (_combo(content, state, card) if verb != m.BUY or contract else "")


def _combo(content: Content, state: Any, card: Any) -> str:
    """Position of a card among the cards of its deck this turn, if that matters."""
    deck, keys = content.labels.patrons.index(card.deck), content.labels.cards
    before = state.plays[deck]
    earlier = [content.labels.file.cards[keys[state.earlier[deck][k]]] for k in range(min(before, s.EARLIER))]
    if not before or not any(
        card_spec.combo2 or card_spec.combo3 or card_spec.combo4 for card_spec in (card, *earlier)
    ):
        return ""
    return f" (card {min(before + 1, LEVELS)} of {name_of(card.deck)} this turn)"


def sight(content: Content, state: Any, seat: int | None) -> dict[str, Any]:
    """Observation of a seat; for None an observation that shows each player's things as their owner sees them."""
    if seat is not None:
        return view(content, state, seat)
    first, second = view(content, state, 0), view(content, state, 1)
    return {**first, "seat": None, "players": [first["players"][0], second["players"][1]]}


def counted(names: list[str | None]) -> list[str]:
    """Card names with counts, in order of first appearance."""
    counts = Counter(HIDDEN if name is None else name_of(name) for name in names)
    return [f"{n}{TOGETHER}{name}" if n > 1 or name == HIDDEN else name for name, n in counts.items()]


def many(n: int, thing: str) -> str:
    """Number with a noun: 1 coin, 2 coins."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


PICKS = {
    s.REPLACE: "to the bottom of the tavern",
    s.DESTROY: "out of the game",
    s.RECALL: "onto the draw pile",
    s.RECALL_AGENT: "onto the draw pile",
    s.RALLY: "onto the draw pile",
    s.TOSS: "into cooldown",
    s.DONATE: "discard it and draw a card",
    s.DISCARD: "discard it",
    s.KNOCK_OUT: "knock it out",
    s.BANISH: "knock it out",
}


def _pick(content: Content, state: Any, key: str, card: Any) -> str:
    if state.asked == s.ACQUIRE:
        kind = ", at once" if card.type.startswith("contract") else ""
        return f"costs {card.cost}{kind}: {card_words(content.labels.file, key)}"
    if state.asked == s.SELL:
        return f"out of the game for {card.cost - 1} prestige"
    if state.asked == s.MINT:
        return f"out of the game for a new {name_of(content.labels.cards[state.effect])}"
    return PICKS[state.asked]


def _side(content: Content, state: Any, side: int) -> str:
    effect = content.read(Table).effects[state.effect]
    deed = (effect.other_op, effect.other_n, effect.other_what) if side else (effect.op, effect.n, effect.what)
    return deed_words(deed, [*content.labels.cards])


def _calling(content: Content, state: Any, number: int) -> str:
    key, card_file = content.labels.patrons[number], content.labels.file
    k = state.patrons[: state.patron_count].index(number)
    place = plain(standing)(state, k)
    patron = card_file.patrons[key]
    then = ""
    if patron.favour != "never" and place:
        then = "; favours nobody" if patron.favour == "step" and place == 2 else "; favours the caller"
    return f"for {price_words(patron)}: {call_words(card_file, key, place)}{then}"


def _attack(state: Any, piece: int) -> str:
    rival, power = state.players[1 - state.active], state.players[state.active].power
    health = rival.health[rival.agents[: rival.agent_count].index(piece)] & s.HEALTH
    return f"for {health} power: knocked out" if power >= health else f"for {power} power: health {health - power} left"


def _ending(state: Any) -> str:
    me = state.players[state.active]
    parts = [f"{me.power} power becomes prestige"] if me.power else []
    parts += [f"{many(me.coins, 'coin')} lost"] if me.coins else []
    parts += [f"{many(me.hand_size, 'card')} unplayed"] if me.hand_size else []
    return ", ".join(parts) or "the turn is over"


def _headline(seen: dict[str, Any]) -> str:
    seat = seen["seat"]
    if seen["to_move"] is None:
        won = f", won by {_call(seen['winner'], seat)}" if seen["winner"] is not None else ", a draw"
        return f"The game is over: {seen['reason']}{won}"
    if seen["phase"] == "draft":
        return f"The draft: {_call(seen['turn_of'], seat)} to pick"
    return f"Turn {seen['turn']}, {_call(seen['turn_of'], seat)} to move"


def _favour(content: Content, name: str, who: int | None, seat: int | None) -> str:
    text = name_of(name)
    if content.labels.file.patrons[name].favour != "never":
        text += f": {'nobody' if who is None else _call(who, seat)}"
    return text.replace(" ", TOGETHER)


def _row(content: Content, seen: dict[str, Any]) -> list[str]:
    """The row with card texts, and the deck under it."""
    card_file = content.labels.file
    lines: list[str] = []
    for name in seen["row"]:
        key = name.partition("#")[0]
        card = card_file.cards[key]
        kind = f"{name_of(card.deck)}{' contract' if card.type.startswith('contract') else ''}".replace(" ", TOGETHER)
        head = f"{'' if lines else 'row':<{LABEL}} {card.cost:2} {name_of(key):<{CARD}} ".replace(" ", TOGETHER)
        lines += wrap(f"{head}{kind}: {card_words(card_file, key)}", WIDTH, subsequent_indent=" " * (LABEL + 6))
    deck = seen["tavern"]
    below = f", under them {', '.join(counted(deck['bottom']))}" if deck["bottom"] else ""
    return lines + _line("tavern", [f"{many(len(deck['unknown']), 'card')} in any order{below}"])


def _player(seen: dict[str, Any], k: int) -> list[str]:
    player = seen["players"][k]
    numbers = [f"{player['prestige']} prestige"]
    if seen["turn_of"] == k or player["coins"] or player["power"]:
        numbers += [many(player["coins"], "coin"), f"{player['power']} power", many(player["calls"], "call")]
    sizes = [f"hand {len(player['hand'])}", f"pile {len(player['pile'])}", f"cooldown {len(player['cooldown'])}"]
    lines = [f"{_call(k, seen['seat'])}: {', '.join([*numbers, *sizes])}"]
    lines += _line("  hand", counted(player["hand"]))
    known = [name and name_of(name) for name in player["pile"]]
    while known and known[-1] is None:
        known.pop()
    lines += _line("  on top", [name or "a hidden card" for name in known])
    agents = (
        f"{name_of(a['card'])} ({a['health']}{', activated' if a['activated'] else ''})".replace(" ", TOGETHER)
        for a in player["agents"]
    )
    lines += _line("  agents", [*agents])
    if seen["turn_of"] == k:
        lines += _line("  played", counted(seen["played"]))
        combos = [f"{name_of(deck)} {combo['count']}".replace(" ", TOGETHER) for deck, combo in seen["combos"].items()]
        lines += _line("  combos", combos)
    return lines + _line("  cooldown", counted(player["cooldown"]))


def _line(label: str, facts: list[str]) -> list[str]:
    if not facts:
        return []
    return wrap(f"{label:<{LABEL}} {', '.join(facts)}", WIDTH, subsequent_indent=" " * (LABEL + 1))


def _call(k: int, seat: int | None) -> str:
    if seat is None:
        return f"player {k + 1}"
    return "you" if k == seat else "the rival"
