"""Positions and moves as text for people at a terminal; notation.py has the move notation."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap
from typing import Any

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.core.structured_records import snapshot
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.card_text import (
    call_text,
    card_text,
    display_name,
    effect_text,
    effects_text,
    patron_text,
    pending_effect_text,
    price_text,
)
from ludus.games.tribute.game_data_records import LEVELS, GameData
from ludus.games.tribute.notation import question_text
from ludus.games.tribute.observation import observation
from ludus.games.tribute.patrons import standing

WIDTH = 78
LABEL_WIDTH = 10  # width of the label column
CARD_NAME_WIDTH = 23  # width of a card name in the row
NO_BREAK_SPACE = "\xa0"  # no-break space
HIDDEN = "hidden"


def describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Position as text.

    Args:
        seat: the seat that looks, shown below the rival; None shows everything.
    """
    obs, state = full_observation(content, state, seat), snapshot(state)
    lines = [_headline(obs)]
    lines += _line("patrons", [_favour(content, name, who, seat) for name, who in obs["patrons"].items()])
    if state.phase == s.BATTLE:
        lines += _row(content, obs)
        for k in (0, 1) if seat is None else (1 - seat, seat):
            lines += _player(obs, k)
        lines += _line(
            "waiting", [pending_effect_text(pending["effect"], [*content.labels.cards]) for pending in obs["waiting"]]
        )
        lines += _line("next turn", [effects_text(words, [*content.labels.cards]) for words in obs["coming"]])
    if not state.reason:
        lines += wrap(question_text(state, _player_label(state.active, seat)), WIDTH, subsequent_indent="  ")
    return "\n".join(line.replace(NO_BREAK_SPACE, " ") for line in lines)


def describe_move(content: Content, state: Any, move: int) -> str:
    """What a legal move does, in addition to its name. Contains only what players who see the move may know."""
    state, card_file = snapshot(state), content.labels.file
    verb, thing = m.split_move(move)
    if verb == m.END_TURN:
        return _end_turn_text(state)
    if verb == m.STOP:
        return ""
    if verb == m.SIDE:
        return _side(content, state, thing)
    if verb == m.DRAFT:
        return patron_text(card_file, content.labels.patrons[thing])
    if verb == m.CALL:
        return _call_text(content, state, thing)
    key = content.labels.cards[state.card_of[thing]]
    card = card_file.cards[key]
    if verb == m.ATTACK:
        return _attack(state, thing)
    if verb == m.PICK:
        return _pick(content, state, key, card)
    contract = card.type.startswith("contract")
    text = card_text(card_file, key)
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
    return f" (card {min(before + 1, LEVELS)} of {display_name(card.deck)} this turn)"


def full_observation(content: Content, state: Any, seat: int | None) -> dict[str, Any]:
    """Observation of a seat; for None an observation that shows each player's things as their owner sees them."""
    if seat is not None:
        return observation(content, state, seat)
    first, second = observation(content, state, 0), observation(content, state, 1)
    return {**first, "seat": None, "players": [first["players"][0], second["players"][1]]}


def count_by_name(names: list[str | None]) -> list[str]:
    """Card names with counts, in order of first appearance."""
    counts = Counter(HIDDEN if name is None else display_name(name) for name in names)
    return [f"{n}{NO_BREAK_SPACE}{name}" if n > 1 or name == HIDDEN else name for name, n in counts.items()]


