"""Types of observations, moves, questions and facts, and moves as verb, piece and target."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from ludus.core.game import Content
from ludus.core.schema import GameSchema
from ludus.games.locm.action_effects import ATTACK, FACE, PASS, SUMMON
from ludus.games.locm.deck_building import FILL
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.instance_id_lookup import hand_ids
from ludus.games.locm.notation import OPPONENT, PHASES
from ludus.games.locm.observation import content_info
from ludus.games.locm.state import BATTLE, DRAFT, GREEN
from ludus.util.errors import NotationError

Kind = Literal["creature", "green", "red", "blue"]
Area = Literal["target", "lane", "both"]
Phase = Literal["draft", "construct", "battle"]


class CardInfo(TypedDict):
    """A card of the card list."""

    number: int
    name: str
    kind: Kind
    cost: int
    attack: int
    defense: int
    keywords: str  # BCDGLW, with a dash for each missing keyword
    my_health: int
    opp_health: int
    draw: int
    area: Area


class HandCard(CardInfo):
    """A card in one's own hand."""

    id: int


class Creature(TypedDict):
    """A creature on the board."""

    id: int
    number: int
    name: str
    lane: int
    attack: int
    defense: int
    keywords: str
    can_attack: bool
    has_attacked: bool
    touched: bool


class PlayedCard(TypedDict):
    """A card that left a hand."""

    id: int
    number: int


class Player(TypedDict):
    """A player in battle; hand and deck are in the observation of their owner only."""

    health: int
    mana: int
    max_mana: int
    bonus_mana: bool
    deck_size: int
    hand_size: int
    next_draw: int
    shown_draw: int
    board: list[Creature]
    played: list[PlayedCard]
    runes: NotRequired[int]  # versions 1.0 and 1.2
    health_lost: NotRequired[int]  # version 1.5
    hand: NotRequired[list[HandCard]]
    deck: NotRequired[list[int]]


class Observation(TypedDict):
    """The game as a seat sees it."""

    version: Literal["1.0", "1.2", "1.5"]
    phase: Phase
    seat: int
    to_move: int | None
    reason: str
    winner: int | None
    turn: NotRequired[int]  # this and the next two in battle
    me: NotRequired[Player]
    opponent: NotRequired[Player]
    picked: NotRequired[list[int]]  # this and the next before the battle
    opponent_picked: NotRequired[int]
    cards: NotRequired[list[CardInfo]]  # construction
    offer: NotRequired[list[CardInfo]]  # draft
    offers: NotRequired[list[list[int]]]  # games with a draft


class Piece(TypedDict):
    """The card or creature of a move; its id is that in hand or on the board, or its place in offer or card list."""

    zone: Literal["offer", "list", "hand", "board"]
    seat: int | None
    id: int
    card: int


class Target(TypedDict):
    """The target of a move: the number of a lane, the id of a creature, or the seat of a player."""

    zone: Literal["lane", "board", "player"]
    seat: int | None
    id: int
    card: int | None


class Move(TypedDict):
    """A move."""

    verb: Literal["pass", "fill", "pick", "choose", "summon", "attack", "use"]
    piece: Piece | None
    target: Target | None


class LocmQuestion(TypedDict):
    """The pending decision: a card for the deck, or a move of the battle."""

    code: Phase
    least: int
    most: int
    picked: int


class Facts(TypedDict):
    """All cards by number."""

    cards: dict[str, CardInfo]


def move_parts(content: Content, state: Any, move: int) -> dict[str, Any]:
    """Return the parts of a legal move."""
    data, seat = content.read(GameData), state.mover
    if state.phase == DRAFT:
        place = move & 255
        card = data.cards[state.offers[state.picks, place]].number
        return _parts("pick", {"zone": "offer", "seat": None, "id": place, "card": card})
    if state.phase != BATTLE:
        if move == FILL:
            return _parts("fill")
        number = data.cards[move & 255].number
        return _parts("choose", {"zone": "list", "seat": None, "id": number, "card": number})
    if move == PASS:
        return _parts("pass")
    kind, subject, target = move & ~255, move >> 4 & 15, move & 15
    me = state.players[seat]
    if kind == ATTACK:
        return _parts("attack", _creature(data, state, seat, subject), _target(data, state, 1 - seat, target))
    card = data.cards[me.deck[me.hand[subject]]]
    piece = {"zone": "hand", "seat": seat, "id": hand_ids(data, state, seat)[subject], "card": card.number}
    if kind == SUMMON:
        return _parts("summon", piece, {"zone": "lane", "seat": seat, "id": target, "card": None})
    return _parts("use", piece, _target(data, state, seat if card.kind == GREEN else 1 - seat, target))


def move_text(content: Content, state: Any, parts: dict[str, Any]) -> str:
    """Write the parts of a move in notation.

    Raises:
        NotationError: the verb needs a piece or a target.
    """
    verb, piece, target = parts["verb"], parts["piece"], parts["target"]
    if verb in ("pass", "fill"):
        return "PASS"
    if piece is None or (verb in ("summon", "attack", "use") and target is None):
        raise NotationError(f"{verb!r} needs a piece{'' if verb in ('pick', 'choose') else ' and a target'}")
    if verb in ("pick", "choose"):
        return f"{verb.upper()} {piece['id']}"
    if verb == "summon":
        lanes = content.read(GameData).lanes
        return f"SUMMON {piece['id']} {target['id']}" if lanes > 1 else f"SUMMON {piece['id']}"
    return f"{verb.upper()} {piece['id']} {OPPONENT if target['zone'] == 'player' else target['id']}"


def current_question(content: Content, state: Any) -> dict[str, Any]:
    """Return the pending decision."""
    return {"code": PHASES[state.phase], "least": 1, "most": 1, "picked": 0}


def _parts(verb: str, piece: dict[str, Any] | None = None, target: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"verb": verb, "piece": piece, "target": target}


def _creature(data: Any, state: Any, seat: int, slot: int) -> dict[str, Any]:
    creature = state.players[seat].board[slot]
    return {"zone": "board", "seat": seat, "id": creature.id, "card": data.cards[creature.card].number}


def _target(data: Any, state: Any, owner: int, target: int) -> dict[str, Any]:
    if target == FACE:
        return {"zone": "player", "seat": 1 - state.mover, "id": 1 - state.mover, "card": None}
    return _creature(data, state, owner, target - 1)


SCHEMA = GameSchema(
    observation=Observation,
    move=Move,
    question=LocmQuestion,
    facts=Facts,
    move_parts=move_parts,
    move_text=move_text,
    current_question=current_question,
    read_facts=content_info,
)
