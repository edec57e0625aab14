"""SVG picture of a position: enemies, the player, the cards, the skill tree.

The picture is self-contained, and the same position always gives the same bytes. With nothing hidden (seat None) it
also shows the order of the draw pile.
"""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.games.delve.constants import CATEGORIES, RESOURCES, TARGETS, card_class
from ludus.games.delve.describe import (
    describe,
    describe_card,
    headline,
    list_cards,
    list_effects,
    pile_in_order,
    status_texts,
)
from ludus.games.delve.moves import PLAY, SAVE, TARGET_SLOTS
from ludus.games.delve.notation import list_legal_moves
from ludus.games.delve.observation import observation
from ludus.util.svg import (
    EDGE,
    FACE,
    FAINT,
    FELT,
    INK,
    MARGIN,
    PAPER,
    WIDTH,
    document,
    element,
    fit_two_lines,
    rect,
    text_line,
    text_width,
    title_tooltip,
)
from ludus.util.text import plural

HEADER_HEIGHT = 40
SECTION_GAP = 14

ENEMY_HEIGHT, PLAYER_HEIGHT, CARD_HEIGHT = 92, 44, 108
STATUS_HEIGHT = 14  # line with block and statuses of the player
ENEMY_COLUMNS = 7
ITEM_GAP = 10

LAYER_HEIGHT = 74  # distance between layers
MAX_LABELLED_LEAVES = 9  # up to this many leaves in a row, nodes are labelled with their names
MAX_NODE_RADIUS, MIN_NODE_RADIUS = 17, 5  # radius of a node

# By target, in the order of TARGETS: area, targeted, mana, energy, then the four classes.
# Then skills paid in mana and energy; nodes that do not raise damage look like the last.
_FILL = "#f3d9b1 #d5dbe3 #c9d4f5 #d9e8b8 #d8c3ee #f2c9a0 #b9d3f0 #c3dcc0 #cfe3e8 #e6e0cf"
_TEXT = "#8a5200 #46525f #2f4a9e #4b6a12 #6b3fa0 #9a4a0a #1f5c99 #33682f #1d5a68 #5f5433"
TARGET_FILL, TARGET_TEXT = tuple(_FILL.split()), tuple(_TEXT.split())
HEALTH_COLOUR, HEALTH_BACKGROUND = "#a8323e", "#ecd2d0"
ENERGY_COLOUR, MANA_COLOUR = "#4b6a12", "#2f4a9e"
CHOICE_COLOUR = "#d28b00"  # edge of cards and nodes that can be chosen now
OTHER_EFFECT = 9  # look of nodes that do not raise damage
FIRST_CLASS_TARGET = 4  # index of the first target that is a single card class


def render_position(content: Content, state: Any, seat: int | None) -> str:
    """Draw the position as the player sees it; for seat None also the hidden part."""
    obs, description = observation(content, state, 0), describe(content, state, seat)
    y: float = HEADER_HEIGHT + SECTION_GAP
    body = []
    if obs["asked"] == "pick":
        body.append(text_line(MARGIN, y + 12, f"Encounter {obs['encounter']}, which comes next", 12, FAINT))
        y += 20
        enemies = [
            {"attack": attack, "health": health, "full_health": health}
            for attack, health in content.labels.encounters[obs["encounter"] - 1].enemies
        ]
    else:
        enemies = obs["enemies"]
    for draw_part in (
        lambda y: draw_enemies(enemies, y),
        lambda y: draw_player(obs, y) if obs["asked"] != "pick" else ("", y - SECTION_GAP),
        lambda y: _draw_cards_section(content, state, obs, y),
        lambda y: _draw_piles(content, state, obs, seat, y),
        lambda y: draw_skill_tree(obs, y),
    ):
        svg, y = draw_part(y)
        body.append(svg)
        y += SECTION_GAP
    text = " ".join(description.split())
    return document(headline(obs), text, y, _header(content, obs, seat), *body)


def _header(content: Content, obs: dict[str, Any], seat: int | None) -> str:
    asks = {
        "pick": f"pick a node, {plural(obs['points'], 'skill point')}",
        "fight": "play a card or end the turn",
    }
    return "".join(
        (
            rect(0, 0, WIDTH, HEADER_HEIGHT, INK, rx=0),
            text_line(MARGIN, 25, headline(obs), 15, FACE, bold=True, max_width=620),
            text_line(
                WIDTH - MARGIN,
                25,
                "All is shown" if seat is None else asks.get(obs["asked"], ""),
                12,
                FACE,
                "end",
            ),
        )
    )


