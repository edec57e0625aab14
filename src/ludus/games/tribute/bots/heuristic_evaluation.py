"""Evaluation heuristic shared by the search bots of Scripts of Tribute, from the view of the active player.

T is the tier of a card. The weights are in content/heuristic.toml, or in a file of the same form.

    favour, neutral, unfavour for each patron but the Treasury, threat if two or more favour the rival
    + power and prestige, if the rival has at least prestige_from
    and while my prestige is below calm_below
    + agent T + health h for each agent of mine, less for each of the rival's, which also has rival_agent
    + card T for each card of mine in hand, draw pile, cooldown and among those played
    + combo n ** combo_exponent for the n of these of each deck but the Treasury's
    + row T for each card in the tavern row
    + draw for each card drawn in this turn
"""

# mypy: ignore-errors

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ludus.core import Record, float64, int64, local_ints, rule
from ludus.games.tribute.bots.card_tier_lists import TIER_LISTS
from ludus.games.tribute.state import DECKS, HEALTH, NEUTRAL
from ludus.util.errors import ContentError
from ludus.util.files import reading_error
from ludus.util.tracked_files import read_tracked

CONTENT = Path(__file__).parents[1] / "content"
FILE = CONTENT / "heuristic.toml"
TUNED = {"bred": CONTENT / "heuristic_bred.toml", "cma": CONTENT / "heuristic_cma.toml"}  # by the study tribute-weights
VERSION = 1
SHARED, RANDOM_SIMULATION = "shared", "random_simulation"
THREATENING_FAVOURS = 2  # favours of the rival that count as a threat
WEIGHTS = (
    *("favour", "neutral", "unfavour", "threat", "power", "prestige", "prestige_from", "calm_below", "agent", "health"),
    *("rival_agent", "card", "combo", "row", "draw"),
)


class HeuristicWeights(Record):
    favour: float64
    neutral: float64
    unfavour: float64
    threat: float64
    power: float64
    prestige: float64
    prestige_from: float64
    calm_below: float64
    agent: float64
    health: float64
    rival_agent: float64
    card: float64
    combo: float64
    row: float64
    draw: float64
    combo_exponent: int64
    tiers: int64  # index of the tier list


@rule
def heuristic(data, state, weights, drawn):
    """Value of the position for the active player, who drew `drawn` cards in this turn."""
    me, rival = state.players[state.active], state.players[1 - state.active]
    value = favours(data, state, weights)
    if rival.prestige >= weights.prestige_from:
        value += weights.power * me.power + weights.prestige * me.prestige
    if me.prestige < weights.calm_below:
        value += weights.agent * (agent_tiers(data, state, weights, me) - agent_tiers(data, state, weights, rival))
        value += weights.health * (agent_health(me) - agent_health(rival))
        value += weights.rival_agent * rival.agent_count
        value += cards(data, state, me, weights) + weights.draw * drawn
        tiers = 0
        for k in range(state.row_size):
            tiers += tier(data, state, weights, state.row[k])
        value += weights.row * tiers
    return value


@rule(inline=True)
def tier(data, state, weights, piece):
    return data.tiers[weights.tiers, state.card_of[piece]]


@rule
def favours(data, state, weights):
    mine, neutral_count, rivals = 0, 0, 0
    for k in range(state.patron_count):
        if state.patrons[k] != data.treasury:
            if state.favour[k] == NEUTRAL:
                neutral_count += 1
            elif state.favour[k] == state.active + 1:
                mine += 1
            else:
                rivals += 1
    value = weights.favour * mine + weights.neutral * neutral_count + weights.unfavour * rivals
    return value + weights.threat if rivals >= THREATENING_FAVOURS else value


@rule
def agent_tiers(data, state, weights, owner):
    total = 0
    for k in range(owner.agent_count):
        total += tier(data, state, weights, owner.agents[k])
    return total


@rule
def agent_health(owner):
    total = 0
    for k in range(owner.agent_count):
        total += owner.health[k] & HEALTH
    return total


@rule
def cards(data, state, me, weights):
    """Value of own cards other than agents in play: their tiers, and how many share a deck."""
    decks = local_ints(DECKS)
    tiers = count_zone(data, state, weights, me.hand, me.hand_size, decks)
    tiers += count_zone(data, state, weights, me.cooldown, me.cooldown_size, decks)
    tiers += count_zone(data, state, weights, me.pile, me.pile_size, decks)
    tiers += count_zone(data, state, weights, state.played, state.played_size, decks)
    decks[data.treasury] = 0
    combos = 0
    for deck in range(DECKS):
        if decks[deck] != 0:
            product = 1
            for _ in range(weights.combo_exponent):
                product *= decks[deck]
            combos += product
    return weights.card * tiers + weights.combo * combos


@rule(inline=True)
def count_zone(data, state, weights, zone, n, decks):
    """Sum of the tiers of a zone; counts its cards by deck."""
    tiers = 0
    for k in range(n):
        card = state.card_of[zone[k]]
        tiers += data.tiers[weights.tiers, card]
        decks[data.cards[card].deck] += 1
    return tiers


# Weight files


class HeuristicWeightsData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights as a file stores them."""

    favour: float
    neutral: float
    unfavour: float
    threat: float
    power: float
    prestige: float
    prestige_from: float
    calm_below: float
    agent: float
    health: float
    rival_agent: float
    card: float
    combo: float
    combo_exponent: Annotated[int, Meta(ge=0, le=6)]
    row: float
    draw: float


class _WeightFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    shared: HeuristicWeightsData
    random_simulation: HeuristicWeightsData | None = None


def fill_weights(weights: Any, part: str = SHARED, file: str | Path | None = None, tiers: str = "hand") -> None:
    """Write the weights of one part of a file into a plain view of a record.

    Args:
        weights: plain view of a Weights record.
        part: SHARED or RANDOM_SIMULATION.
        file: a path, or the name of shipped tuned weights; None: the published weights.
        tiers: name of the tier list.
    """
    weights.tiers = TIER_LISTS[tiers]
    values = read_weights(Path(TUNED.get(str(file)) or file or FILE))[part]
    for name in (*WEIGHTS, "combo_exponent"):
        setattr(weights, name, getattr(values, name))


def read_weights(file: Path) -> dict[str, HeuristicWeightsData]:
    """Read both parts of a weight file; without the second part, the first serves for both.

    Raises:
        ContentError: the file is unreadable, malformed or of another version.
    """
    try:
        data = msgspec.convert(tomllib.loads(read_tracked(file).decode("utf-8")), _WeightFile)
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"weights cannot be read: {reading_error(error, file)}", file) from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ContentError(f"not the weights of a heuristic: {error}", file) from None
    if data.version != VERSION:
        raise ContentError(f"version is {data.version}; this release reads version = {VERSION}", file)
    return {SHARED: data.shared, RANDOM_SIMULATION: data.random_simulation or data.shared}
