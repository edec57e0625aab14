"""`ludus make platformer`: find levels of a given difficulty and report them; modes make archives and campaigns.

options (MakeOptions) -> spec (LevelSpec) -> found levels (FoundLevel) -> report (LevelReport per level, Report)
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from ludus.core.compile.progress import report_compilation
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import check_game_options
from ludus.design.base.pipeline import DesignRun
from ludus.design.base.report_parts import game_fact
from ludus.design.base.significance import as_share
from ludus.design.base.verdict_texts import count_sure, target_note, targets_text
from ludus.design.platformer.difficulty_search import (
    DECIDING_PLAYERS,
    HELD_OUT_PLAYERS,
    FoundLevel,
    SearchResult,
    SearchTask,
    check_reach,
    compile_simulation,
    search_levels,
    validate_levels,
)
from ludus.design.platformer.generator.decoration import decorate
from ludus.design.platformer.generator.traps import DEFAULT_DENSITY, TrapParams
from ludus.design.platformer.level_graph.movement_tables import movement_tables
from ludus.design.platformer.level_report import (
    CHALLENGES_CAPTION,
    LevelReport,
    calibration_note,
    challenges_table,
    movement_fact,
    players_note,
    structure_sentence,
    structure_table,
)
from ludus.design.platformer.options import (
    DEFAULT_CYCLE,
    DEFAULT_ROOMS,
    NO_TRAPS,
    MakeOptions,
    check_mode,
    parse_band,
    parse_cycle,
    parse_pacing,
    parse_size,
)
from ludus.design.platformer.render import png_parts
from ludus.design.platformer.spec import (
    ACCEPTANCE_FACTOR,
    DEATHS_TOLERANCE,
    DEFAULT_FILL,
    DEFAULT_SPACING,
    PACING_CURVES,
    SHARE_TOLERANCE,
    LevelSpec,
)
from ludus.games.platformer.level import REWARDS, write_level
from ludus.games.platformer.movement_files import read_movement
from ludus.report.report_model import Command, Figure, File, Report, TextDrawing
from ludus.report.table_model import Column, Table
from ludus.stats import mean_of_runs
from ludus.util.errors import OptionError
from ludus.util.text import plural

DEFAULT_CAMPAIGN_LEVELS = 10  # levels of a campaign for one player, by default
MAX_SHOWN = 4  # levels with pictures on the page and challenges on the screen, at most
MAX_PNG_LEVELS = 20  # levels with PNG pictures, at most
MAKE_NOTES = [
    "An agent played every level in both directions with its traps running. All paths to the exit go through traps "
    "unless asked otherwise. Koens' model is the linear one of the thesis: 1 minus the product of success over the "
    "easiest path, which grows with the length of a level. The predicted share comes from the model behind "
    "`--difficulty`, which was fitted to other synthetic players.",
]


def make(options: MakeOptions, request: DesignRequest) -> Report:
    """Make levels that meet all targets, or come closest; with a mode, an archive or a campaign.

    Raises:
        OptionError: options are wrong or do not go together.
    """
    check_game_options(request, "make platformer")
    mode = check_mode(options)
    if request.games is not None and mode != "map":
        raise OptionError(
            f"-n {request.games} changes nothing: it goes with --map; elsewhere {HELD_OUT_PLAYERS} players measure "
            "a level"
        )
    spec = level_spec(options)
    if not spec.movement.is_thesis:
        with report_compilation(request.game):
            movement_tables(spec.movement)  # proves the pieces
    if (spec.has_targets or mode) and spec.traps is None:
        what = f"--{mode}" if mode else "targets"
        raise OptionError(f"a level without traps is not hard: --traps none does not go with {what}")
    if mode is not None:
        return {"map": _make_map, "curve": _make_curve_campaign, "band": _make_band_campaign}[mode](
            options, request, spec
        )
    return _LevelRun(options, request, spec).run()


class LevelSearchRun(DesignRun[list[SearchResult], list[SearchResult], list[FoundLevel], Report]):
    """One search for each level, and the validation of the levels on held-out players; a subclass reports them."""

    def __init__(self, request: DesignRequest, tasks: list[SearchTask], seconds: float | None = None) -> None:
        self.request, self.tasks, self.seconds = request, tasks, seconds

    def search(self) -> list[SearchResult]:
        request = self.request
        for players in {spec.players for _, spec in self.tasks}:
            compile_simulation(request.game, players)
        for spec in self._extreme_specs():
            check_reach(spec, request.seed, request.progress)
        return search_levels(self.tasks, request.backend, request.checkpoint, request.progress, self.seconds)

    def _extreme_specs(self) -> list[LevelSpec]:
        """Specs with the lowest and the highest difficulty of all tasks; the others of a campaign lie between."""
        specs = sorted((spec for _, spec in self.tasks), key=lambda spec: spec.difficulty or 0.0)
        return [specs[0]] if specs[0] == specs[-1] else [specs[0], specs[-1]]

    def select(self, candidates: list[SearchResult]) -> list[SearchResult]:
        """Keep the level that each search selected; its last filter is a population of deciding players."""
        return candidates

    def validate(self, selection: list[SearchResult]) -> list[FoundLevel]:
        return validate_levels(self.tasks, selection, self.request.backend, self.request.progress)


class _LevelRun(LevelSearchRun):
    """Levels of one spec."""

    def __init__(self, options: MakeOptions, request: DesignRequest, spec: LevelSpec) -> None:
        self.options, self.spec = options, spec
        super().__init__(
            request,
            [(derive(request.seed, "make", number), spec) for number in range(options.count or 1)],
            options.seconds,
        )

    def report(self, selection: list[SearchResult], validated: list[FoundLevel]) -> Report:
        levels = [name_and_decorate(found_level, number, self.options) for number, found_level in enumerate(validated)]
        return make_report(self.options, self.request, self.spec, levels)


def _make_map(options: MakeOptions, request: DesignRequest, spec: LevelSpec) -> Report:
    """Make an archive; it varies all parameters, except the rooms if they are given."""
    from ludus.design.platformer.make_map_elites import make_map
    from ludus.design.platformer.map_elites import GENE_CHOICES

    assert options.map is not None
    rooms = GENE_CHOICES["rooms"] if options.rooms is None else (options.rooms,)
    return make_map(options.map, request, rooms, options.respawn, options.decoration)


def _make_curve_campaign(options: MakeOptions, request: DesignRequest, spec: LevelSpec) -> Report:
    from ludus.design.platformer.campaign import parse_curve
    from ludus.design.platformer.make_campaign import report_curve_campaign

    assert options.curve is not None
    targets = parse_curve(options.curve, options.count)
    return report_curve_campaign(targets, request, spec, options.decoration, options.seconds)


def _make_band_campaign(options: MakeOptions, request: DesignRequest, spec: LevelSpec) -> Report:
    from ludus.design.platformer.make_campaign import report_recorded_player_campaign, report_synthetic_player_campaign

    assert options.band is not None
    band, levels = parse_band(options.band), options.count or DEFAULT_CAMPAIGN_LEVELS
    if options.sessions is not None:
        return report_recorded_player_campaign(
            options.sessions, options.player, band, levels, request, spec, options.decoration
        )
    return report_synthetic_player_campaign(options.skill or 0.0, band, levels, request, spec, options.decoration)


def name_and_decorate(found_level: FoundLevel, number: int, options: MakeOptions) -> FoundLevel:
    """Name and decorate the level."""
    level = replace(found_level.level, name=f"Level {number + 1}")
    room = found_level.spec.landmark_room
    return replace(found_level, level=decorate(level, found_level.seed, options.decoration, room))


def level_spec(options: MakeOptions) -> LevelSpec:
    """Spec from options. Values that the user does not give are left open for the difficulty search."""
    kinds = [kind.strip() for kind in options.traps.split(",") if kind.strip()]
    traps = None
    if kinds != [NO_TRAPS]:
        traps = TrapParams(
            density=options.density,
            periods=None if options.cycle is None else parse_cycle(options.cycle),
            kinds=tuple(kinds),
            mines=options.mines,
            doubles=options.doubles,
            challenges=options.challenges,
            trap_free=options.trap_free,
        )
    elif options.challenges:
        raise OptionError("--challenges and --traps none: without traps there are no challenges")
    return LevelSpec(
        setup=options.setup,
        rooms=parse_size(options.rooms or DEFAULT_ROOMS, "rooms"),
        room=parse_size(options.room, "room"),
        loops=options.loops,
        branching=options.branching,
        start=options.start,
        end=options.end,
        fill=options.fill,
        style=options.style,
        spacing=options.spacing,
        pacing=parse_pacing(options.pacing, PACING_CURVES),
        traps=traps,
        respawn=options.respawn,
        difficulty=options.difficulty,
        deaths=options.deaths,
        hardest=options.hardest,
        players=options.players,
        movement=read_movement(options.physics, options.pieces),
    )


def make_report(options: MakeOptions, request: DesignRequest, spec: LevelSpec, levels: Sequence[FoundLevel]) -> Report:
    """Report of the levels that were made."""
    return _MakeReport(options, request, spec, levels).report()


def level_sentence(report: LevelReport, spec: LevelSpec, comparisons: int) -> str:
    """Result of one level in a few sentences.

    Args:
        report: measurements of the level.
        spec: what was asked for.
        comparisons: number of targets of all levels in the report.
    """
    population = report.population
    targets = spec.judged_targets(population)
    verdict = f" {targets_text(targets, comparisons)}" if targets else ""
    sentence = (
        f"{report.name.capitalize()}{verdict}: {population.failure_rate.in_percent()} of {len(population.runs)} "
        f"synthetic players ({population.kind}s) die at least once{_target_note(spec.difficulty, percent=True)}, "
        f"{population.deaths:.2f} deaths per player{_target_note(spec.deaths)}."
    )
    if population.hardest is None:
        return f"{sentence} No trap has to be passed."
    trap, fails = population.hardest
    return (
        f"{sentence} The easiest path has {plural(len(report.rating.path), 'challenge')}. The hardest trap that most "
        f"players meet is {report.level.traps[trap].name}: {fails.in_percent()} of attempts fail"
        f"{_target_note(spec.hardest, percent=True)}."
    )


def _target_note(value: float | None, percent: bool = False) -> str:
    return "" if value is None else f" (target: {100 * value:g} %)" if percent else f" (target: {value:g})"


class _MakeReport:
    """Sentences, tables, pictures and files of the levels that were made."""

    def __init__(
        self, options: MakeOptions, request: DesignRequest, spec: LevelSpec, levels: Sequence[FoundLevel]
    ) -> None:
        self.options, self.request, self.spec, self.levels = options, request, spec, levels
        self.reports = [
            LevelReport(
                *(f"level {k}", found_level.level, found_level.rating, found_level.population),
                structure=found_level.structure,
            )
            for k, found_level in enumerate(levels, 1)
        ]
        self.kinds = () if spec.traps is None else spec.traps.kinds
        self.targets = [spec.judged_targets(found_level.population) for found_level in levels]
        self.comparisons = sum(map(len, self.targets))

    def report(self) -> Report:
        screen_levels = range(min(len(self.levels), MAX_SHOWN))
        figures = [self._figures(k) for k in range(len(self.levels))]
        return Report(
            title=f"{self.request.game.title}: {self._target_text()}",
            answer=[
                *(sentence for k in screen_levels for sentence in self._level_sentences(k)),
                *self._summary_sentence(),
                *self._structure_sentence(),
                self._rejections_sentence(),
                *calibration_note(self.spec.movement),
            ],
            parts=[
                self._levels_table(),
                structure_table(self.reports, self.kinds),
                challenges_table([self.reports[k] for k in screen_levels]),
                self._reasons_table(),
                *(figure for k in screen_levels for figure in figures[k]),
                *(
                    File(f"level{self._suffix(k)}.level", write_level(found_level.level))
                    for k, found_level in enumerate(self.levels)
                ),
                *(
                    [TextDrawing(f"Level {k + 1}", write_level(self.levels[k].level)) for k in screen_levels]
                    if self.request.folder is None
                    else self._folder_parts(figures, screen_levels)
                ),
                *MAKE_NOTES,
                *([target_note(self.comparisons)] if self.comparisons else []),
                players_note(self.spec.players),
            ],
            facts=self._facts(),
        )

    def _folder_parts(self, figures: list[list[Figure]], screen_levels: range) -> list[File | Command | str]:
        """Parts of a report that is written to a folder: further pictures, replays and commands."""
        files = [File(figure.file_name, figure.svg) for group in figures[len(screen_levels) :] for figure in group]
        images = png_parts(figure for group in figures[:MAX_PNG_LEVELS] for figure in group)
        replays = []
        for k in screen_levels:
            file = f"{self.request.folder}/level{self._suffix(k)}.level"
            replay = self.reports[k].replay_json(self.request.game, file)
            replays.append(File(f"replay{self._suffix(k)}.json", replay))
        return [*files, *images, *replays, *self._commands()]

    def _target_text(self) -> str:
        parts = [
            f"{word} {value:g}"
            for word, value in (
                ("difficulty", self.spec.difficulty),
                ("deaths", self.spec.deaths),
                ("hardest challenge", self.spec.hardest),
            )
            if value is not None
        ]
        return plural(len(self.levels), "level") + (f" for {', '.join(parts)}" if parts else "")

    def _summary_sentence(self) -> list[str]:
        if len(self.levels) == 1:
            return []
        spread = sorted(found_level.population.failure_rate.value for found_level in self.levels)
        mean = mean_of_runs(spread)
        mean = as_share(mean)  # few levels give wide intervals
        sentence = f"Over all {plural(len(self.levels), 'level')} {mean.in_percent()} of players die at least once"
        return [
            f"{sentence}, from {100 * spread[0]:.1f} % to {100 * spread[-1]:.1f} % by level"
            + (f"; {self._targets_text()}." if self.spec.has_targets else ".")
        ]

    def _targets_text(self) -> str:
        """How many levels meet their targets, miss them, or are undecided."""
        met, missed = count_sure(self.targets, self.comparisons)
        undecided = len(self.levels) - met - missed
        return (
            f"{met} of them {'meets' if met == 1 else 'meet'} the target, {missed} "
            f"{'misses' if missed == 1 else 'miss'} it, and {undecided} {'is' if undecided == 1 else 'are'} undecided "
            f"(intervals are corrected for {plural(self.comparisons, 'comparison')})"
        )

    def _level_sentences(self, number: int) -> list[str]:
        found_level, report = self.levels[number], self.reports[number]
        sentences = [level_sentence(report, self.spec, self.comparisons)]
        if found_level.stopped:
            sentences.append(f"The search ended after {found_level.stopped} with the closest level.")
        if report.structure is not None and report.level.traps:
            sentences.append(structure_sentence(report.structure, self.kinds))
        return sentences

    def _structure_sentence(self) -> list[str]:
        structures = [report.structure for report in self.reports if report.structure is not None]
        if len(structures) < 2 or self.spec.traps is None:
            return []
        flawed = [structure for structure in structures if structure.flaws(self.kinds)]
        return [f"{len(structures) - len(flawed)} of {plural(len(structures), 'level')} have no flaw of structure."]

    @cached_property
    def _rejection_counts(self) -> Counter[str]:
        return sum((Counter(found_level.rejected) for found_level in self.levels), Counter[str]())

    def _rejections_sentence(self) -> str:
        total, taken = sum(self._rejection_counts.values()), len(self.levels)
        reasons = ", ".join(f"{reason} ({number})" for reason, number in self._rejection_counts.most_common())
        return f"{plural(total, 'level')} rejected for {taken} taken{f': {reasons}' if reasons else ''}."

    def _levels_table(self) -> Table:
        columns = [
            Column.text("level"),
            Column.share("failure", "players that die"),
            Column.number("deaths", "deaths a player"),
            Column.share("hardest", "fail at the hardest"),
            Column.number("told", "predicted share that dies"),
            Column.number("difficulty", "difficulty, Koens' model"),
            Column.number("seconds", "seconds of a run", on_screen=False),
            *(
                Column.integer("challenges"),
                Column.integer("traps"),
                Column.integer("rewards", on_screen=False),
            ),
            *(
                Column.integer("looked", "looked at", on_screen=False),
                Column.text("seed", on_screen=False),
            ),
        ]
        rows = [
            [
                *(
                    report.name,
                    found_level.population.failure_rate,
                    found_level.population.deaths,
                    found_level.population.hardest and found_level.population.hardest[1],
                ),
                *(round(report.prediction.failure, 4), report.estimates.difficulty, found_level.population.seconds),
                *(len(found_level.rating.path), len(report.level.traps)),
                *(
                    sum(ornament.kind in REWARDS for ornament in report.level.ornaments),
                    found_level.candidates,
                    str(found_level.seed),
                ),
            ]
            for report, found_level in zip(self.reports, self.levels, strict=True)
        ]
        caption = f"The levels, played by {HELD_OUT_PLAYERS} held-out synthetic players ({self.spec.players}s)"
        return Table("levels", columns, rows, caption)

    def _reasons_table(self) -> Table:
        rows = [[reason, number] for reason, number in self._rejection_counts.most_common()]
        return Table("rejections", [Column.text("reason"), Column.integer("levels")], rows, "Why levels were rejected")

    def _figures(self, number: int) -> list[Figure]:
        report, suffix = self.reports[number], self._suffix(number)
        return [
            Figure(f"level{suffix}", report.level_svg()),
            Figure(f"challenges{suffix}", report.challenges_svg(), CHALLENGES_CAPTION),
            Figure(f"routes{suffix}", report.routes_svg()),
        ]

    def _commands(self) -> list[Command]:
        file, replay = (f"{self.request.folder}/{name}{self._suffix(0)}" for name in ("level", "replay"))
        return [
            Command(shlex.join(["ludus", "inspect", "platformer", f"{file}.level"]), "look into the level"),
            Command(shlex.join(["ludus", "play", "platformer", "-o", f"level={file}.level"]), "play it"),
            Command(shlex.join(["ludus", "replay", f"{replay}.json", "--step"]), "watch a synthetic player"),
        ]

    def _facts(self) -> dict[str, str]:
        options, request = self.options, self.request
        return {
            "game": game_fact(request),
            "levels": f"{options.rooms or DEFAULT_ROOMS} rooms of {options.room} cells, loops {options.loops:g}, "
            f"branching {options.branching:g}, {self._rooms_text()}",
            "traps": self._traps_text(),
            **movement_fact(self.spec.movement),
            "players": f"synthetic {self.spec.players}s; {self._players_text()}; back to life at the {options.respawn}",
            **({"counts as met": self._tolerance_text()} if self.spec.has_targets else {}),
            "seed": str(request.seed),
        }

    def _rooms_text(self) -> str:
        options = self.options
        if options.setup == "thesis":
            return f"as in the thesis, fill {options.fill or DEFAULT_FILL}"
        return f"style {options.style or 'drawn from the seed'}"

    def _traps_text(self) -> str:
        options = self.options
        if options.traps.strip() == NO_TRAPS:
            return NO_TRAPS
        if options.setup == "designed":
            cycle = self._option_or_default(options.cycle, "as the pacing asks for")
            return (
                f"{options.traps}; cells of way per challenge "
                f"{self._option_or_default(options.spacing, DEFAULT_SPACING)}, pacing {options.pacing}, seconds of a "
                f"period {cycle}, mines {options.mines} at most"
            )
        more = "" if options.trap_free else " (more where a way would have no trap)"
        return (
            f"{options.traps}; density {self._option_or_default(options.density, DEFAULT_DENSITY)}{more}, seconds of a "
            f"period {self._option_or_default(options.cycle, DEFAULT_CYCLE)}, mines {options.mines} at most"
        )

    def _players_text(self) -> str:
        if not self.spec.has_targets:
            return f"{HELD_OUT_PLAYERS} measure how hard a level is"
        deciding = DECIDING_PLAYERS * (2 if self.spec.deaths else 1)
        return f"{deciding} decide on a level, {HELD_OUT_PLAYERS} held-out ones measure it"

    def _tolerance_text(self) -> str:
        share, deaths = ACCEPTANCE_FACTOR * SHARE_TOLERANCE, 100 * ACCEPTANCE_FACTOR * DEATHS_TOLERANCE
        return f"shares of held-out {self.spec.players}s no more than {share:g} off, deaths {deaths:g} %"

    def _option_or_default(self, value: object, default: object) -> str:
        """Value of the user's option, otherwise the search's or the default."""
        return str(value) if value is not None else "as the search chose" if self.spec.has_targets else str(default)

    def _suffix(self, number: int) -> str:
        return f"_{number + 1}" if len(self.levels) > 1 else ""
