"""Types of observations, moves, questions and facts, and moves as verb, piece and target.

Observations name a physical card by its notation, such as "gold#104". Facts have every effect as code and amount, so
that nothing has to read the words of card files.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from ludus.core.game import Content
from ludus.core.schema import GameSchema
from ludus.core.structured_records import snapshot
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.card_file import LEVEL_FIELDS, STANDING_FIELDS, TributeCardFile, parse_effects
from ludus.games.tribute.card_text import card_file_info
from ludus.games.tribute.effect_grammar import CARD_EFFECTS, EFFECT_WORDS, PLAIN_EFFECTS
from ludus.games.tribute.game_data_records import GameData
from ludus.util.errors import NotationError

CardType = Literal["action", "agent", "contract action", "contract agent", "starter", "curse"]
Phase = Literal["draft", "battle"]
QuestionCode = Literal[
    "free",
    "draft_patron",
    "choose_side",
    "replace",
    "acquire",
    "destroy",
    "recall",
    "recall_agent",
    "toss",
    "knock_out",
    "donate",
    "discard",
    "banish",
    "sell",
    "rally",
    "mint",
]
EffectCode = Literal[
    "coin",
    "power",
    "prestige",
    "defame",
    "call",
    "draw",
    "heal",
    "replace",
    "acquire",
    "destroy",
    "recall",
    "recall-agent",
    "toss",
    "knockout",
    "donate",
    "discard",
    "power-per-cards",
    "power-paid",
    "create",
    "curse",
    "mint",
    "knockout-all",
    "banish",
    "sell",
    "rally",
]


class Agent(TypedDict):
    """An agent in play."""

    card: str
    health: int
    activated: bool


class Player(TypedDict):
    """A player. A card that the observing seat cannot see is None."""

    coins: int
    power: int
    prestige: int
    calls: int
    hand: list[str | None]
    shown: list[str]
    pile: list[str | None]
    known: int
    counted: int
    older: int
    unseen: list[str]
    agents: list[Agent]
    cooldown: list[str]
    below: NotRequired[list[str]]


class Tavern(TypedDict):
    """The tavern deck: top cards in unknown order, then known ones."""

    first: int
    unknown: list[str]
    bottom: list[str]


class Combo(TypedDict):
    """Cards of a deck played in this turn."""

    count: int
    cards: list[tuple[str, int]]


class WaitingEffect(TypedDict):
    """An effect that is still to happen."""

    effect: str
    piece: int


Asked = TypedDict(
    "Asked",
    {
        "what": str,
        "kind": int,
        "least": int,
        "most": int,
        "picked": int,
        "from": int,
        "opening": bool,
        "offered": int,
        "row": int,
        "picks": list[str],
        "effect": NotRequired[str],
        "source": NotRequired[int],
    },
)


class Observation(TypedDict):
    """The game as a seat sees it."""

    seat: int
    turn: int
    turn_of: int
    to_move: int | None
    phase: Phase
    reason: str
    winner: int | None
    patrons: dict[str, int | None]  # the favoured seat
    row: list[str]
    tavern: Tavern
    played: list[str]
    combos: dict[str, Combo]
    waiting: list[WaitingEffect]
    coming: list[str]
    newest: int
    players: list[Player]
    asked: NotRequired[Asked]  # until the game ends


class Piece(TypedDict):
    """The thing of a move: a physical card by number, a patron by key, or a side of a choice (0 left, 1 right)."""

    zone: Literal["hand", "agents", "played", "row", "cooldown", "pile", "patrons", "side"]
    seat: int | None
    id: int | str
    card: str | None


class Target(TypedDict):
    """The rival agent that a move attacks."""

    zone: Literal["agents"]
    seat: int
    id: int
    card: str


class Move(TypedDict):
    """A move."""

    verb: Literal["end", "stop", "play", "activate", "attack", "buy", "call", "pick", "choose", "draft"]
    piece: Piece | None
    target: Target | None


class Effect(TypedDict):
    """An effect of a card or a patron."""

    code: EffectCode
    amount: int  # 1 where it means nothing
    card: str | None  # the card that it makes


class TributeQuestion(TypedDict):
    """The pending decision."""

    code: QuestionCode
    least: int
    most: int
    picked: int
    sides: list[Effect]  # of a choice between two effects; otherwise empty


Effects = list[list[Effect]]  # in order; a choice has two effects


class CardInfo(TypedDict):
    """A card of the card file."""

    name: str
    deck: str
    type: CardType
    cost: int
    health: int | None
    taunt: bool
    toll: int
    play: Effects
    combo2: Effects
    combo3: Effects
    combo4: Effects
    copies: int
    upgrades: str
    tier: int | None


class Price(TypedDict):
    """Price of a patron's call."""

    coins: int | Literal["all"]
    power: int


class PatronInfo(TypedDict):
    """A patron of the card file. Effects are in `call`, or depend on whom the patron favours."""

    name: str
    starters: list[str]
    price: Price
    call: Effects
    favoured: Effects
    neutral: Effects
    unfavoured: Effects
    favour: Literal["step", "jump", "never"]
    closed_to_favoured: bool
    turn_coins: int
    selectable: bool


