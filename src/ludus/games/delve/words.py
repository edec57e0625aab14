"""Positions and moves in words, for the terminal. The notation of moves is in notation.py."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.games.delve.kinds import CATEGORIES, RESOURCES, TARGETS
from ludus.games.delve.moves import END, NODE, PLACES, PLAY, SAVE
from ludus.games.delve.table import Table
from ludus.games.delve.view import view

WIDTH = 78
LABEL = 9  # width of the label column


def describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Describe the position in a few lines; for seat None with the order of the pile."""
    seen = view(content, state, 0)
    lines = [headline(seen)]
    if not seen["turn"] or seen["asked"] == "pick":
        lines += _line("ahead", _ahead(content, seen))
    else:
        lines += _line("enemies", "; ".join(_enemy(k, enemy) for k, enemy in enumerate(seen["enemies"], 1)))
        lines += _line("you", f"{seen['health']} of {seen['full_health']} hit points, {_purse(seen)}")
        lines += _cards(seen, "hand")
        lines += _line("pile", listed(seen["pile"]) or "empty: the discarded cards are shuffled next")
        if seat is None and seen["pile"]:
            lines += _line("in order", ", ".join(in_order(content, state)))
        lines += _line("discarded", listed(seen["discard"])) if seen["discard"] else []
    had = [node["name"] for node in seen["nodes"] if node["had"]]
    lines += _line("nodes", ", ".join(had)) if had else []
    if seen["asked"] == "pick":
        lines += _cards(seen, None)
        lines += _line("asked", f"pick a node ({many(seen['points'], 'skill point')})")
    elif seen["asked"] == "fight":
        lines += _line("asked", "play a card, or END the turn")
    return "\n".join(lines)


def phrase(content: Content, state: Any, move: int) -> str:
    """Describe the effect of a legal move."""
    state, table = snapshot(state), content.read(Table)
    if move == END:
        foes = table.foes[state.encounter]
        struck = sum(foes.attack[k] for k in range(foes.size) if state.enemies[k] > 0)
        return f"the enemies strike for {struck}"
    if move == SAVE:
        return f"keep {many(state.points, 'skill point')} for later"
    if move >= NODE:
        node = content.labels.tree.nodes[move - NODE]
        price = f" for {many(node.price, 'skill point')}" if table.priced else ""
        return f"+{node.value} damage of {TARGETS[node.target]} cards{price}{_leads_to(content, state, move - NODE)}"
    kind, place = divmod(move - PLAY, PLACES)
    card = table.cards[kind]
    damage, paid = card.damage + state.bonus[card.group], f"{card.cost} {RESOURCES[card.resource]}"
    if place >= table.foes[state.encounter].size:
        killed = [k for k in range(table.foes[state.encounter].size) if 0 < state.enemies[k] <= damage]
        return f"{damage} damage to every enemy for {paid}{_kills(killed)}"
    return f"{damage} damage for {paid}{', kills it' if state.enemies[place] <= damage else ''}"


def headline(seen: dict[str, Any]) -> str:
    """Summarise the position in one line."""
    count = seen["last"] - seen["first"] + 1
    if seen["reason"] == "won":
        return f"Delve, over: all {many(count, 'encounter')} won in {many(seen['turns'], 'turn')}"
    if seen["reason"] == "died":
        return f"Delve, over: died in encounter {seen['encounter']}, turn {seen['turn']}; {_won(seen)}"
    if seen["reason"] != "running":
        return f"Delve, over: encounter {seen['encounter']} not won in {many(seen['turn'], 'turn')}; {_won(seen)}"
    if seen["asked"] == "pick":
        return f"Delve: before encounter {seen['encounter']} of {seen['last']}"
    return f"Delve: encounter {seen['encounter']} of {seen['last']}, turn {seen['turn']}"


def many(n: int, thing: str) -> str:
    """Return a count with its noun: 1 turn, 2 turns."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def card_words(facts: dict[str, Any]) -> str:
    """Describe the current effect of a card in one line."""
    whom = "to every enemy" if facts["category"] == CATEGORIES[0] else "to one enemy"
    gained = facts["damage"] - facts["printed_damage"]
    return f"{facts['damage']} {whom} for {facts['cost']} {facts['resource']}{f' (+{gained})' if gained else ''}"


def in_order(content: Content, state: Any) -> list[str]:
    """Return the cards of the pile in the order in which they will be drawn; this is hidden from the player."""
    return [content.labels.cards[state.pile[k]].name for k in reversed(range(state.pile_size))]


def listed(counts: dict[str, int]) -> str:
    """List cards with their copies in one line."""
    return ", ".join(f"{n} {name}" for name, n in counts.items())


def _won(seen: dict[str, Any]) -> str:
    return f"{many(seen['won'], 'encounter')} won"


def _ahead(content: Content, seen: dict[str, Any]) -> str:
    enemies = content.labels.encounters[seen["encounter"] - 1].enemies
    return "; ".join(f"an enemy with {health} hit points, attack {attack}" for attack, health in enemies)


def _enemy(k: int, enemy: dict[str, int]) -> str:
    if enemy["health"] == 0:
        return f"{k} dead"
    return f"{k} has {enemy['health']} of {enemy['full_health']}, attack {enemy['attack']}"


def _purse(seen: dict[str, Any]) -> str:
    return f"{seen['energy']} energy, {seen['mana']} mana"


def _cards(seen: dict[str, Any], zone: str | None) -> list[str]:
    """Describe the cards of a zone, or of the deck, one line each."""
    copies = {name: facts["copies"] for name, facts in seen["cards"].items()} if zone is None else seen[zone]
    lines: list[str] = []
    for name, n in copies.items():
        lines += _line("" if lines else zone or "deck", f"{n} {name}: {card_words(seen['cards'][name])}")
    return lines or _line(zone or "deck", "empty")


def _leads_to(content: Content, state: Any, node: int) -> str:
    tree = content.labels.tree
    children = [tree.nodes[child].name for child in tree.children[node] if not _known(state, child)]
    return f"; leads to {', '.join(children)}" if children else ""


def _known(state: Any, node: int) -> bool:
    """Return whether a node is owned or unlocked."""
    return bool((state.had[node >> 6] | state.open[node >> 6]) >> (node & 63) & 1)


def _kills(places: list[int]) -> str:
    return f", kills {' and '.join(f'enemy {k + 1}' for k in places)}" if places else ""


def _line(label: str, facts: str) -> list[str]:
    first = f"{label:{LABEL}} "
    return wrap(facts, WIDTH, initial_indent=first, subsequent_indent=" " * len(first))
