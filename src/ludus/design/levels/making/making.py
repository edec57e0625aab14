"""`ludus make platformer`: generate levels of a given difficulty and report them."""

from __future__ import annotations

from dataclasses import replace

from ludus.core.errors import OptionError
from ludus.core.progress import report_compilation
from ludus.core.random import derive
from ludus.design.contract import DesignReport, DesignRequest
from ludus.design.levels.asks import (
    NO_TRAPS,
    DEFAULT_ROOMS,
    MakeOptions,
    check_mode,
    parse_band,
    parse_cycle,
    parse_size,
)
from ludus.design.levels.building.decoration import decorate
from ludus.design.levels.levels import GeneratorParams, generate_level
from ludus.design.levels.making.dialling import HELD_OUT_PLAYERS, FoundLevel
from ludus.design.levels.making.finding import find_levels
from ludus.design.levels.making.made import LevelMakeReport
from ludus.design.levels.making.targets import LevelSpec, FixedParams, DifficultyTargets
from ludus.design.levels.people.crowds import simulate
from ludus.design.levels.trapping.traps import DEFAULT_DENSITY, DEFAULT_PERIODS, TrapParams

DEFAULT_CAMPAIGN_LEVELS = 10  # levels of a campaign for one player, by default


def make(options: MakeOptions, request: DesignRequest) -> DesignReport:
    """Make levels that meet all targets, or come closest; with a mode, an archive or a campaign.

    Raises:
        OptionError: options are wrong or do not go together.
    """
    if request.options:
        raise OptionError(
            f"-o {next(iter(request.options))}: options of the game do not go with `ludus make platformer`"
        )
    mode = check_mode(options)
    if request.games is not None and mode != "map":
        raise OptionError(
            f"-n {request.games} changes nothing: it goes with --map; elsewhere {HELD_OUT_PLAYERS} players measure a level"
        )
    demand = LevelSpec(generator_params(options), difficulty_targets(options), fixed_params(options), options.respawn)
    if mode is not None and request.folder is None:
        raise OptionError(f"--{mode}: say where the levels go, with --to FOLDER")
    if (demand.targets or mode) and demand.params.traps is None:
        what = f"--{mode}" if mode else "targets"
        raise OptionError(f"a level without traps is not hard: --traps none does not go with {what}")
    if mode is not None:
        return {"map": _make_map, "curve": _make_curve_campaign, "band": _make_band_campaign}[mode](
            options, request, demand
        )
    with report_compilation(request.game):
        simulate(generate_level(1).level, 1, 1)
    tasks = [(derive(request.seed, "make", number), demand) for number in range(options.count or 1)]
    found = find_levels(tasks, request.backend, request.checkpoint, request.progress)
    levels = [name_and_decorate(found_level, number, options) for number, found_level in enumerate(found)]
    return LevelMakeReport(options, request, demand.targets, levels).report()


def _make_map(options: MakeOptions, request: DesignRequest, spec: LevelSpec) -> DesignReport:
    """Make an archive; it varies all parameters, except the rooms if they are given."""
    from ludus.design.levels.space.genomes import GENE_CHOICES
    from ludus.design.levels.space.mapping import make_map

    assert options.map is not None
    rooms = GENE_CHOICES["rooms"] if options.rooms is None else (options.rooms,)
    return make_map(options.map, request, rooms, options.respawn, options.decoration)


def _make_curve_campaign(options: MakeOptions, request: DesignRequest, spec: LevelSpec) -> DesignReport:
    from ludus.design.levels.space.campaigning import report_curve_campaign
    from ludus.design.levels.space.curves import parse_curve

    assert options.curve is not None
    targets = parse_curve(options.curve, options.count)
    return report_curve_campaign(targets, request, spec, options.decoration)


def _make_band_campaign(options: MakeOptions, request: DesignRequest, spec: LevelSpec) -> DesignReport:
    from ludus.design.levels.space.banding import report_recorded_player_campaign, report_synthetic_player_campaign

    assert options.band is not None
    band, levels = parse_band(options.band), options.count or DEFAULT_CAMPAIGN_LEVELS
    if options.sessions is not None:
        return report_recorded_player_campaign(
            options.sessions, options.player, band, levels, request, spec, options.decoration
        )
    return report_synthetic_player_campaign(options.skill or 0.0, band, levels, request, spec, options.decoration)


def name_and_decorate(found_level: FoundLevel, number: int, options: MakeOptions) -> FoundLevel:
    """Name and decorate the level."""
    level = replace(found_level.generated.level, name=f"Level {number + 1}")
    decorated = decorate(level, found_level.seed, options.decoration)
    return replace(found_level, generated=replace(found_level.generated, level=decorated))


def generator_params(options: MakeOptions) -> GeneratorParams:
    """Generator parameters from options."""
    kinds = [kind.strip() for kind in options.traps.split(",") if kind.strip()]
    traps = None
    if kinds != [NO_TRAPS]:
        traps = TrapParams(
            density=DEFAULT_DENSITY if options.density is None else options.density,
            periods=DEFAULT_PERIODS if options.cycle is None else parse_cycle(options.cycle),
            kinds=tuple(kinds),
            mines=options.mines,
            doubles=options.doubles,
            challenges=options.challenges or 0,
            trap_free=options.trap_free,
        )
    elif options.challenges:
        raise OptionError("--challenges and --traps none: without traps there are no challenges")
    rooms, room = parse_size(options.rooms or DEFAULT_ROOMS, "rooms"), parse_size(options.room, "room")
    return GeneratorParams(
        rooms, room, options.loops, options.branching, options.start, options.end, options.fill, traps
    )


def difficulty_targets(options: MakeOptions) -> DifficultyTargets:
    return DifficultyTargets(options.difficulty, options.deaths, options.hardest)


def fixed_params(options: MakeOptions) -> FixedParams:
    """Parameters given by the user, which the search must not change."""
    return FixedParams(
        options.density, None if options.cycle is None else parse_cycle(options.cycle), options.challenges
    )