class Facts(TypedDict):
    """Cards and patrons by key, in the order of their numbers."""

    cards: dict[str, CardInfo]
    patrons: dict[str, PatronInfo]


QUESTION_CODES = (
    *("free", "draft_patron", "choose_side", "replace", "acquire", "destroy", "recall", "recall_agent"),
    *("toss", "knock_out", "donate", "discard", "banish", "sell", "rally", "mint"),
)
VERB_CODES = {
    m.PLAY: "play",
    m.ACTIVATE: "activate",
    m.ATTACK: "attack",
    m.BUY: "buy",
    m.CALL: "call",
    m.PICK: "pick",
    m.SIDE: "choose",
    m.DRAFT: "draft",
}
SIDE_WORDS = ("LEFT", "RIGHT")


def move_parts(content: Content, state: Any, move: int) -> dict[str, Any]:
    """Return the parts of a legal move."""
    if move in (m.END_TURN, m.STOP):
        return {"verb": "end" if move == m.END_TURN else "stop", "piece": None, "target": None}
    verb, thing = m.split_move(move)
    code = VERB_CODES[verb]
    if verb in (m.CALL, m.DRAFT):
        piece = {"zone": "patrons", "seat": None, "id": content.labels.patrons[thing], "card": None}
        return {"verb": code, "piece": piece, "target": None}
    if verb == m.SIDE:
        return {"verb": code, "piece": {"zone": "side", "seat": None, "id": thing, "card": None}, "target": None}
    zone, seat = _find_piece(state, thing)
    found = {"zone": zone, "seat": seat, "id": thing, "card": content.labels.cards[state.card_of[thing]]}
    if verb == m.ATTACK:
        return {"verb": code, "piece": None, "target": found}
    return {"verb": code, "piece": found, "target": None}


def move_text(content: Content, state: Any, parts: dict[str, Any]) -> str:
    """Write the parts of a move in notation.

    Raises:
        NotationError: the verb needs a piece or a target, or there is no such side.
    """
    verb = parts["verb"]
    if verb in ("end", "stop"):
        return str(verb.upper())
    thing = parts["target" if verb == "attack" else "piece"]
    if thing is None:
        raise NotationError(f"{verb!r} needs a {'target' if verb == 'attack' else 'piece'}")
    if verb == "choose":
        if thing["id"] not in (0, 1):
            raise NotationError(f"there are the sides 0 and 1, not {thing['id']!r}")
        return SIDE_WORDS[thing["id"]]
    name = thing["id"] if thing["card"] is None else f"{thing['card']}#{thing['id']}"
    return f"{verb.upper()} {name}"


def current_question(content: Content, state: Any) -> dict[str, Any]:
    """Return the pending decision."""
    sides = []
    if state.asked == s.CHOOSE_SIDE:
        effect = content.read(GameData).effects[state.effect]
        keys = content.labels.cards
        sides = [
            _effect(effect.op, effect.n, effect.what, keys),
            _effect(effect.other_op, effect.other_n, effect.other_what, keys),
        ]
    return {
        "code": QUESTION_CODES[state.asked],
        "least": int(state.least),
        "most": int(state.most),
        "picked": int(state.picked),
        "sides": sides,
    }


def read_facts(content: Content) -> dict[str, Any]:
    """Return cards and patrons with their effects as codes."""
    return card_file_facts(content.labels.file)


def card_file_facts(card_file: TributeCardFile) -> dict[str, Any]:
    """Return cards and patrons of a card file with their effects as codes."""
    facts = msgspec.to_builtins(card_file_info(card_file))
    keys = [*facts["cards"]]
    for things, fields, of_patron in (
        (facts["cards"], LEVEL_FIELDS, False),
        (facts["patrons"], ("call", *STANDING_FIELDS), True),
    ):
        for thing in things.values():
            for field in fields:
                thing[field] = [
                    [_effect(*effect, keys) for effect in choice if effect is not None]
                    for choice in parse_effects(thing[field], keys, of_patron)
                ]
    for patron in facts["patrons"].values():
        patron["starters"] = [*patron["starters"]]
    return facts


def _effect(op: int, n: int, what: int, keys: Any) -> dict[str, Any]:
    word = EFFECT_WORDS[op]
    return {
        "code": word,
        "amount": 1 if word in PLAIN_EFFECTS else int(n),
        "card": keys[what] if word in CARD_EFFECTS else None,
    }


def _find_piece(state: Any, piece: int) -> tuple[str, int | None]:
    """Zone and owner of a physical card that a legal move names."""
    state = snapshot(state)
    for seat in (state.active, 1 - state.active):
        player = state.players[seat]
        zones = (
            ("hand", player.hand, player.hand_size),
            ("agents", player.agents, player.agent_count),
            ("cooldown", player.cooldown, player.cooldown_size),
            ("pile", player.pile, player.pile_size),
        )
        for zone, pieces, size in zones:
            if piece in pieces[:size]:
                return zone, seat
    return ("row", None) if piece in state.row[: state.row_size] else ("played", state.active)


SCHEMA = GameSchema(
    observation=Observation,
    move=Move,
    question=TributeQuestion,
    facts=Facts,
    move_parts=move_parts,
    move_text=move_text,
    current_question=current_question,
    read_facts=read_facts,
)
