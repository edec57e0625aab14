"""Positions and moves in words, for the terminal. The notation of moves is in notation.py."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.delve.constants import CATEGORIES, RESOURCES, TARGETS
from ludus.games.delve.game_data import GameData
from ludus.games.delve.moves import END, NODE, PLAY, SAVE, TARGET_SLOTS
from ludus.games.delve.observation import observation
from ludus.util.text import plural

LINE_WIDTH = 78
LABEL_WIDTH = 9  # width of the label column


def describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Describe the position in a few lines; for seat None with the order of the pile."""
    obs = observation(content, state, 0)
    lines = [headline(obs)]
    if not obs["turn"] or obs["asked"] == "pick":
        lines += _line("ahead", _next_enemies(content, obs))
    else:
        lines += _line("enemies", "; ".join(_enemy(k, enemy) for k, enemy in enumerate(obs["enemies"], 1)))
        lines += _line("you", f"{obs['health']} of {obs['full_health']} hit points, {_resources(obs)}")
        lines += _cards(obs, "hand")
        lines += _line("pile", list_cards(obs["pile"]) or "empty: the discarded cards are shuffled next")
        if seat is None and obs["pile"]:
            lines += _line("in order", ", ".join(pile_in_order(content, state)))
        lines += _line("discarded", list_cards(obs["discard"])) if obs["discard"] else []
    had = [node["name"] for node in obs["nodes"] if node["had"]]
    lines += _line("nodes", ", ".join(had)) if had else []
    if obs["asked"] == "pick":
        lines += _cards(obs, None)
        lines += _line("asked", f"pick a node ({plural(obs['points'], 'skill point')})")
    elif obs["asked"] == "fight":
        lines += _line("asked", "play a card, or END the turn")
    return "\n".join(lines)


def describe_move(content: Content, state: Any, move: int) -> str:
    """Describe the effect of a legal move."""
    state, data = snapshot(state), content.read(GameData)
    if move == END:
        foes = data.foes[state.encounter]
        struck = sum(foes.attack[k] for k in range(foes.size) if state.enemies[k] > 0)
        return f"the enemies strike for {struck}"
    if move == SAVE:
        return f"keep {plural(state.points, 'skill point')} for later"
    if move >= NODE:
        node = content.labels.tree.nodes[move - NODE]
        price = f" for {plural(node.price, 'skill point')}" if data.priced else ""
        return f"+{node.value} damage of {TARGETS[node.target]} cards{price}{_leads_to(content, state, move - NODE)}"
    kind, place = divmod(move - PLAY, TARGET_SLOTS)
    card = data.cards[kind]
    damage, paid = card.damage + state.bonus[card.group], f"{card.cost} {RESOURCES[card.resource]}"
    if place >= data.foes[state.encounter].size:
        killed = [k for k in range(data.foes[state.encounter].size) if 0 < state.enemies[k] <= damage]
        return f"{damage} damage to every enemy for {paid}{_kills(killed)}"
    return f"{damage} damage for {paid}{', kills it' if state.enemies[place] <= damage else ''}"


def headline(obs: dict[str, Any]) -> str:
    """Summarise the position in one line."""
    count = obs["last"] - obs["first"] + 1
    if obs["reason"] == "won":
        return f"Delve, over: all {plural(count, 'encounter')} won in {plural(obs['turns'], 'turn')}"
    if obs["reason"] == "died":
        return f"Delve, over: died in encounter {obs['encounter']}, turn {obs['turn']}; {_won(obs)}"
    if obs["reason"] != "running":
        return f"Delve, over: encounter {obs['encounter']} not won in {plural(obs['turn'], 'turn')}; {_won(obs)}"
    if obs["asked"] == "pick":
        return f"Delve: before encounter {obs['encounter']} of {obs['last']}"
    return f"Delve: encounter {obs['encounter']} of {obs['last']}, turn {obs['turn']}"


def describe_card(card: dict[str, Any]) -> str:
    """Describe the current effect of a card in one line."""
    whom = "to every enemy" if card["category"] == CATEGORIES[0] else "to one enemy"
    gained = card["damage"] - card["printed_damage"]
    return f"{card['damage']} {whom} for {card['cost']} {card['resource']}{f' (+{gained})' if gained else ''}"


def pile_in_order(content: Content, state: Any) -> list[str]:
    """Return the cards of the pile in the order in which they will be drawn; this is hidden from the player."""
    return [content.labels.cards[state.pile[k]].name for k in reversed(range(state.pile_size))]


def list_cards(counts: dict[str, int]) -> str:
    """List cards with their copies in one line."""
    return ", ".join(f"{n} {name}" for name, n in counts.items())


def _won(obs: dict[str, Any]) -> str:
    return f"{plural(obs['won'], 'encounter')} won"


def _next_enemies(content: Content, obs: dict[str, Any]) -> str:
    enemies = content.labels.encounters[obs["encounter"] - 1].enemies
    return "; ".join(f"an enemy with {health} hit points, attack {attack}" for attack, health in enemies)


def _enemy(k: int, enemy: dict[str, int]) -> str:
    if enemy["health"] == 0:
        return f"{k} dead"
    return f"{k} has {enemy['health']} of {enemy['full_health']}, attack {enemy['attack']}"


def _resources(obs: dict[str, Any]) -> str:
    return f"{obs['energy']} energy, {obs['mana']} mana"


def _cards(obs: dict[str, Any], zone: str | None) -> list[str]:
    """Describe the cards of a zone, or of the deck, one line each."""
    copies = {name: facts["copies"] for name, facts in obs["cards"].items()} if zone is None else obs[zone]
    lines: list[str] = []
    for name, n in copies.items():
        lines += _line("" if lines else zone or "deck", f"{n} {name}: {describe_card(obs['cards'][name])}")
    return lines or _line(zone or "deck", "empty")


def _leads_to(content: Content, state: Any, node: int) -> str:
    tree = content.labels.tree
    children = [tree.nodes[child].name for child in tree.children[node] if not _is_unlocked(state, child)]
    return f"; leads to {', '.join(children)}" if children else ""


def _is_unlocked(state: Any, node: int) -> bool:
    """Return whether a node is owned or unlocked."""
    return bool((state.had[node >> 6] | state.open[node >> 6]) >> (node & 63) & 1)


def _kills(places: list[int]) -> str:
    return f", kills {' and '.join(f'enemy {k + 1}' for k in places)}" if places else ""


def _line(label: str, text: str) -> list[str]:
    first = f"{label:{LABEL_WIDTH}} "
    return wrap(text, LINE_WIDTH, initial_indent=first, subsequent_indent=" " * len(first))
