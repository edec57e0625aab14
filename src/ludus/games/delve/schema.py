"""Types of observations, moves, questions and facts, and moves as verb, piece and target."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from ludus.core.game import Content
from ludus.core.schema import GameSchema
from ludus.games.delve.constants import TARGETED
from ludus.games.delve.moves import END, NODE, PLAY, SAVE, TARGET_SLOTS
from ludus.games.delve.observation import content_info
from ludus.games.delve.state import PICK
from ludus.util.errors import NotationError

Category = Literal["area", "targeted", "skill"]
Resource = Literal["mana", "energy"]
DamageTarget = Literal[
    "area", "targeted", "mana", "energy", "area mana", "area energy", "targeted mana", "targeted energy"
]
NodeEffect = Literal[
    "damage",
    "block",
    "heal",
    "draw",
    "gain_energy",
    "gain_mana",
    "strength",
    "weak",
    "vulnerable",
    "poison",
    "max_hit_points",
    "max_energy",
    "max_mana",
    "hand_size",
    "turn_block",
    "regeneration",
    "add_card",
    "unlock",
]


class CardEffects(TypedDict):
    """Effects of a card beside damage; those that it does not have are left out."""

    block: NotRequired[int]
    heal: NotRequired[int]
    draw: NotRequired[int]
    gain_energy: NotRequired[int]
    gain_mana: NotRequired[int]
    strength: NotRequired[int]
    weak: NotRequired[int]
    vulnerable: NotRequired[int]
    poison: NotRequired[int]
    self_weak: NotRequired[int]
    self_vulnerable: NotRequired[int]
    self_poison: NotRequired[int]


class CardInfo(TypedDict):
    """A kind of card, with its current damage."""

    category: Category
    resource: Resource
    cost: int
    damage: int
    printed_damage: int
    copies: int
    effects: NotRequired[CardEffects]  # in games with such cards


class Enemy(TypedDict):
    """An enemy of the current encounter; the last four are in games with such effects."""

    attack: int
    health: int
    full_health: int
    weak: NotRequired[int]
    vulnerable: NotRequired[int]
    poison: NotRequired[int]
    strike: NotRequired[int]  # at the end of this turn


class EnemyToCome(TypedDict):
    """An enemy of a later encounter."""

    attack: int
    health: int


class Node(TypedDict):
    """A node of the skill tree. Trees with other effects than damage have the last five."""

    name: str
    target: DamageTarget | None  # None: the node does something else than raise damage
    value: int
    price: int
    parents: list[str]
    had: bool
    open: bool
    affordable: bool
    effect: NotRequired[NodeEffect]
    text: NotRequired[str]
    card: NotRequired[str]
    unlocks: NotRequired[list[str]]
    gate: NotRequired[int]  # nodes that must be owned before


DamageBonus = TypedDict(
    "DamageBonus", {"area mana": int, "area energy": int, "targeted mana": int, "targeted energy": int}
)


class Observation(TypedDict):
    """The game as the player sees it. The last seven are in games that go beyond the thesis."""

    reason: str
    asked: Literal["pick", "fight"] | None
    encounter: int
    first: int
    last: int
    won: int
    turn: int
    turns: int
    played: int
    health: int
    full_health: int
    energy: int
    mana: int
    full_energy: int
    full_mana: int
    enemies: list[Enemy]
    hand: dict[str, int]
    discard: dict[str, int]
    pile: dict[str, int]
    cards: dict[str, CardInfo]
    points: int
    bonus: DamageBonus
    nodes: list[Node]
    to_come: list[list[EnemyToCome]]
    block: NotRequired[int]
    strength: NotRequired[int]
    weak: NotRequired[int]
    vulnerable: NotRequired[int]
    poison: NotRequired[int]
    hand_size: NotRequired[int]
    added: NotRequired[dict[str, int]]


class Piece(TypedDict):
    """The card or node of a move, by name."""

    zone: Literal["hand", "nodes"]
    seat: int
    id: str
    card: str | None


class Target(TypedDict):
    """The enemy of a move, by its place in the list of enemies."""

    zone: Literal["enemies"]
    seat: None
    id: int
    card: None


class Move(TypedDict):
    """A move."""

    verb: Literal["play", "end", "pick", "save"]
    piece: Piece | None
    target: Target | None


class DelveQuestion(TypedDict):
    """The pending decision: a node, or a move of the fight."""

    code: Literal["pick", "fight"]
    least: int
    most: int
    picked: int


class CardOfDeck(TypedDict):
    """A kind of card of the deck at the start, with its effects."""

    name: str
    category: Category
    resource: Resource
    cost: int
    damage: int
    count: int
    block: NotRequired[int]
    heal: NotRequired[int]
    draw: NotRequired[int]
    gain_energy: NotRequired[int]
    gain_mana: NotRequired[int]
    strength: NotRequired[int]
    weak: NotRequired[int]
    vulnerable: NotRequired[int]
    poison: NotRequired[int]
    self_weak: NotRequired[int]
    self_vulnerable: NotRequired[int]
    self_poison: NotRequired[int]


class NodeOfTree(TypedDict):
    """A node of the tree, without what the player has of it."""

    name: str
    target: DamageTarget | None
    value: int
    parents: list[str]
    price: int
    effect: NotRequired[NodeEffect]
    text: NotRequired[str]
    card: NotRequired[str]
    unlocks: NotRequired[list[str]]
    gate: NotRequired[int]


class Facts(TypedDict):
    """Deck, encounters and skill tree."""

    deck: list[CardOfDeck]
    encounters: list[list[EnemyToCome]]
    nodes: list[NodeOfTree]
    hand_size: NotRequired[int]
    encounter_points: NotRequired[list[int]]


def move_parts(content: Content, state: Any, move: int) -> dict[str, Any]:
    """Return the parts of a legal move."""
    labels = content.labels
    if move in (END, SAVE):
        return {"verb": "end" if move == END else "save", "piece": None, "target": None}
    if move >= NODE:
        piece = {"zone": "nodes", "seat": 0, "id": labels.tree.nodes[move - NODE].name, "card": None}
        return {"verb": "pick", "piece": piece, "target": None}
    kind, place = divmod(move - PLAY, TARGET_SLOTS)
    card = labels.cards[kind]
    target = {"zone": "enemies", "seat": None, "id": place, "card": None} if card.category == TARGETED else None
    return {
        "verb": "play",
        "piece": {"zone": "hand", "seat": 0, "id": card.name, "card": card.name},
        "target": target,
    }


def move_text(content: Content, state: Any, parts: dict[str, Any]) -> str:
    """Write the parts of a move in notation.

    Raises:
        NotationError: the verb needs a piece.
    """
    verb, piece, target = parts["verb"], parts["piece"], parts["target"]
    if verb in ("end", "save"):
        return str(verb.upper())
    if piece is None:
        raise NotationError(f"{verb!r} needs a piece")
    enemy = "" if target is None else f" {target['id'] + 1}"
    return f"{verb.upper()} {piece['id']}{enemy}"


def current_question(content: Content, state: Any) -> dict[str, Any]:
    """Return the pending decision."""
    return {"code": "pick" if state.asked == PICK else "fight", "least": 1, "most": 1, "picked": 0}


SCHEMA = GameSchema(
    observation=Observation,
    move=Move,
    question=DelveQuestion,
    facts=Facts,
    move_parts=move_parts,
    move_text=move_text,
    current_question=current_question,
    read_facts=content_info,
)
