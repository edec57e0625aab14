"""`ludus make platformer`: find levels of a given difficulty and report them; modes make archives and campaigns."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from ludus.core.compile.progress import report_compilation
from ludus.core.random import derive
from ludus.design.base.designer import DesignReport, DesignRequest, ReportColumn, ReportTable, plural
from ludus.design.platformer.designer import (
    DEFAULT_CYCLE,
    DEFAULT_ROOMS,
    NO_TRAPS,
    MakeOptions,
    check_mode,
    parse_band,
    parse_cycle,
    parse_size,
)
from ludus.design.platformer.difficulty_search import DECIDING_PLAYERS, HELD_OUT_PLAYERS, FoundLevel, find_levels
from ludus.design.platformer.generator.decoration import decorate
from ludus.design.platformer.generator.generate import GeneratorParams, generate_level
from ludus.design.platformer.generator.traps import DEFAULT_DENSITY, DEFAULT_PERIODS, TrapParams
from ludus.design.platformer.measurement import (
    MeasuredLevel,
    challenges_svg,
    challenges_table,
    level_svg,
    median_run,
    replay_json,
    routes_svg,
)
from ludus.design.platformer.players.population import simulate
from ludus.design.platformer.render import svg_to_png
from ludus.design.platformer.spec import (
    ACCEPTANCE_FACTOR,
    DEATHS_TOLERANCE,
    SHARE_TOLERANCE,
    DifficultyTargets,
    FixedParams,
    LevelSpec,
)
from ludus.games.platformer.level import REWARDS, write_level
from ludus.stats import Estimate, mean_of_runs
from ludus.util.errors import OptionError

MAX_SHOWN = 4  # levels with pictures on the page and challenges on the screen, at most
MAX_PNG_LEVELS = 20  # levels with PNG pictures, at most
CHALLENGES_CAPTION = "Traps by how many of a hundred get through, by Koens' model; the line is the easiest path."


@dataclass(frozen=True)
class LevelMakeReport:
    """Report of all levels that were made."""

    options: MakeOptions
    request: DesignRequest
    targets: DifficultyTargets
    levels: list[FoundLevel]

    @cached_property
    def measured(self) -> list[MeasuredLevel]:
        return [
            MeasuredLevel(f"level {k}", found.generated.level, found.rating, found.population)
            for k, found in enumerate(self.levels, 1)
        ]

    def report(self) -> DesignReport:
        screen_levels = range(min(len(self.levels), MAX_SHOWN))
        pictures = [self._pictures(k) for k in range(len(self.levels))]
        report = DesignReport(
            title=f"{self.request.game.title}: {self._target_text()}",
            answer=[
                *(level_sentence(self.measured[k], self.levels[k], self.targets) for k in screen_levels),
                *self._summary_sentence(),
                self._rejections_sentence(),
            ],
            tables=[
                self._levels_table(),
                challenges_table([self.measured[k] for k in screen_levels]),
                self._reasons_table(),
            ],
            pictures={
                name: (svg, CHALLENGES_CAPTION if "challenges" in name else "")
                for k in screen_levels
                for name, svg in pictures[k].items()
            },
            facts=self._facts(),
            files={
                f"level{self._suffix(k)}.level": write_level(found_level.generated.level)
                for k, found_level in enumerate(self.levels)
            },
            notes=MAKE_NOTES,
        )
        if self.request.folder is None:
            report.texts.update({f"Level {k + 1}": write_level(self.levels[k].generated.level) for k in screen_levels})
            return report
        for k in range(len(self.levels)):
            report.files.update({name: svg for name, svg in pictures[k].items() if k not in screen_levels})
            if k < MAX_PNG_LEVELS:
                report.images.update(
                    {name.replace(".svg", ".png"): svg_to_png(svg) for name, svg in pictures[k].items()}
                )
        for k in screen_levels:
            file = f"{self.request.folder}/level{self._suffix(k)}.level"
            report.files[f"replay{self._suffix(k)}.json"] = replay_json(
                self.request.game, self.measured[k], median_run(self.measured[k].population), file
            )
        report.commands.update(self._commands())
        return report

    def _target_text(self) -> str:
        parts = [
            f"{word} {value:g}"
            for word, value in (
                ("difficulty", self.targets.difficulty),
                ("deaths", self.targets.deaths),
                ("hardest challenge", self.targets.hardest),
            )
            if value is not None
        ]
        return plural(len(self.levels), "level") + (f" for {', '.join(parts)}" if parts else "")

    def _summary_sentence(self) -> list[str]:
        if len(self.levels) == 1:
            return []
        spread = sorted(found_level.population.failure_rate.value for found_level in self.levels)
        missed = sum(not found_level.meets(self.targets) for found_level in self.levels)
        mean = mean_of_runs(spread)
        mean = Estimate(
            mean.value, max(mean.low, 0.0), min(mean.high, 1.0), mean.count
        )  # few levels give wide intervals
        sentence = f"Over all {len(self.levels)} levels {mean.in_percent()} of players die at least once"
        return [
            f"{sentence}, from {100 * spread[0]:.1f} % to {100 * spread[-1]:.1f} % by level"
            + (f"; {missed} of them {'misses' if missed == 1 else 'miss'} the target." if self.targets else ".")
        ]

    @cached_property
    def _rejection_counts(self) -> Counter[str]:
        return sum((Counter(found_level.rejected) for found_level in self.levels), Counter[str]())

    def _rejections_sentence(self) -> str:
        total, taken = sum(self._rejection_counts.values()), len(self.levels)
        reasons = ", ".join(f"{reason} ({number})" for reason, number in self._rejection_counts.most_common())
        return f"{plural(total, 'level')} rejected for {taken} taken{f': {reasons}' if reasons else ''}."

    def _levels_table(self) -> ReportTable:
        columns = [
            ReportColumn("level"),
            ReportColumn("failure", "share", "players that die"),
            ReportColumn("deaths", "number", "deaths a player"),
            ReportColumn("hardest", "share", "fail at the hardest"),
            ReportColumn("told", "number", "predicted share that dies"),
            ReportColumn("difficulty", "number", "difficulty, Koens' model"),
            ReportColumn("seconds", "number", "seconds of a run", on_screen=False),
            *(
                ReportColumn("challenges", "count"),
                ReportColumn("traps", "count"),
                ReportColumn("rewards", "count", on_screen=False),
            ),
            *(
                ReportColumn("looked", "count", "looked at", on_screen=False),
                ReportColumn("seed", "text", on_screen=False),
            ),
        ]
        rows = [
            [
                *(
                    measured.name,
                    found_level.population.failure_rate,
                    found_level.population.deaths,
                    found_level.population.hardest and found_level.population.hardest[1],
                ),
                *(round(measured.prediction.failure, 4), measured.estimates.difficulty, found_level.population.seconds),
                *(len(found_level.rating.path), len(measured.level.traps)),
                *(
                    sum(ornament.kind in REWARDS for ornament in measured.level.ornaments),
                    found_level.candidates,
                    str(found_level.seed),
                ),
            ]
            for measured, found_level in zip(self.measured, self.levels, strict=True)
        ]
        return ReportTable(
            "levels", f"The levels, played by {HELD_OUT_PLAYERS} held-out synthetic players", columns, rows
        )

    def _reasons_table(self) -> ReportTable:
        rows = [[reason, number] for reason, number in self._rejection_counts.most_common()]
        return ReportTable(
            "rejections", "Why levels were rejected", [ReportColumn("reason"), ReportColumn("levels", "count")], rows
        )

    def _pictures(self, number: int) -> dict[str, str]:
        measured, tail = self.measured[number], self._suffix(number)
        pictures = {f"level{tail}.svg": level_svg(measured), f"challenges{tail}.svg": challenges_svg(measured)}
        return pictures | {f"routes{tail}.svg": routes_svg(measured)}

    def _commands(self) -> dict[str, str]:
        file, replay = (f"{self.request.folder}/{name}{self._suffix(0)}" for name in ("level", "replay"))
        return {
            "look into the level": shlex.join(["ludus", "inspect", "platformer", f"{file}.level"]),
            "play it": shlex.join(["ludus", "play", "platformer", "-o", f"level={file}.level"]),
            "watch a synthetic player": shlex.join(["ludus", "replay", f"{replay}.json", "--step"]),
        }

    def _facts(self) -> dict[str, str]:
        asks, order = self.options, self.request
        return {
            "game": f"{order.game.name}, rules version {order.game.version}",
            "levels": f"{asks.rooms or DEFAULT_ROOMS} rooms of {asks.room} cells, loops {asks.loops:g}, "
            f"branching {asks.branching:g}, fill {asks.fill}",
            "traps": self._traps_text(),
            "players": f"synthetic; {self._players_text()}; back to life at the {asks.respawn}",
            **({"counts as met": self._tolerance_text()} if self.targets else {}),
            "seed": str(order.seed),
        }

    def _traps_text(self) -> str:
        asks = self.options
        if asks.traps.strip() == NO_TRAPS:
            return NO_TRAPS
        more = "" if asks.trap_free else " (more where a way would have no trap)"
        return (
            f"{asks.traps}; density {self._option_or_default(asks.density, DEFAULT_DENSITY)}{more}, seconds of a period "
            f"{self._option_or_default(asks.cycle, DEFAULT_CYCLE)}, mines {asks.mines} at most"
        )

    def _players_text(self) -> str:
        if not self.targets:
            return f"{HELD_OUT_PLAYERS} measure how hard a level is"
        return f"{DECIDING_PLAYERS * (2 if self.targets.deaths else 1)} decide on a level, {HELD_OUT_PLAYERS} held-out ones measure it"

    def _tolerance_text(self) -> str:
        return f"shares no more than {ACCEPTANCE_FACTOR * SHARE_TOLERANCE:g} off, deaths {100 * ACCEPTANCE_FACTOR * DEATHS_TOLERANCE:g} %"

    def _option_or_default(self, value: object, usual: object) -> str:
        """Value of the user's option, otherwise the search's or the default."""
        return str(value) if value is not None else "as the search chose" if self.targets else str(usual)

    def _suffix(self, number: int) -> str:
        return f"_{number + 1}" if len(self.levels) > 1 else ""


def level_sentence(measured: MeasuredLevel, found_level: FoundLevel, targets: DifficultyTargets) -> str:
    """Result of one level in a sentence."""
    word = ":" if not targets else " meets the target:" if found_level.meets(targets) else " MISSES the target:"
    sentence = (
        f"{measured.name.capitalize()}{word} {found_level.population.failure_rate.in_percent()} of {len(found_level.population.runs)} synthetic "
        f"players die at least once{_target_note(targets.difficulty, percent=True)}, {found_level.population.deaths:.2f} deaths a player"
        f"{_target_note(targets.deaths)}"
    )
    if found_level.population.hardest is None:
        return f"{sentence}; no trap must be met."
    trap, fails = found_level.population.hardest
    return (
        f"{sentence}; {plural(len(found_level.rating.path), 'challenge')} on the easiest path; the hardest that players meet "
        f"is {measured.level.traps[trap].name}, where {fails.in_percent()} of tries fail"
        f"{_target_note(targets.hardest, percent=True)}."
    )


def _target_note(value: float | None, percent: bool = False) -> str:
    return "" if value is None else f" (asked: {100 * value:g} %)" if percent else f" (asked: {value:g})"


MAKE_NOTES = [
    "An agent played every level in both directions with its traps running. All paths to the exit go through traps "
    "unless asked otherwise. Koens' model is the linear one of the thesis: 1 minus the product of success over the "
    "easiest path, which grows with the length of a level. The predicted share comes from the model behind "
    "`--difficulty`, which was fitted to other synthetic players.",
    "Players are synthetic: a planner with human delay, errors in time and lapses, calibrated on published numbers. "
    "Results of real people may differ.",
]


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
    from ludus.design.platformer.map_elites import GENE_CHOICES
    from ludus.design.platformer.map_elites_report import make_map

    assert options.map is not None
    rooms = GENE_CHOICES["rooms"] if options.rooms is None else (options.rooms,)
    return make_map(options.map, request, rooms, options.respawn, options.decoration)


def _make_curve_campaign(options: MakeOptions, request: DesignRequest, spec: LevelSpec) -> DesignReport:
    from ludus.design.platformer.campaign import parse_curve
    from ludus.design.platformer.campaign_report import report_curve_campaign

    assert options.curve is not None
    targets = parse_curve(options.curve, options.count)
    return report_curve_campaign(targets, request, spec, options.decoration)


def _make_band_campaign(options: MakeOptions, request: DesignRequest, spec: LevelSpec) -> DesignReport:
    from ludus.design.platformer.campaign_report import (
        report_recorded_player_campaign,
        report_synthetic_player_campaign,
    )

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
