"""Positions and moves in words, for the terminal. The notation of moves is in notation.py."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.core.structured_records import snapshot
from ludus.games.delve.combat import card_damage, damage_taken, effect_amount, incoming_damage
from ludus.games.delve.constants import EFFECTS, ENEMY_EFFECTS, RESOURCES
from ludus.games.delve.game_data import GameData
from ludus.games.delve.moves import END, NODE, PLAY, SAVE, TARGET_SLOTS
from ludus.games.delve.observation import observation
from ludus.games.delve.skill_tree import node_text
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
        own = "".join(f", {text}" for text in status_texts(obs))
        lines += _line("you", f"{obs['health']} of {obs['full_health']} hit points, {_resources(obs)}{own}")
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
    """Describe the effect of a legal move, in addition to its name."""
    state, data = snapshot(state), content.read(GameData)
    if move == END:
        struck = plain(incoming_damage)(data, state)
        blocked = f", {state.block} of it blocked" if struck > state.block > 0 else ", all blocked" * (state.block > 0)
        return f"the enemies strike for {struck}{blocked if struck else ''}"
    if move == SAVE:
        return ""
    if move >= NODE:
        tree, node = content.labels.tree, content.labels.tree.nodes[move - NODE]
        price = f" for {plural(node.price, 'skill point')}" if data.priced else ""
        return f"{node_text(tree, node)}{price}{_leads_to(content, state, move - NODE)}"
    kind, place = divmod(move - PLAY, TARGET_SLOTS)
    card = data.cards[kind]
    damage, paid = plain(card_damage)(data, state, kind), f"{card.cost} {RESOURCES[card.resource]}"
    taken = [plain(damage_taken)(data, state, k, damage) for k in range(data.foes[state.encounter].size)]
    more = ""
    if data.extended:
        amounts = {name: plain(effect_amount)(data, state, kind, k) for k, name in enumerate(EFFECTS)}
        more = list_effects({name: amount for name, amount in amounts.items() if amount})
        if not data.effects[kind].deals_damage:
            return f"{more} for {paid}"
        more = f", {more}" if more else ""
    if place >= len(taken):
        killed = [k for k, loss in enumerate(taken) if 0 < state.enemies[k] <= loss]
        return f"{damage} damage to every enemy{more} for {paid}{_kills(killed)}"
    return f"{taken[place]} damage{more} for {paid}{', kills it' if state.enemies[place] <= taken[place] else ''}"


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
    whom = {"area": "to every enemy", "targeted": "to one enemy"}.get(card["category"], "")
    price, effects = f"{card['cost']} {card['resource']}", card.get("effects", {})
    if effects and not card["damage"]:
        hits = f" {whom}" if any(EFFECTS[k] in effects for k in ENEMY_EFFECTS) else ""
        return f"{list_effects(effects)}{hits} for {price}"
    gained = card["damage"] - card["printed_damage"]
    more = f", {list_effects(effects)}" if effects else ""
    return f"{card['damage']} {whom}{more} for {price}{f' ({gained:+})' if gained else ''}"


def list_effects(effects: dict[str, int]) -> str:
    """List effects of a card in one line: `5 block, draw 2, 1 weak`."""
    texts = {
        "heal": "heal {}",
        "draw": "draw {}",
        "gain_energy": "+{} energy",
        "gain_mana": "+{} mana",
        "self_weak": "{} weak on you",
        "self_vulnerable": "{} vulnerable on you",
        "self_poison": "{} poison on you",
    }
    return ", ".join(texts.get(name, f"{{}} {name}").format(amount) for name, amount in effects.items())


def status_texts(holder: dict[str, Any]) -> list[str]:
    """List block, strength and statuses of the player or of an enemy that are not zero."""
    names = ("block", "strength", "weak", "vulnerable", "poison")
    return [f"{holder[name]} {name}" for name in names if holder.get(name)]


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
    statuses = "".join(f", {text}" for text in status_texts(enemy))
    return f"{k} has {enemy['health']} of {enemy['full_health']}, attack {enemy['attack']}{statuses}"


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
