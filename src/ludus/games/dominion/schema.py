"""Types of observations, moves, questions and facts, and moves as verb, piece and target."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from ludus.core.game import Content
from ludus.core.schema import GameSchema
from ludus.games.dominion import game_data_records as t
from ludus.games.dominion import moves as m
from ludus.games.dominion import state as s
from ludus.games.dominion.card_file import KingdomCard
from ludus.games.dominion.effect_grammar import BASIC_CARDS, Clause, read_sentence
from ludus.games.dominion.game_data_records import GameData
from ludus.games.dominion.notation import VERBS
from ludus.games.dominion.state import CARD, CARDS
from ludus.util.errors import NotationError

CardType = Literal["Treasure", "Victory", "Curse", "Action", "Attack", "Reaction"]
Zone = Literal["hand", "supply", "aside", "discard", "deck", "played", "trash", "loot"]
QuestionCode = Literal[
    "play_action",
    "buy_card",
    "discard_hand",
    "trash_hand",
    "gain_card",
    "put_hand",
    "reveal_card",
    "double_action",
    "judge_card",
    "trash_aside",
    "take_loot",
    "set_aside",
    "may_discard_deck",
    "may_play_card",
    "recall_card",
    "sort_card",
    "order_cards",
]
EffectCode = Literal[
    "discard",
    "trash",
    "gain",
    "put",
    "draw",
    "coins",
    "actions",
    "buys",
    "draw_to",
    "dig",
    "dump",
    "judge",
    "ransack",
    "take",
    "sort",
    "flip",
    "double",
    "trash_this",
    "recall",
    "merchant",
]


class CardInfo(TypedDict):
    """A card of the kingdom."""

    cost: int
    types: list[CardType]
    cards: int
    actions: int
    buys: int
    coins: int
    points: int
    points_per: int | None
    do: list[str]  # the other effects, a sentence each


class Player(TypedDict):
    """A player. A card that the observing seat cannot see is None."""

    points: int
    turns: int
    owned: dict[str, int]
    hand: list[str | None]
    shown: list[int]
    deck: int
    bag: dict[str, int] | int
    top: list[str | None]
    discard: list[str | None]
    unseen: list[int]


class PlayedCard(TypedDict):
    """A card whose text is being carried out."""

    card: str
    step: int
    again: int
    gone: bool
    around: int
    immune: int
    count: int
    cost: int


Asked = TypedDict("Asked", {"what": str, "least": int, "most": int, "from": int, "kind": int, "limit": int, "to": int})


class Observation(TypedDict):
    """The game as a seat sees it."""

    edition: str
    seat: int
    turn_of: int
    to_move: int | None
    phase: Literal["action", "buy"]
    reason: str
    winners: list[int]
    actions: int
    buys: int
    coins: int
    merchants: int
    supply: dict[str, int]
    trash: dict[str, int]
    played: list[str]
    playing: list[PlayedCard]
    aside: list[str | None]
    aside_of: int
    loot: dict[str, int]
    players: list[Player]
    cards: dict[str, CardInfo]
    asked: NotRequired[Asked]  # until the game ends


class Piece(TypedDict):
    """The card of a move, by name."""

    zone: Zone
    seat: int | None
    id: str
    card: str


class Target(TypedDict):
    """Where the card goes."""

    zone: Zone
    seat: int | None
    id: Literal[""]
    card: None


class Move(TypedDict):
    """A move."""

    verb: Literal["stop", "yes", "play", "buy", "discard", "trash", "gain", "put", "reveal", "aside", "keep"]
    piece: Piece | None
    target: Target | None


class DominionQuestion(TypedDict):
    """The pending decision."""

    code: QuestionCode
    least: int
    most: int
    picked: int
    limit: int  # highest cost of a card to gain
    card: str | None  # the card that asks


class Step(TypedDict):
    """A step of an effect."""

    code: EffectCode
    who: Literal["you", "others", "everyone"]
    n: int  # number of cards, coins and so on; of a gain, the highest cost
    bound: Literal["exactly", "up to", "any", "down to", "as many", "relative", "per empty pile"]
    kind: str | None  # a type such as Treasure, or a basic card such as Curse; None: any card
    but: str | None  # a card that the kind leaves out
    to: Literal["discard", "hand", "deck"]  # where a gained card goes
    may: bool


class Effect(TypedDict):
    """A sentence of a card."""

    text: str
    steps: list[Step]


class Facts(TypedDict):
    """Effects of all kingdom cards by name."""

    effects: dict[str, list[Effect]]


QUESTION_CODES = {
    s.PLAY_ACTION: "play_action",
    s.BUY_CARD: "buy_card",
    s.DISCARD_HAND: "discard_hand",
    s.TRASH_HAND: "trash_hand",
    s.GAIN_CARD: "gain_card",
    s.PUT_HAND: "put_hand",
    s.REVEAL_CARD: "reveal_card",
    s.DOUBLE_ACTION: "double_action",
    s.JUDGE_CARD: "judge_card",
    s.TRASH_ASIDE: "trash_aside",
    s.TAKE_LOOT: "take_loot",
    s.SET_ASIDE: "set_aside",
    s.MAY_DISCARD_DECK: "may_discard_deck",
    s.MAY_PLAY_CARD: "may_play_card",
    s.RECALL_CARD: "recall_card",
    s.SORT_CARD: "sort_card",
    s.ORDER_CARDS: "order_cards",
}
EFFECT_CODES = {
    t.DISCARD: "discard",
    t.TRASH: "trash",
    t.GAIN: "gain",
    t.PUT: "put",
    t.DRAW: "draw",
    t.COINS: "coins",
    t.ACTIONS: "actions",
    t.BUYS: "buys",
    t.DRAW_TO: "draw_to",
    t.DIG: "dig",
    t.DUMP: "dump",
    t.JUDGE: "judge",
    t.RANSACK: "ransack",
    t.TAKE: "take",
    t.SORT: "sort",
    t.FLIP: "flip",
    t.DOUBLE: "double",
    t.TRASH_THIS: "trash_this",
    t.RECALL: "recall",
    t.MERCHANT: "merchant",
}
BOUNDS = {
    t.UP_TO: "up to",
    t.DOWN_TO: "down to",
    t.AS_MANY: "as many",
    t.RELATIVE: "relative",
    t.PER_PILE: "per empty pile",
}
WHO = {t.YOU: "you", t.OTHERS: "others", t.EVERYONE: "everyone"}
VERB_CODES = {number: word.lower() for word, number in VERBS.items()}
SOURCES = {  # where the cards of a question are; the others are in hand
    s.BUY_CARD: "supply",
    s.GAIN_CARD: "supply",
    s.TAKE_LOOT: "loot",
    s.JUDGE_CARD: "aside",
    s.TRASH_ASIDE: "aside",
    s.SET_ASIDE: "aside",
    s.SORT_CARD: "aside",
    s.ORDER_CARDS: "aside",
    s.MAY_PLAY_CARD: "discard",
    s.RECALL_CARD: "discard",
}
DESTINATIONS = {
    m.PLAY: "played",
    m.BUY: "discard",
    m.DISCARD: "discard",
    m.TRASH: "trash",
    m.PUT: "deck",
    m.ASIDE: "aside",
    m.KEEP: "deck",
}
GAINED = {t.TO_DISCARD: "discard", t.TO_HAND: "hand", t.TO_DECK: "deck"}


def move_parts(content: Content, state: Any, move: int) -> dict[str, Any]:
    """Return the parts of a legal move."""
    seat = state.chooser
    if move == m.STOP:
        return {"verb": "stop", "piece": None, "target": None}
    if move == m.YES:
        return {"verb": "yes", "piece": None, "target": _place("discard", seat)}
    verb = move >> m.VERB << m.VERB
    name = content.labels.name(content.read(GameData), move & CARD)
    source = SOURCES.get(state.asked, "hand")
    owner = state.aside_of if source == "aside" else seat
    piece = {"zone": source, "seat": None if source in ("supply", "loot") else owner, "id": name, "card": name}
    target = None
    if verb == m.GAIN:
        target = _place("discard" if state.asked == s.TAKE_LOOT else GAINED[state.to], seat)
    elif verb == m.KEEP and state.asked == s.SET_ASIDE:
        target = _place("hand", seat)
    elif verb in DESTINATIONS:
        zone = DESTINATIONS[verb]
        target = _place(zone, None if zone == "trash" else owner)
    return {"verb": VERB_CODES[verb], "piece": piece, "target": target}


def move_text(content: Content, state: Any, parts: dict[str, Any]) -> str:
    """Write the parts of a move in notation.

    Raises:
        NotationError: the verb needs a piece.
    """
    verb, piece = parts["verb"], parts["piece"]
    if verb in ("stop", "yes"):
        return str(verb.upper())
    if piece is None:
        raise NotationError(f"{verb!r} needs a piece")
    return f"{verb.upper()} {piece['card']}"


def current_question(content: Content, state: Any) -> dict[str, Any]:
    """Return the pending decision."""
    data = content.read(GameData)
    playing = content.labels.name(data, state.frames[state.depth - 1].card) if state.depth else None
    return {
        "code": QUESTION_CODES[state.asked],
        "least": int(state.least),
        "most": int(state.most),
        "picked": 0,
        "limit": int(state.limit),
        "card": playing,
    }


def read_facts(content: Content) -> dict[str, Any]:
    """Return the effects of all kingdom cards."""
    return {"effects": {card.name: card_effects(card) for card in content.labels.cards}}


def card_effects(card: KingdomCard) -> list[dict[str, Any]]:
    """Return the effects of a kingdom card as codes."""
    return [_effect(sentence) for sentence in card.facts.do]


def _effect(sentence: str) -> dict[str, Any]:
    clauses = read_sentence(sentence)
    return {"text": sentence, "steps": [_step(clause) for clause in clauses]}


def _step(clause: Clause) -> dict[str, Any]:
    return {
        "code": EFFECT_CODES[clause.op],
        "who": WHO[clause.who],
        "n": clause.n,
        "bound": _bound(clause),
        "kind": _kind(clause.what),
        "but": "Copper" if clause.what == t.DEAR_TREASURE else None,
        "to": GAINED[clause.to],
        "may": bool(clause.how & t.MAY),
    }


def _bound(clause: Clause) -> str:
    if clause.how & t.UP_TO and clause.n == CARDS:
        return "any"
    return next((bound for modifier, bound in BOUNDS.items() if clause.how & modifier), "exactly")


def _kind(what: int) -> str | None:
    if what == t.ANY:
        return None
    if what == t.DEAR_TREASURE:
        return "Treasure"
    return BASIC_CARDS[what - t.THIS_CARD] if what >= t.THIS_CARD else t.TYPES[what.bit_length() - 1]


def _place(zone: str, seat: int | None) -> dict[str, Any]:
    return {"zone": zone, "seat": seat, "id": "", "card": None}


SCHEMA = GameSchema(
    observation=Observation,
    move=Move,
    question=DominionQuestion,
    facts=Facts,
    move_parts=move_parts,
    move_text=move_text,
    current_question=current_question,
    read_facts=read_facts,
)
