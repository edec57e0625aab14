"""The thesis's approximating simulation: fights by the average turn of a deck, without drawing cards.

    simulate(deck, encounter, bonus=(0, 0, 3, 0))        4: won in turn 4; -61.5: lost, 61.5 hit points left
    simulate_builds(builds, pools, encounters)           all builds of a tree, with every deck, in every encounter

In a turn the five cards of a hand do what five average cards of the deck do. If one resource does not suffice, all
damage paid with it is reduced. Area damage comes first, then all targeted damage hits the living enemy with the most
attack per hit point; the excess is lost, unless it is carried over to the next enemy.

A build is tried in an encounter if its picks lead from a build that won the encounter before: some order of picking its
nodes survived so far. So a strong node that no player survives to pick does not help. Without continuity all builds are
tried.

Hit points, energy, mana and the sizes of hand and deck may be others than those of the thesis. Block and healing count
as what an average turn has of them: the player loses so much less. Statuses, strength, drawn cards, gained resources,
and nodes that do not raise damage have no average turn; `check_simulated` refuses them.

All numbers are whole, and sums are in a fixed order, so they are the same on every machine: damage and hit points are
counted in fractions of a hit point that divide everything a deck does. A turn of a fight depends only on two numbers,
area and targeted damage; fights with the same two are simulated once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numba
import numpy as np

from ludus.core import local_ints, plain, rule
from ludus.core.compile_once import compute_once
from ludus.core.rule import compile_exported, is_compiled
from ludus.design.delve.builds.enumeration import BONUS, CARRIED, FIGHTS, LEVEL, WALK_GROUPS, EnumeratedBuilds
from ludus.design.delve.rating.tree_ratings import LEFT, SUMS, TRIED, TURNS, WON
from ludus.games.delve.constants import CLASSES, DAMAGE_NODE, MANA, MAX_ENEMIES, NODE_EFFECTS, TURN_CAP
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck, Encounter, GameRules
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import OptionError

# mypy: ignore-errors


SIMULATED = ("block", "heal")  # effects of cards that the simulation knows, as it does damage


class DamagePools(NamedTuple):
    """What decks do in a turn, one row per deck, in fractions of a hit point."""

    parts: np.ndarray  # fractions per hit point
    base: np.ndarray  # area and targeted damage without a tree
    gain: np.ndarray  # per class of cards, what one more point of damage on its cards adds
    guard: np.ndarray  # block and healing
    health: np.ndarray  # hit points of the player, in whole points


class EncounterArrays(NamedTuple):
    """The encounters, one row each; places without an enemy are zero."""

    attack: np.ndarray
    health: np.ndarray


def damage_pools(decks: Sequence[Deck], rules: GameRules = THESIS_RULES) -> DamagePools:
    """Return the damage pools of decks.

    Raises:
        OptionError: a card has an effect that the simulation does not know.
    """
    check_simulated(decks)
    pools = DamagePools(
        np.zeros(len(decks), np.int64),
        np.zeros((len(decks), 2), np.int64),
        np.zeros((len(decks), CLASSES), np.int64),
        np.zeros(len(decks), np.int64),
        np.full(len(decks), rules.hit_points, np.int64),
    )
    for row, deck in enumerate(decks):
        hand = min(rules.hand, deck.size)
        costs = [sum(n * card.cost for card, n in deck.cards if card.resource == r) for r in (0, 1)]
        short = [hand * cost > full * deck.size for cost, full in zip(costs, (rules.mana, rules.energy), strict=True)]
        divisors = [cost if less else 1 for cost, less in zip(costs, short, strict=True)]
        parts = deck.size * divisors[0] * divisors[1]
        pools.parts[row] = parts
        for card, copies in deck.cards:
            full = rules.mana if card.resource == MANA else rules.energy
            per_damage = parts * full // costs[card.resource] if short[card.resource] else parts * hand // deck.size
            pools.guard[row] += copies * (card.effects.block + card.effects.heal) * per_damage
            if card.deals_damage:
                pools.base[row, card.category] += copies * card.damage * per_damage
                pools.gain[row, card.group] += copies * per_damage
    return pools


def check_simulated(decks: Sequence[Deck] = (), tree: SkillTree | None = None) -> None:
    """Check that the simulation knows everything that decks and a tree do.

    Raises:
        OptionError: it does not; the message names the card or node and what to use instead.
    """
    instead = "`ludus inspect delve` plays the encounters and knows all effects"
    for deck in decks:
        for card, _ in deck.cards:
            unknown = [name for name, amount in card.effects._asdict().items() if amount and name not in SIMULATED]
            if unknown:
                raise OptionError(
                    f"deck {deck.name!r}, card {card.name!r}: the approximating simulation, which rates trees, knows "
                    f"damage, {' and '.join(SIMULATED)}, but not {unknown[0]}; give decks without it by --decks FILE, "
                    f"or make a tree by hand: {instead}"
                )
    for node in tree.nodes if tree is not None else ():
        if node.effect != DAMAGE_NODE:
            raise OptionError(
                f"tree {tree.name!r}, node {node.name!r}: the approximating simulation, which rates trees, knows nodes "
                f"that raise damage, but not {NODE_EFFECTS[node.effect]}; {instead}"
            )


def encounter_arrays(encounters: Sequence[Encounter]) -> EncounterArrays:
    """Return the encounters as arrays."""
    foes = EncounterArrays(
        np.zeros((len(encounters), MAX_ENEMIES), np.int64), np.zeros((len(encounters), MAX_ENEMIES), np.int64)
    )
    for row, encounter in enumerate(encounters):
        for slot, (attack, health) in enumerate(encounter.enemies):
            foes.attack[row, slot], foes.health[row, slot] = attack, health
    return foes


def simulate(
    deck: Deck, encounter: Encounter, bonus: Sequence[int] = (0,) * CLASSES, carry_over: bool = False
) -> float:
    """Return the turn in which the fight is won, or else the enemies' remaining hit points as a negative number."""
    pools, encounters = damage_pools([deck]), encounter_arrays([encounter])
    area, targeted = plain(turn_damage)(pools, 0, 0, bonus), plain(turn_damage)(pools, 0, 1, bonus)
    result = plain(simulate_fight)(area, targeted, pools, 0, encounters, 0, carry_over)
    return float(result) if result > 0 else float(result) / float(pools.parts[0])


