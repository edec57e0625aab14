"""Weights of the courtier: their names, the record that the rules read, and weight files.

Every weight is three numbers, for the early, the middle and the late game. In between it is interpolated by the higher
prestige of the two players (see evaluation.py). 100 is about one prestige in the middle of a game. Each card has a
weight for being owned, each agent another for being in play, each patron one for favouring the courtier; the rival's
count negatively. The general weights multiply the numbers of GENERAL_WEIGHTS. Cards of other card files are recognised
by a signature, a hash of their effects. A weight file is JSON:

{"made by": "...", "draft": ["duke_of_crows", ...], "cards": {"gold": [1.0, 0.0, -2.0], ...},
 "in play": {"oathman": [...], ...}, "favours": {"ansei": [...], ...}, "general": {"prestige": [...], ...}}
"""

# mypy: ignore-errors

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludus.core import Record, int64, plain, rule
from ludus.games.tribute.card_file import BASE, pack_cards, read_cards
from ludus.games.tribute.game_data_records import CARDS, LEVELS, PARTS, GameData
from ludus.games.tribute.state import DECKS
from ludus.util.errors import ContentError
from ludus.util.files import is_number_within, read_json, require_keys

FACTOR = 1_000_003
MODULUS = 2_147_483_647  # keeps every product within 64 bits
STAGES = ("early", "middle", "late")
GENERAL_WEIGHTS = {
    "prestige": "a prestige of one's own",
    "rival_prestige": "a prestige of the rival",
    "near": "a prestige of one's own beyond 30",
    "rival_near": "a prestige of the rival beyond 30",
    "over": "40 prestige or more that the rival has to match now",
    "ahead": "then, each prestige more than the rival has",
    "two_favours": "two patrons that favour one",
    "three_favours": "three of them: one is missing",
    "rival_two_favours": "two patrons that favour the rival",
    "rival_three_favours": "three of them",
    "agents": "an own agent in play",
    "rival_agents": "an agent of the rival in play",
    "health": "a health of own agents in play",
    "rival_health": "a health of the rival's agents in play",
    "combos": "two cards of one deck in a hand of five, each counted with each other, in tenths of what is expected",
    "rival_combos": "the same of the rival",
    "owned": "a card owned, whatever it is",
    "rival_owned": "a card that the rival owns",
    "row": "what the rival could buy: the worth of all cards in the row, in prestige",
    "known": "what cards that come next are worth above the others, in prestige",
    "discards": "a card that the rival will have to discard",
}
PRESTIGE, RIVAL_PRESTIGE, NEAR, RIVAL_NEAR, OVER, AHEAD, TWO, THREE, RIVAL_TWO, RIVAL_THREE = range(10)
AGENTS, RIVAL_AGENTS, HEALTH, RIVAL_HEALTH, COMBOS, RIVAL_COMBOS, OWNED, RIVAL_OWNED = range(10, 18)
ROW, KNOWN, DISCARDS = range(18, 21)
NUMBERS = len(GENERAL_WEIGHTS)
WEIGHT_SCALE = 64  # fixed-point scale: a weight of 1 in the record
DECIMALS = 1  # decimals of a stored weight
MAX_WEIGHT = 100_000.0  # largest absolute value of a weight
CONTENT = Path(__file__).parents[2] / "content"
SHIPPED = CONTENT / "courtier.json"
BY_HAND = CONTENT / "courtier_by_hand.json"  # start of the evolution


class CourtierWeights(Record):
    cards: int64[len(STAGES), CARDS]
    in_play: int64[len(STAGES), CARDS]
    favour: int64[len(STAGES), DECKS]
    general: int64[len(STAGES), NUMBERS]
    signatures: int64[CARDS]  # signatures that identify the cards in other card files
    count: int64  # number of cards


@cache
def weight_keys() -> dict[str, tuple[str, ...]]:
    """Keys with weights, by group, in order."""
    card_file = read_cards(BASE)
    return {
        "cards": tuple(card_file.cards),
        "in play": tuple(key for key, card in card_file.cards.items() if card.health is not None),
        "favours": tuple(key for key, patron in card_file.patrons.items() if patron.selectable),
        "general": tuple(GENERAL_WEIGHTS),
    }


@cache
def names() -> tuple[str, ...]:
    """Names of all weights, in order."""
    return tuple(f"{part}: {key}: {stage}" for part, keys in weight_keys().items() for key in keys for stage in STAGES)