def plural(n: int, thing: str) -> str:
    """Number with a noun: 1 coin, 2 coins; without thousands separators, unlike `ludus.util.text.plural`."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def _pick(content: Content, state: Any, key: str, card: Any) -> str:
    if state.asked == s.ACQUIRE:
        kind = ", at once" if card.type.startswith("contract") else ""
        return f"costs {card.cost}{kind}: {card_text(content.labels.file, key)}"
    if state.asked == s.SELL:
        return f"out of the game for {card.cost - 1} prestige"
    if state.asked == s.MINT:
        return f"out of the game for a new {display_name(content.labels.cards[state.effect])}"
    return ""


def _side(content: Content, state: Any, side: int) -> str:
    effect = content.read(GameData).effects[state.effect]
    deed = (effect.other_op, effect.other_n, effect.other_what) if side else (effect.op, effect.n, effect.what)
    return effect_text(deed, [*content.labels.cards])


def _call_text(content: Content, state: Any, number: int) -> str:
    key, card_file = content.labels.patrons[number], content.labels.file
    k = state.patrons[: state.patron_count].index(number)
    place = plain(standing)(state, k)
    patron = card_file.patrons[key]
    then = ""
    if patron.favour != "never" and place:
        then = "; favours nobody" if patron.favour == "step" and place == 2 else "; favours the caller"
    return f"for {price_text(patron)}: {call_text(card_file, key, place)}{then}"


def _attack(state: Any, piece: int) -> str:
    rival, power = state.players[1 - state.active], state.players[state.active].power
    health = rival.health[rival.agents[: rival.agent_count].index(piece)] & s.HEALTH
    return f"for {health} power: knocked out" if power >= health else f"for {power} power: health {health - power} left"


def _end_turn_text(state: Any) -> str:
    me = state.players[state.active]
    parts = [f"{me.power} power becomes prestige"] if me.power else []
    parts += [f"{plural(me.coins, 'coin')} lost"] if me.coins else []
    parts += [f"{plural(me.hand_size, 'card')} unplayed"] if me.hand_size else []
    return ", ".join(parts)


def _headline(obs: dict[str, Any]) -> str:
    seat = obs["seat"]
    if obs["to_move"] is None:
        won = f", won by {_player_label(obs['winner'], seat)}" if obs["winner"] is not None else ", a draw"
        return f"The game is over: {obs['reason']}{won}"
    if obs["phase"] == "draft":
        return f"The draft: {_player_label(obs['turn_of'], seat)} to pick"
    return f"Turn {obs['turn']}, {_player_label(obs['turn_of'], seat)} to move"


def _favour(content: Content, name: str, who: int | None, seat: int | None) -> str:
    text = display_name(name)
    if content.labels.file.patrons[name].favour != "never":
        text += f": {'nobody' if who is None else _player_label(who, seat)}"
    return text.replace(" ", NO_BREAK_SPACE)


def _row(content: Content, obs: dict[str, Any]) -> list[str]:
    """The row with card texts, and the deck under it."""
    card_file = content.labels.file
    lines: list[str] = []
    for name in obs["row"]:
        key = name.partition("#")[0]
        card = card_file.cards[key]
        kind = f"{display_name(card.deck)}{' contract' if card.type.startswith('contract') else ''}".replace(
            " ", NO_BREAK_SPACE
        )
        head = f"{'' if lines else 'row':<{LABEL_WIDTH}} {card.cost:2} {display_name(key):<{CARD_NAME_WIDTH}} ".replace(
            " ", NO_BREAK_SPACE
        )
        lines += wrap(f"{head}{kind}: {card_text(card_file, key)}", WIDTH, subsequent_indent=" " * (LABEL_WIDTH + 6))
    deck = obs["tavern"]
    below = f", under them {', '.join(count_by_name(deck['bottom']))}" if deck["bottom"] else ""
    return lines + _line("tavern", [f"{plural(len(deck['unknown']), 'card')} in any order{below}"])


def _player(obs: dict[str, Any], k: int) -> list[str]:
    player = obs["players"][k]
    numbers = [f"{player['prestige']} prestige"]
    if obs["turn_of"] == k or player["coins"] or player["power"]:
        numbers += [plural(player["coins"], "coin"), f"{player['power']} power", plural(player["calls"], "call")]
    sizes = [f"hand {len(player['hand'])}", f"pile {len(player['pile'])}", f"cooldown {len(player['cooldown'])}"]
    lines = [f"{_player_label(k, obs['seat'])}: {', '.join([*numbers, *sizes])}"]
    lines += _line("  hand", count_by_name(player["hand"]))
    known = [name and display_name(name) for name in player["pile"]]
    while known and known[-1] is None:
        known.pop()
    lines += _line("  on top", [name or "a hidden card" for name in known])
    agents = (
        f"{display_name(a['card'])} ({a['health']}{', activated' if a['activated'] else ''})".replace(
            " ", NO_BREAK_SPACE
        )
        for a in player["agents"]
    )
    lines += _line("  agents", [*agents])
    if obs["turn_of"] == k:
        lines += _line("  played", count_by_name(obs["played"]))
        combos = [
            f"{display_name(deck)} {combo['count']}".replace(" ", NO_BREAK_SPACE)
            for deck, combo in obs["combos"].items()
        ]
        lines += _line("  combos", combos)
    return lines + _line("  cooldown", count_by_name(player["cooldown"]))


def _line(label: str, facts: list[str]) -> list[str]:
    if not facts:
        return []
    return wrap(f"{label:<{LABEL_WIDTH}} {', '.join(facts)}", WIDTH, subsequent_indent=" " * (LABEL_WIDTH + 1))


def _player_label(k: int, seat: int | None) -> str:
    if seat is None:
        return f"player {k + 1}"
    return "you" if k == seat else "the rival"