@rule(inline=True)
def turn_damage(pools, deck, category, bonus):
    """Area (0) or targeted (1) damage of an average turn, with a bonus for each class of cards."""
    first = 2 * category
    gained = pools.gain[deck, first] * bonus[first] + pools.gain[deck, first + 1] * bonus[first + 1]
    return pools.base[deck, category] + gained


@rule
def simulate_fight(area, targeted, pools, deck, foes, encounter, carry_over):
    """The turn in which all enemies are dead, or else minus the hit points left, in fractions."""
    left, parts, guard = local_ints(MAX_ENEMIES), pools.parts[deck], pools.guard[deck]
    for place in range(MAX_ENEMIES):
        left[place] = foes.health[encounter, place] * parts
    player = pools.health[deck] * parts
    for turn in range(1, TURN_CAP + 1):
        for place in range(MAX_ENEMIES):
            left[place] = max(0, left[place] - area)
        _strike(targeted, foes.attack[encounter], left, carry_over)
        total, struck = 0, 0
        for place in range(MAX_ENEMIES):
            if left[place] > 0:
                total += left[place]
                struck += foes.attack[encounter, place]
        if total == 0:
            return turn
        player -= max(0, struck * parts - guard)
        if player <= 0:
            return -total
    return -total


@rule(inline=True)
def _strike(damage, attack, left, carry_over):
    """All targeted damage on the living enemy with the most attack per hit point, the first of equals."""
    while damage > 0:
        best = -1
        for place in range(MAX_ENEMIES):
            if left[place] > 0 and (best < 0 or attack[place] * left[best] > attack[best] * left[place]):
                best = place
        if best < 0:
            return
        dealt = min(damage, left[best])
        left[best] -= dealt
        damage = damage - dealt if carry_over else 0


# mypy: ignore-errors


CACHE_SLOTS = 1 << 13  # slots of the fight cache


@dataclass(frozen=True)
class SimulatedFights:
    """Results of all fights."""

    sums: np.ndarray  # by deck, encounter, group of builds, and SUMS of `ratings`
    wins: np.ndarray  # per drawn build, the decks that won with it
    tries: np.ndarray  # per drawn build, the decks that survived so far
    useful: np.ndarray  # per deck and node, whether it is part of a build that wins everything