def _draw_cards_section(content: Content, state: Any, obs: dict[str, Any], y: float) -> tuple[str, float]:
    """Draw the hand in a fight, or the whole deck while a node is picked."""
    if obs["asked"] == "pick":
        copies = {name: card["copies"] for name, card in obs["cards"].items()}
        return draw_cards(obs, "Your deck", copies, set(), y)
    cards = content.labels.cards
    choices = {
        cards[(move - PLAY) // TARGET_SLOTS].name for move in list_legal_moves(content, state) if PLAY <= move < SAVE
    }
    label = "Your hand" if obs["hand"] else "Your hand is empty"
    return draw_cards(obs, label, obs["hand"], choices, y)


def _draw_piles(content: Content, state: Any, obs: dict[str, Any], seat: int | None, y: float) -> tuple[str, float]:
    if obs["asked"] == "pick":
        return "", y - SECTION_GAP
    lines = [f"Pile of {sum(obs['pile'].values())}: {list_cards(obs['pile']) or 'empty'}"]
    if seat is None and obs["pile"]:
        lines.append(f"in order: {', '.join(pile_in_order(content, state))}")
    lines.append(f"Discarded: {list_cards(obs['discard']) or 'nothing'}")
    room = WIDTH - 2 * MARGIN
    return "".join(
        text_line(MARGIN, y + 12 + 18 * k, line, 12, INK, max_width=room) for k, line in enumerate(lines)
    ), y + 18 * len(lines)


# Enemies, player and cards


def draw_enemies(enemies: list[dict[str, int]], y: float) -> tuple[str, float]:
    """Draw the enemies in a row, with their remaining hit points."""
    width = (WIDTH - 2 * MARGIN - (ENEMY_COLUMNS - 1) * ITEM_GAP) / ENEMY_COLUMNS
    start = (WIDTH - len(enemies) * (width + ITEM_GAP) + ITEM_GAP) / 2
    parts = [_draw_enemy(k, enemy, start + k * (width + ITEM_GAP), y, width) for k, enemy in enumerate(enemies)]
    return "".join(parts), y + ENEMY_HEIGHT


def draw_player(obs: dict[str, Any], y: float) -> tuple[str, float]:
    """Draw the player's hit points, energy and mana as bars."""
    width = (WIDTH - 2 * MARGIN - 2 * ITEM_GAP) / 3
    bars = (
        ("hit points", max(0, obs["health"]), obs["full_health"], HEALTH_COLOUR),
        ("energy", obs["energy"], obs["full_energy"], ENERGY_COLOUR),
        ("mana", obs["mana"], obs["full_mana"], MANA_COLOUR),
    )
    parts = []
    for k, (name, left, full, colour) in enumerate(bars):
        x = MARGIN + k * (width + ITEM_GAP)
        parts.append(text_line(x, y + 14, f"{left} of {full} {name}", 13, INK, bold=True))
        parts.append(_bar(x, y + 22, width, 12, left, full, colour))
    if statuses := status_texts(obs):
        parts.append(text_line(MARGIN, y + PLAYER_HEIGHT + 8, ", ".join(statuses), 12, INK))
        y += STATUS_HEIGHT
    return "".join(parts), y + PLAYER_HEIGHT


def draw_cards(
    obs: dict[str, Any], label: str, counts: dict[str, int], choices: set[str], y: float
) -> tuple[str, float]:
    """Draw cards by kind with their number of copies; cards that can be played now have a bright edge."""
    parts = [text_line(MARGIN, y + 12, label, 12, FAINT)]
    y += 20
    columns = 7
    width = (WIDTH - 2 * MARGIN - (columns - 1) * ITEM_GAP) / columns
    for k, (name, copies) in enumerate(counts.items()):
        x, row = MARGIN + k % columns * (width + ITEM_GAP), k // columns
        parts.append(
            _draw_card(name, obs["cards"][name], copies, name in choices, x, y + row * (CARD_HEIGHT + ITEM_GAP), width)
        )
    rows = max(1, -(-len(counts) // columns))
    return "".join(parts), y + rows * (CARD_HEIGHT + ITEM_GAP)


def _draw_enemy(k: int, enemy: dict[str, int], x: float, y: float, width: float) -> str:
    left, full = enemy["health"], enemy["full_health"]
    statuses = status_texts(enemy)
    hint = f"enemy {k + 1}: {left} of {full} hit points, attack {enemy['attack']}" if left else f"enemy {k + 1}: dead"
    hint = ", ".join([hint, *statuses])
    short = " ".join(f"{text.split()[1][0].upper()}{text.split()[0]}" for text in statuses)  # W2 V1 P4
    return element(
        "g",
        title_tooltip(hint),
        rect(x, y, width, ENEMY_HEIGHT - ITEM_GAP, FACE if left else FELT, EDGE),
        text_line(x + 8, y + 18, f"Enemy {k + 1}", 12, INK if left else FAINT, bold=True),
        text_line(x + 8, y + 38, f"attack {enemy['attack']}" if left else "dead", 12, HEALTH_COLOUR if left else FAINT),
        text_line(x + 8, y + 56, f"{left} of {full}", 12, INK if left else FAINT),
        *([text_line(x + width - 8, y + 18, short, 11, FAINT, "end")] if short else []),
        _bar(x + 8, y + 64, width - 16, 10, left, full, HEALTH_COLOUR),
    )


def _draw_card(name: str, card: dict[str, Any], copies: int, choice: bool, x: float, y: float, width: float) -> str:
    group = FIRST_CLASS_TARGET + card_class(CATEGORIES.index(card["category"]), RESOURCES.index(card["resource"]))
    effects = card.get("effects", {})
    lines, size = fit_two_lines(name, 13, width - 16)
    parts = [
        title_tooltip(
            f"{name} ({plural(copies, 'copy') if copies == 1 else f'{copies} copies'}): {describe_card(card)}"
        ),
        rect(
            x,
            y,
            width,
            CARD_HEIGHT,
            TARGET_FILL[group],
            CHOICE_COLOUR if choice else EDGE,
            stroke_width=3 if choice else 1,
        ),
    ]
    parts += [
        text_line(x + 8, y + 18 + 15 * k, line, size, TARGET_TEXT[group], bold=True) for k, line in enumerate(lines)
    ]
    effect_only = effects and not card["damage"]
    main = card["category"] if effect_only else f"{card['damage']} {card['category']}"
    parts.append(text_line(x + 8, y + 60, main, 13, INK, bold=True, max_width=width - 16))
    gained = 0 if effect_only else card["damage"] - card["printed_damage"]
    small = list_effects(effects) or (f"{card['printed_damage']} + {gained}" if gained else "")
    parts.append(text_line(x + 8, y + 76, small, 11, INK if effects else FAINT, max_width=width - 16))
    parts.append(
        text_line(x + 8, y + 97, f"{card['cost']} {card['resource']}", 12, TARGET_TEXT[group], max_width=width - 48)
    )
    parts.append(text_line(x + width - 8, y + 97, f"×{copies}", 14, INK, "end", bold=True))
    return element("g", *parts)


def _bar(x: float, y: float, width: float, height: float, left: int, full: int, colour: str) -> str:
    filled = width * min(left, full) / full if full else 0
    parts = [rect(x, y, width, height, HEALTH_BACKGROUND if colour == HEALTH_COLOUR else FELT, rx=3)]
    if filled:
        parts.append(rect(x, y, filled, height, colour, rx=3))
    return "".join(parts)


# Skill tree


def draw_skill_tree(obs: dict[str, Any], y: float) -> tuple[str, float]:
    """Draw the tree, roots at the top, with all edges; owned nodes are dark, available ones have a bright edge."""
    nodes = {node["name"]: node for node in obs["nodes"]}
    if not nodes:
        return text_line(MARGIN, y + 12, "No skill tree", 12, FAINT), y + 20
    columns, depths = _columns(nodes), _layers(nodes)
    room = (WIDTH - 2 * MARGIN) / (1 + max(columns.values()))
    places = {name: (MARGIN + room * (columns[name] + 0.5), y + 44 + depths[name] * LAYER_HEIGHT) for name in nodes}
    parts = [text_line(MARGIN, y + 12, "Skill tree", 12, FAINT)]
    for name, node in nodes.items():
        for parent in node["parents"]:
            (x1, y1), (x2, y2) = places[parent], places[name]
            owned = nodes[parent]["had"] and node["had"]
            parts.append(
                element("path", d=f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", stroke=INK if owned else EDGE,
                        stroke_width=2.5 if owned else 1.2, fill="none")
            )  # fmt: skip
    parts += [_draw_node(node, *places[name], room) for name, node in nodes.items()]
    return "".join(parts), y + 44 + (1 + max(depths.values())) * LAYER_HEIGHT - 20


def _columns(nodes: dict[str, dict[str, Any]]) -> dict[str, float]:
    """Return the column of every node: leaves in a row, every other node centred above its children (counting only
    children whose first parent it is)."""
    under: dict[str, list[str]] = {name: [] for name in nodes}
    for name, node in nodes.items():
        if node["parents"]:
            under[node["parents"][0]].append(name)
    columns: dict[str, float] = {}
    leaves = 0
    waiting = [name for name, node in reversed(nodes.items()) if not node["parents"]]
    while waiting:  # depth first; a node is placed after all nodes below it
        name = waiting[-1]
        below = [child for child in under[name] if child not in columns]
        if below:
            waiting += reversed(below)
            continue
        waiting.pop()
        children = [columns[child] for child in under[name]]
        columns[name] = (min(children) + max(children)) / 2 if children else leaves
        leaves += not children
    return columns


def _layers(nodes: dict[str, dict[str, Any]]) -> dict[str, int]:
    """Return the layer of every node: its longest distance from a root, so that all edges point down."""
    depths: dict[str, int] = {}
    waiting = list(nodes)
    while waiting:
        ready = [name for name in waiting if all(parent in depths for parent in nodes[name]["parents"])]
        for name in ready:
            depths[name] = max((depths[parent] + 1 for parent in nodes[name]["parents"]), default=0)
        waiting = [name for name in waiting if name not in depths]
    return depths


def _draw_node(node: dict[str, Any], x: float, y: float, room: float) -> str:
    target = OTHER_EFFECT if node["target"] is None else TARGETS.index(node["target"])
    radius = min(MAX_NODE_RADIUS, max(MIN_NODE_RADIUS, room / 2 - 2))
    state = "had" if node["had"] else "can be picked" if node["affordable"] else "open" if node["open"] else "closed"
    price = f" for {plural(node['price'], 'skill point')}" if node["price"] != 1 else ""
    fill = TARGET_TEXT[target] if node["had"] else TARGET_FILL[target]
    edge = CHOICE_COLOUR if node["affordable"] else TARGET_TEXT[target]
    parts = [
        title_tooltip(f"{node['name']}: {_node_effect(node)}{price}, {state}"),
        element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=edge, stroke_width=4 if node["affordable"] else 1),
    ]
    if radius >= MAX_NODE_RADIUS:
        number = f"+{node['value']}" if node["value"] or node["target"] else "…"  # a node that only unlocks others
        parts.append(text_line(x, y + 5, number, 13, FACE if node["had"] else INK, "middle", bold=True))
    if room >= (WIDTH - 2 * MARGIN) / MAX_LABELLED_LEAVES:
        bold = node["had"]
        wide = min(room - 6, max(text_width(node["name"], 11, bold), text_width(_node_label(node, room), 9.5)))
        parts.append(rect(x - wide / 2, y + radius + 3, wide, 25, PAPER))
        parts.append(text_line(x, y + radius + 13, node["name"], 11, INK, "middle", bold, max_width=room - 6))
        parts.append(text_line(x, y + radius + 25, _node_label(node, room), 9.5, TARGET_TEXT[target], "middle"))
    return element("g", *parts)


def _node_effect(node: dict[str, Any]) -> str:
    return node["text"] if node.get("text") and node["target"] is None else f"+{node['value']} {node['target']}"


def _node_label(node: dict[str, Any], room: float) -> str:
    """Return the target or effect, and the price if it is not one point, as far as there is room."""
    what = node["target"] or node.get("card") or node["effect"].replace("_", " ")
    priced = f"{what}, {plural(node['price'], 'point')}"
    labels = [what] if node["price"] == 1 else [priced, f"{node['price']}"]
    return next((text for text in labels if text_width(text, 9.5) <= room - 4), "")