@cache
def columns() -> dict[str, list[int]]:
    """Record field of each weight group, and the column indices in it."""
    card_file, keys_by_group = read_cards(BASE), weight_keys()
    cards, patrons = [*card_file.cards], [*card_file.patrons]
    return {
        "cards": [cards.index(key) for key in keys_by_group["cards"]],
        "in_play": [cards.index(key) for key in keys_by_group["in play"]],
        "favour": [patrons.index(key) for key in keys_by_group["favours"]],
        "general": [*range(NUMBERS)],
    }


def rounded(values: ArrayLike) -> np.ndarray:
    """Round weights to their stored precision; bots always play with rounded weights."""
    return np.round(np.asarray(values, np.float64), DECIMALS) + 0.0  # no negative zero


def pack_weights(values: ArrayLike) -> np.ndarray:
    """Pack weights in the order of `names` into a record."""
    record = _blank().copy()
    numbers = np.rint(rounded(values) * WEIGHT_SCALE).astype(np.int64).reshape(-1, len(STAGES)).T
    first = 0
    for field, places in columns().items():
        record[field][0][:, places] = numbers[:, first : first + len(places)]
        first += len(places)
    return record


def weights_data(values: np.ndarray, draft: Sequence[str], made_by: str) -> dict[str, Any]:
    """Weights in the order of `names` as the content of a weight file."""
    rest = iter(rounded(values).reshape(-1, len(STAGES)).tolist())
    data: dict[str, Any] = {"made by": made_by, "draft": list(draft)}
    for part, keys in weight_keys().items():
        data[part] = {key: next(rest) for key in keys}
    return data


def write_weights(file: str | Path, data: dict[str, Any]) -> None:
    """Write a weight file, one weight per line."""
    lines = [f' "made by": {json.dumps(data["made by"])}', f' "draft": {json.dumps(data["draft"])}']
    for part in weight_keys():
        inside = ",\n".join(f"  {json.dumps(key)}: {json.dumps(three)}" for key, three in data[part].items())
        lines.append(f' "{part}": {{\n{inside}\n }}')
    Path(file).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_weights(file: str | Path) -> tuple[np.ndarray, tuple[str, ...]]:
    """Read a weight file.

    Returns:
        The weights in the order of `names`, and the patrons in order of preference.

    Raises:
        ContentError: the file is unreadable or a weight is missing or out of range.
    """
    data = require_keys(
        file, "the file", read_json(file, "weights of the courtier"), ("made by", "draft", *weight_keys())
    )
    values: list[float] = []
    for part, keys in weight_keys().items():
        entries = require_keys(file, part, data[part], keys)
        for key in keys:
            values += _stage_values(file, f"{part}: {key}", entries[key])
    return rounded(values), _draft(file, data["draft"])


@rule
def card_signature(data, card):
    """Hash of cost, type, health, taunt, toll and effects of a card, not of its deck or copies. Always positive."""
    facts = data.cards[card]
    value = mix(mix(mix(mix(1, facts.cost), facts.type), facts.health), 2 * facts.taunt + facts.toll)
    for level in range(LEVELS):
        for part in range(PARTS):
            effect = data.effects[facts.effects[level, part]]
            value = mix(mix(value, effect.op), effect.n)
            value = mix(mix(value, effect.other_op), effect.other_n)
    return value + 1


@rule(inline=True)
def mix(value, number):
    return (value * FACTOR + number + 7) % MODULUS


@cache
def _blank() -> np.ndarray:
    """Weight record with signatures and card count, but without weights."""
    card_file, data = read_cards(BASE), GameData.over(GameData.zeros())
    pack_cards(card_file, data)
    record = CourtierWeights.zeros(1)
    record["count"] = len(card_file.cards)
    hash_card = plain(card_signature)
    record["signatures"][0, : len(card_file.cards)] = [hash_card(data, card) for card in range(len(card_file.cards))]
    return record


def _draft(file: str | Path, data: Any) -> tuple[str, ...]:
    patrons = weight_keys()["favours"]
    if not isinstance(data, list) or sorted(map(str, data)) != sorted(patrons):
        what = f"here must be all patrons, the most wanted first: {', '.join(patrons)}"
        raise ContentError(what, file, field="draft")
    return tuple(data)


def _stage_values(file: str | Path, where: str, data: Any) -> list[float]:
    if not isinstance(data, list) or len(data) != len(STAGES):
        raise ContentError(f"a weight is three numbers: {', '.join(STAGES)}", file, field=where)
    for value in data:
        if not is_number_within(value, MAX_WEIGHT):
            what = f"a weight has numbers between -{MAX_WEIGHT:,.0f} and {MAX_WEIGHT:,.0f}, not {value!r}"
            raise ContentError(what, file, field=where)
    return [float(value) for value in data]
