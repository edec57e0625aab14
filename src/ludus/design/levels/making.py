"""`ludus make platformer`: levels from a seed, as hard as asked, proved by players that decided nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ludus.compute import units
from ludus.core.errors import OptionError
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Findings, Order
from ludus.design.levels.asks import ROOMS, MakeAsks, read_band, read_cycle, read_size
from ludus.design.levels.crowds import send_crowd
from ludus.design.levels.decoration import decorate
from ludus.design.levels.dialling import Dialled, Fixed, Settled, Targets, prove, settle
from ludus.design.levels.levels import LevelOrder, make_level
from ludus.design.levels.made import Telling
from ludus.design.levels.sessions.plays import Respawn
from ludus.design.levels.traps import ALPHA, CYCLE, TrapOrder

NO_TRAPS = "none"
CAMPAIGN = 10  # levels for one player, if nobody says how many


def make(asks: MakeAsks, order: Order) -> Findings:
    """Levels that meet all targets, or come nearest to them."""
    if order.options:
        raise OptionError(f"-o {next(iter(order.options))}: options of the game do not go with `ludus make platformer`")
    wanted, targets, fixed = read_order(asks), read_targets(asks), read_fixed(asks)
    chosen = [f"--{word}" for word in ("map", "curve", "band") if getattr(asks, word) is not None]
    if len(chosen) > 1 or (chosen and targets):
        raise OptionError(f"{' and '.join(chosen)}: say one of them, and no other targets beside it")
    if asks.skill is not None and asks.band is None:
        raise OptionError("--skill: it is the player's for whom --band keeps levels right")
    if chosen and order.folder is None:
        raise OptionError(f"{chosen[0]}: say where the levels go, with --to FOLDER")
    if targets and wanted.traps is None:
        raise OptionError("a level without traps is not hard: --traps none does not go with targets")
    if asks.map is not None:
        return _map(asks, order)
    if asks.curve is not None:
        from ludus.design.levels.space.campaigning import follow_curve
        from ludus.design.levels.space.curves import read_curve

        count = asks.count if asks.count > 1 else None
        return follow_curve(read_curve(asks.curve, count), order, wanted, fixed, asks.respawn)
    if asks.band is not None:
        from ludus.design.levels.space.campaigning import follow_player

        levels = asks.count if asks.count > 1 else CAMPAIGN
        return follow_player(asks.skill or 0.0, read_band(asks.band), levels, order, wanted, asks.respawn)
    with first_use(order.game):
        send_crowd(make_level(1).level, 1, 1)
    done = [prove(each, wanted, targets, fixed, asks.respawn) for each in _settled(asks, order, wanted, targets, fixed)]
    fine = [finished(each, number, asks) for number, each in enumerate(done)]
    return Telling(asks, order, targets, fine).findings()


def _settled(asks: MakeAsks, order: Order, wanted: LevelOrder, targets: Targets, fixed: Fixed) -> list[Settled]:
    """What the search for each level came to; those that were found before it was stopped are kept."""
    found = {number: order.kept.load(_piece(number), Settled) for number in range(asks.count)}
    missing = [number for number, each in found.items() if each is None]
    seeds = [derive(order.seed, "make", number) for number in missing]
    work = partial(_search, seeds, wanted, targets, fixed, asks.respawn)
    with order.progress("making", len(missing), "level") as told:
        new = (each for some in order.place.run(work, units(len(missing), 1)) for each in some)
        for number, each in zip(missing, new, strict=True):
            found[number] = each
            order.kept.save(_piece(number), each, now=True)
            told(1)
    return [each for each in found.values() if each is not None]


def _search(
    seeds: Sequence[int], wanted: LevelOrder, targets: Targets, fixed: Fixed, respawn: Respawn, part: range
) -> list[Settled]:
    return [settle(seeds[k], wanted, targets, fixed, respawn) for k in part]


def _piece(number: int) -> str:
    return f"level-{number + 1}"


def _map(asks: MakeAsks, order: Order) -> Findings:
    """The best of every kind; a map varies all that an order says, but for the rooms if they are named."""
    from ludus.design.levels.space.genomes import CHOICES, RecipeSpace
    from ludus.design.levels.space.mapping import make_map

    assert asks.map is not None
    return make_map(asks.map, order, RecipeSpace(CHOICES["rooms"] if asks.rooms == ROOMS else (asks.rooms,)))


def finished(each: Dialled, number: int, asks: MakeAsks) -> Dialled:
    """With its name, and with decoration."""
    level = replace(each.made.level, name=f"Level {number + 1}")
    fine = decorate(level, each.seed, asks.decoration)
    return replace(each, made=replace(each.made, level=fine))


def read_order(asks: MakeAsks) -> LevelOrder:
    """What the generator is told."""
    kinds = [kind.strip() for kind in asks.traps.split(",") if kind.strip()]
    traps = None
    if kinds != [NO_TRAPS]:
        traps = TrapOrder(
            alpha=ALPHA if asks.density is None else asks.density,
            cycle=CYCLE if asks.cycle is None else read_cycle(asks.cycle),
            kinds=tuple(kinds),
            mines=asks.mines,
            doubles=asks.doubles,
            challenges=asks.challenges or 0,
            trap_free=asks.trap_free,
        )
    elif asks.challenges:
        raise OptionError("--challenges and --traps none: without traps there are no challenges")
    rooms, room = read_size(asks.rooms, "rooms"), read_size(asks.room, "room")
    return LevelOrder(rooms, room, asks.loops, asks.branching, asks.start, asks.end, asks.fill, traps)


def read_targets(asks: MakeAsks) -> Targets:
    return Targets(asks.difficulty, asks.deaths, asks.hardest)


def read_fixed(asks: MakeAsks) -> Fixed:
    """What the user said is not for the dial to turn."""
    return Fixed(asks.density, None if asks.cycle is None else read_cycle(asks.cycle), asks.challenges)