def simulate_builds(
    builds: EnumeratedBuilds,
    pools: DamagePools,
    foes: EncounterArrays,
    carry_over: bool = False,
    continuity: bool = True,
) -> SimulatedFights:
    """Fight every encounter with every build and deck.

    Args:
        builds: builds of the tree.
        pools: damage of the decks.
        foes: encounters.
        carry_over: excess targeted damage hits the next enemy.
        continuity: try only builds that survive the encounters before.
    """
    decks, encounters, states = len(pools.parts), len(foes.attack), len(builds.facts)
    rows, nodes = len(builds.drawn), len(builds.tree)
    groups = 1 if builds.sampled_from is None else WALK_GROUPS + 1
    sums = np.zeros((decks, encounters, groups, SUMS))
    wins, tries = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    won = np.zeros((decks, builds.sets_of_states.shape[1]), np.uint64)
    words = -(-decks // 64)
    levels = np.searchsorted(builds.facts[builds.drawn, LEVEL], np.arange(encounters + 2))
    _compiled_fight_builds()(
        builds.sets_of_states,
        builds.facts,
        builds.steps,
        builds.states,
        builds.steps_of,
        builds.drawn,
        builds.groups,
        builds.weights,
        levels,
        pools,
        foes,
        carry_over,
        continuity,
        np.zeros((CACHE_SLOTS, 4), np.int64),
        np.zeros((2, states, words), np.uint64),
        np.empty(states, np.int64),
        sums,
        wins,
        tries,
        won,
    )
    bits = np.unpackbits(won.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return SimulatedFights(sums, wins, tries, bits[:, :nodes].astype(bool))


@compute_once
def _compiled_fight_builds():
    if not is_compiled(fight_builds):
        return plain(fight_builds)
    i, f, flag = numba.int64, numba.float64, numba.boolean
    one, two = i[::1], i[:, ::1]
    pools = numba.types.NamedTuple((one, two, two, one, one), DamagePools)
    encounters = numba.types.NamedUniTuple(two, 2, EncounterArrays)
    sets, alive = numba.uint64[:, ::1], numba.uint64[:, :, ::1]
    return compile_exported(
        fight_builds,
        (
            *(sets, two, two, two, two, one, one, f[::1], one),
            *(pools, encounters, flag, flag, two, alive, one, f[:, :, :, ::1], one, one, sets),
        ),
    )


@rule(export=True)
def fight_builds(
    sets, facts, steps, states, steps_of, drawn, groups, weights, levels,
    pools, foes, carry_over, continuity, known, alive, outcomes, sums, wins, tries, won,
):  # fmt: skip
    """`alive` has the decks that reach each state and those that win there; `levels` the first drawn row by level."""
    last, decks = foes.attack.shape[0], pools.parts.shape[0]
    for deck in range(decks):
        alive[1, 0, deck >> 6] |= np.uint64(1) << np.uint64(deck & 63)
    for level in range(1, last + 1):
        find_alive(facts, steps, states[level], steps_of[level], alive, not continuity)
        for deck in range(decks):
            word, bit = deck >> 6, np.uint64(1) << np.uint64(deck & 63)
            for s in range(states[level, 0], states[level, 1]):
                if facts[s, FIGHTS] and alive[0, s, word] & bit:
                    result = cached_result(facts[s, BONUS:], pools, deck, foes, level - 1, carry_over, known)
                    outcomes[s] = result
                    if result > 0:
                        alive[1, s, word] |= bit
            for row in range(levels[level], levels[level + 1]):
                s = drawn[row]
                if alive[0, s, word] & bit:
                    tries[row] += 1
                    parts, health = pools.parts[deck], foes.health[level - 1]
                    add_result(sums[deck, level - 1, groups[row]], weights[row], outcomes[s], parts, health)
                    if outcomes[s] > 0:
                        wins[row] += 1
                        if level == last:
                            for w in range(sets.shape[1]):
                                won[deck, w] |= sets[s, w]


@rule
def find_alive(facts, steps, states, steps_of, alive, everybody):
    """Find the decks with which each state of a level can be reached by a player who has won so far."""
    for w in range(alive.shape[2]):
        for s in range(states[0], states[1]):
            before = facts[s, CARRIED]
            if everybody:
                alive[0, s, w] = alive[1, 0, w]
            elif before >= 0:
                alive[0, s, w] = alive[1, before, w]
        for k in range(steps_of[0], steps_of[1]):  # smaller sets first: a state is final when it leads on
            alive[0, steps[k, 1], w] |= alive[0, steps[k, 0], w]


@rule
def cached_result(bonus, pools, deck, foes, encounter, carry_over, known):
    """Return the result of a deck with a bonus for each class of cards, cached by deck and encounter."""
    area, targeted = turn_damage(pools, deck, 0, bonus), turn_damage(pools, deck, 1, bonus)
    stamp = deck * foes.attack.shape[0] + encounter + 1
    entry = known[((area * 40503 + targeted) * 2654435761 >> 13) & (CACHE_SLOTS - 1)]
    if entry[0] != stamp or entry[1] != area or entry[2] != targeted:
        entry[0], entry[1], entry[2] = stamp, area, targeted
        entry[3] = simulate_fight(area, targeted, pools, deck, foes, encounter, carry_over)
    return entry[3]


@rule
def add_result(sums, weight, found, parts, health):
    """Add one fight to the sums of its deck and encounter."""
    sums[TRIED] += weight
    if found > 0:
        sums[WON] += weight
        sums[TURNS + found - 1] += weight
        return
    total = 0
    for place in range(health.shape[0]):
        total += health[place]
    sums[LEFT] += weight * (-found / (total * parts))
