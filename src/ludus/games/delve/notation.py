"""Notation of moves: cards with their targets, picks of nodes.

    PLAY Bolt 2       a targeted card on the second enemy
    PLAY Sweep        an area card
    PLAY Defend       a skill
    END               the turn: the living enemies strike, new cards are drawn
    PICK Embers       a node of the skill tree
    SAVE              keep the remaining skill points: only in trees with nodes that cost more than one

Case does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.games.delve import rules
from ludus.games.delve.constants import AREA, MANA, MAX_ENEMIES, RESOURCES, TARGETED
from ludus.games.delve.game_data import GameData
from ludus.games.delve.moves import ALL_ENEMIES, END, MAX_MOVES, NODE, PLAY, SAVE, TARGET_SLOTS
from ludus.games.delve.skill_picks import in_set
from ludus.games.delve.skill_tree import SkillTree
from ludus.games.delve.state import PICK, REASONS
from ludus.util.errors import IllegalMove, NotationError
from ludus.util.text import closest_match

VERBS = ("PLAY", "END", "PICK", "SAVE")


def write_move(content: Content, state: Any, move: int) -> str:
    """Write a move in notation; raise IllegalMove if the number is not a move of this game."""
    labels = content.labels
    if move == END:
        return "END"
    if move == SAVE:
        return "SAVE"
    if NODE <= move < NODE + len(labels.tree):
        return f"PICK {labels.tree.nodes[move - NODE].name}"
    kind, place = divmod(move - PLAY, TARGET_SLOTS)
    if PLAY <= move < SAVE and kind < len(labels.cards):
        card = labels.cards[kind]
        if (card.category != TARGETED) == (place == ALL_ENEMIES):
            return f"PLAY {card.name}" if card.category != TARGETED else f"PLAY {card.name} {place + 1}"
    raise IllegalMove(f"{move} is not a move of this game")


def read_move(content: Content, state: Any, text: str) -> int:
    """Read a move from notation. It need not be legal here: see `explain_illegal`.

    Raises:
        NotationError: the text is not a move.
    """
    word, rest = [*text.split(None, 1), "", ""][:2]
    word, rest = word.upper(), rest.strip()
    if word not in VERBS:
        close = closest_match(word, VERBS)
        hint = f"; did you mean {close}?" if close else ""
        raise NotationError(
            f"{text.strip()!r} is not a move: a move is PLAY and a card, END, PICK and a node, or SAVE{hint}"
        )
    if word in ("END", "SAVE"):
        if rest:
            raise NotationError(f"{word} stands alone, without {rest!r}")
        return END if word == "END" else SAVE
    if word == "PICK":
        return NODE + _find_name("node", rest, [node.name for node in content.labels.tree.nodes], "in this tree")
    return _read_play(content, rest)


def explain_illegal(content: Content, state: Any, text: str) -> str:
    """Explain why a move is not legal here, to somebody who types moves.

    Returns:
        A sentence; empty if the move is legal.

    Raises:
        NotationError: the text is not a move.
    """
    reason = explain_in_words(content, state, text)
    if reason != describe_decision(state):
        return reason
    return f"{reason}: {', '.join(write_move(content, state, move) for move in list_legal_moves(content, state))}"


def explain_in_words(content: Content, state: Any, text: str) -> str:
    """Explain why a move is not legal here, without notation.

    Returns:
        A sentence; empty if the move is legal.

    Raises:
        NotationError: the text is not a move.
    """
    if state.reason:
        return f"the game is over ({REASONS[state.reason]})"
    move = read_move(content, state, text)
    legal = list_legal_moves(content, state)
    if move in legal:
        return ""
    data, labels = content.read(GameData), content.labels
    if move >= NODE and state.asked == PICK:
        node = labels.tree.nodes[move - NODE]
        if plain(in_set)(state.had, move - NODE):
            return f"you have {node.name} already"
        if not plain(in_set)(state.open, move - NODE):
            return _explain_locked(labels.tree, move - NODE)
        return f"{node.name} costs {node.price} skill points, and you have {state.points}"
    if move >= NODE:
        return "nodes are picked when an encounter is won"
    if PLAY <= move < SAVE and state.asked != PICK:
        kind, place = divmod(move - PLAY, TARGET_SLOTS)
        card = labels.cards[kind]
        if not state.hand[kind]:
            return f"there is no {card.name} in your hand"
        left = state.mana if card.resource == MANA else state.energy
        if card.cost > left:
            return f"{card.name} costs {card.cost} {RESOURCES[card.resource]}, and you have {left}"
        size = data.foes[state.encounter].size
        return f"enemy {place + 1} is dead" if place < size else f"there are {size} enemies, and no enemy {place + 1}"
    return describe_decision(state)


def _explain_locked(tree: SkillTree, number: int) -> str:
    """Say what unlocks a node."""
    node = tree.nodes[number]
    parents = " or ".join(tree.nodes[k].name for k in node.parents)
    ways = [f"{parents} and {node.gate} nodes" if parents and node.gate else parents or f"{node.gate} nodes"]
    ways += [tree.nodes[k].name for k in tree.unlockers[number]]
    return f"{node.name} comes after {' or '.join(ways)}"


def list_legal_moves(content: Content, state: Any) -> list[int]:
    """List the legal moves of a state (a record in plain Python)."""
    buffer = [0] * MAX_MOVES
    return buffer[: plain(rules.legal_moves)(content.read(GameData), state, buffer)]


def describe_decision(state: Any) -> str:
    """Return the current decision as a sentence."""
    return "you pick a node of the skill tree" if state.asked == PICK else "you play a card or end the turn"


def _read_play(content: Content, rest: str) -> int:
    name, _, last = rest.rpartition(" ")
    place = int(last) if last.isascii() and last.isdigit() and len(last) < 3 else None
    cards = content.labels.cards
    kind = _find_name("card", rest if place is None else name, [card.name for card in cards], "in this deck")
    card = cards[kind]
    if card.category == TARGETED:
        if place is None:
            raise NotationError(f"{card.name} needs the number of an enemy: PLAY {card.name} 1")
        if not 1 <= place <= MAX_ENEMIES:
            raise NotationError(f"enemies have the numbers 1 to {MAX_ENEMIES}, not {place}")
        return PLAY + kind * TARGET_SLOTS + place - 1
    if place is not None:
        whom = "hits all enemies" if card.category == AREA else "hits no enemy"
        raise NotationError(f"{card.name} {whom}, without a number: PLAY {card.name}")
    return PLAY + kind * TARGET_SLOTS + ALL_ENEMIES


def _find_name(what: str, name: str, known: Sequence[str], where: str) -> int:
    """Return the index of a name; an exact match is preferred to one that differs in case."""
    if not name:
        raise NotationError(f"the {what} is missing")
    if name in known:
        return known.index(name)
    folded = [candidate.casefold() for candidate in known]
    if name.casefold() not in folded:
        close = closest_match(name.casefold(), folded)
        hint = f"; did you mean {known[folded.index(close)]}?" if close else ""
        raise NotationError(f"there is no {what} {name!r} {where}{hint}")
    return folded.index(name.casefold())
