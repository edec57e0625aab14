"""`ludus make platformer`: generate levels of a given difficulty and report them."""

from __future__ import annotations

from dataclasses import replace

from ludus.core.errors import OptionError
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Findings, Order
from ludus.design.levels.asks import NO_TRAPS, ROOMS, MakeAsks, check_mode, read_band, read_cycle, read_size
from ludus.design.levels.building.decoration import decorate
from ludus.design.levels.levels import LevelOrder, make_level
from ludus.design.levels.making.dialling import PROVED, Dialled
from ludus.design.levels.making.finding import find_levels
from ludus.design.levels.making.made import Telling
from ludus.design.levels.making.targets import Demand, Fixed, Targets
from ludus.design.levels.people.crowds import send_crowd
from ludus.design.levels.trapping.traps import ALPHA, CYCLE, TrapOrder

CAMPAIGN = 10  # levels of a campaign for one player, by default


def make(asks: MakeAsks, order: Order) -> Findings:
    """Make levels that meet all targets, or come closest; with a mode, an archive or a campaign.

    Raises:
        OptionError: options are wrong or do not go together.
    """
    if order.options:
        raise OptionError(f"-o {next(iter(order.options))}: options of the game do not go with `ludus make platformer`")
    mode = check_mode(asks)
    if order.games is not None and mode != "map":
        raise OptionError(
            f"-n {order.games} changes nothing: it goes with --map; elsewhere {PROVED} players measure a level"
        )
    demand = Demand(read_order(asks), read_targets(asks), read_fixed(asks), asks.respawn)
    if mode is not None and order.folder is None:
        raise OptionError(f"--{mode}: say where the levels go, with --to FOLDER")
    if (demand.targets or mode) and demand.order.traps is None:
        what = f"--{mode}" if mode else "targets"
        raise OptionError(f"a level without traps is not hard: --traps none does not go with {what}")
    if mode is not None:
        return {"map": _map, "curve": _curve, "band": _band}[mode](asks, order, demand)
    with first_use(order.game):
        send_crowd(make_level(1).level, 1, 1)
    tasks = [(derive(order.seed, "make", number), demand) for number in range(asks.count or 1)]
    found = find_levels(tasks, order.place, order.kept, order.progress)
    levels = [finished(found_level, number, asks) for number, found_level in enumerate(found)]
    return Telling(asks, order, demand.targets, levels).findings()


def _map(asks: MakeAsks, order: Order, demand: Demand) -> Findings:
    """Make an archive; it varies all parameters, except the rooms if they are given."""
    from ludus.design.levels.space.genomes import CHOICES
    from ludus.design.levels.space.mapping import make_map

    assert asks.map is not None
    rooms = CHOICES["rooms"] if asks.rooms is None else (asks.rooms,)
    return make_map(asks.map, order, rooms, asks.respawn, asks.decoration)


def _curve(asks: MakeAsks, order: Order, demand: Demand) -> Findings:
    from ludus.design.levels.space.campaigning import follow_curve
    from ludus.design.levels.space.curves import read_curve

    assert asks.curve is not None
    targets = read_curve(asks.curve, asks.count)
    return follow_curve(targets, order, demand, asks.decoration)


def _band(asks: MakeAsks, order: Order, demand: Demand) -> Findings:
    from ludus.design.levels.space.banding import follow_person, follow_player

    assert asks.band is not None
    band, levels = read_band(asks.band), asks.count or CAMPAIGN
    if asks.sessions is not None:
        return follow_person(asks.sessions, asks.player, band, levels, order, demand, asks.decoration)
    return follow_player(asks.skill or 0.0, band, levels, order, demand, asks.decoration)


def finished(each: Dialled, number: int, asks: MakeAsks) -> Dialled:
    """Name and decorate the level."""
    level = replace(each.made.level, name=f"Level {number + 1}")
    decorated = decorate(level, each.seed, asks.decoration)
    return replace(each, made=replace(each.made, level=decorated))


def read_order(asks: MakeAsks) -> LevelOrder:
    """Generator parameters from options."""
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
    rooms, room = read_size(asks.rooms or ROOMS, "rooms"), read_size(asks.room, "room")
    return LevelOrder(rooms, room, asks.loops, asks.branching, asks.start, asks.end, asks.fill, traps)


def read_targets(asks: MakeAsks) -> Targets:
    return Targets(asks.difficulty, asks.deaths, asks.hardest)


def read_fixed(asks: MakeAsks) -> Fixed:
    """Parameters given by the user, which the search must not change."""
    return Fixed(asks.density, None if asks.cycle is None else read_cycle(asks.cycle), asks.challenges)
