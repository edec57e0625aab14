"""`ludus make platformer --curve` and `--band`: make a campaign and report it, with an SVG chart."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.report_parts import game_fact
from ludus.design.base.svg_charts import FAINT, GRID, WIDTH, svg_opening
from ludus.design.base.verdict_texts import count_sure
from ludus.design.platformer.campaign import (
    Band,
    OfferedLevel,
    curve_tasks,
    find_level_for_player,
    make_band_campaign,
)
from ludus.design.platformer.difficulty_search import HELD_OUT_PLAYERS, FoundLevel, SearchResult, compile_simulation
from ludus.design.platformer.expressive_range import level_key
from ludus.design.platformer.generator.decoration import decorate
from ludus.design.platformer.level_report import calibration_note, movement_fact, players_note
from ludus.design.platformer.make import LevelSearchRun
from ludus.design.platformer.players.synthetic_player import PlayableLevel, SyntheticPlayer, load_calibration
from ludus.design.platformer.recordings.files import load_recordings
from ludus.design.platformer.skill_belief import BeliefUpdate, SkillBelief, recordings_of_player, update_from_recordings
from ludus.design.platformer.spec import ACCEPTANCE_FACTOR, SHARE_TOLERANCE, LevelSpec
from ludus.games.platformer.level import Level, write_level
from ludus.report.report_model import Command, Figure, Report, file_parts
from ludus.report.table_model import Column, Table
from ludus.stats.rank_correlation_and_trend import MIN_PAIRS, rank_correlation
from ludus.util.text import plural

LEFT, TOP, RIGHT = 96, 50, 24
HEIGHT, FOOTER = 360, 56
TARGET_COLOUR, RESULT_COLOUR, BAND_COLOUR = "#b3342e", "#1e623e", "#e9dfc8"
LEVEL_FILE = "level_{:02d}.level"
SKILL_NOTE = "Skill is in standard deviations over all players; 0 is average."
INTERVAL_NOTE = "Intervals contain the uncertainty of the player's skill, but no other error of the model."
BAND_CAPTION = "Lines: 95 % interval of the player's skill. The band: the target."
SUCCESS_TITLE = "chance to get through without dying"


def campaign_svg(
    title: str,
    results: Sequence[tuple[float, float, float]],
    targets: Sequence[float] = (),
    band: tuple[float, float] | None = None,
    y_title: str = "share of players that die",
) -> str:
    """Chart of a campaign: a dot with an interval per level.

    Args:
        title: heading of the chart.
        results: value, low and high end per level.
        targets: targets per level, drawn as a line.
        band: target band, drawn as a stripe.
        y_title: title of the vertical axis.
    """
    bottom, step = TOP + HEIGHT - FOOTER - TOP, (WIDTH - LEFT - RIGHT) / len(results)

    def x(k: int) -> float:
        return round(LEFT + step * (k + 0.5), 1)

    def y(share: float) -> float:
        return round(bottom - (bottom - TOP) * min(max(share, 0.0), 1.0), 1)

    parts = [svg_opening(HEIGHT, title), f'<text x="{LEFT}" y="24" font-size="14">{escape(title)}</text>']
    if band is not None:
        parts.append(
            f'<rect x="{LEFT}" y="{y(band[1])}" width="{WIDTH - LEFT - RIGHT}" height="{y(band[0]) - y(band[1]):.1f}" '
            f'fill="{BAND_COLOUR}"/>'
        )
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick)}" y2="{y(tick)}" stroke="{GRID}"/>')
        parts.append(
            f'<text x="{LEFT - 12}" y="{y(tick) + 4}" text-anchor="end" fill="{FAINT}">{100 * tick:.0f} %</text>'
        )
    if targets:
        points = " ".join(f"{x(k)},{y(target)}" for k, target in enumerate(targets))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{TARGET_COLOUR}" stroke-width="1.5"/>')
        parts += [
            f'<circle cx="{x(k)}" cy="{y(target)}" r="2.5" fill="{TARGET_COLOUR}"/>' for k, target in enumerate(targets)
        ]
    for k, (value, low, high) in enumerate(results):
        parts.append(
            f"<g><title>level {k + 1}: {100 * value:.1f} %</title>"
            f'<line x1="{x(k)}" x2="{x(k)}" y1="{y(low)}" y2="{y(high)}" stroke="{RESULT_COLOUR}" stroke-width="3"/>'
            f'<circle cx="{x(k)}" cy="{y(value)}" r="5" fill="{RESULT_COLOUR}"/></g>'
        )
        if k % (1 + (len(results) - 1) // 30) == 0:
            parts.append(f'<text x="{x(k)}" y="{bottom + 20}" text-anchor="middle" fill="{FAINT}">{k + 1}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{bottom + 42}" text-anchor="middle">level</text>')
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text x="30" y="{middle}" text-anchor="middle" transform="rotate(-90 30 {middle})">{escape(y_title)}</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def report_curve_campaign(
    targets: Sequence[float],
    request: DesignRequest,
    spec: LevelSpec,
    decoration: float = 0.0,
    seconds: float | None = None,
) -> Report:
    """Make a campaign of levels with these failure rates, measured on held-out players, and report it.

    With `seconds`, the search for each level ends after this time with the closest one.
    """
    return _CurveCampaignRun(targets, request, spec, decoration, seconds).run()


class _CurveCampaignRun(LevelSearchRun):
    """Levels whose difficulty follows a curve."""

    def __init__(
        self,
        targets: Sequence[float],
        request: DesignRequest,
        spec: LevelSpec,
        decoration: float,
        seconds: float | None,
    ) -> None:
        self.targets, self.spec, self.decoration = targets, spec, decoration
        super().__init__(request, curve_tasks(targets, request.seed, spec), seconds)

    def report(self, selection: list[SearchResult], validated: list[FoundLevel]) -> Report:
        request, targets, levels = self.request, self.targets, validated
        shares = [item.population.failure_rate for item in levels]
        largest_error = max(abs(share.value - target) for share, target in zip(shares, targets, strict=True))
        judged = [item.spec.judged_targets(item.population) for item in levels]
        comparisons = sum(map(len, judged))
        met, missed = count_sure(judged, comparisons)
        undecided = len(levels) - met - missed
        svg = campaign_svg(
            "How hard the levels are", [(item.value, item.low, item.high) for item in shares], targets=targets
        )
        return Report(
            title=f"{request.game.title}: a campaign of {plural(len(levels), 'level')} that follows a curve",
            answer=[
                f"{met} of {plural(len(levels), 'level')} {'is' if met == 1 else 'are'} as hard for "
                f"{self.spec.players}s as asked, to within {100 * ACCEPTANCE_FACTOR * SHARE_TOLERANCE:g} points, "
                f"{missed} {'is' if missed == 1 else 'are'} not, and {undecided} {'is' if undecided == 1 else 'are'} "
                f"undecided (intervals are corrected for {plural(comparisons, 'comparison')}). The farthest is off by "
                f"{100 * largest_error:.1f} points. {_rank_sentence(targets, levels)}",
                *calibration_note(self.spec.movement),
            ],
            parts=[
                _curve_table(targets, levels),
                Figure("campaign", svg, "Dots: the share of synthetic players that die; the line: the target."),
                *file_parts(level_files(levels, self.decoration)),
                players_note(self.spec.players),
            ],
            facts={
                **run_facts(request, self.spec),
                "proof": f"{HELD_OUT_PLAYERS} held-out synthetic players ({self.spec.players}s) per level",
            },
        )


def _rank_sentence(targets: Sequence[float], levels: Sequence[FoundLevel]) -> str:
    if len({*targets}) < 2 or len(levels) < MIN_PAIRS:
        return ""
    correlation = rank_correlation(list(targets), [level.population.failure_rate.value for level in levels])
    return f"Rank correlation with the curve: {correlation:.2f}."


def _curve_table(targets: Sequence[float], levels: Sequence[FoundLevel]) -> Table:
    columns = [
        Column.text("level"),
        Column.number("asked"),
        Column.share("failure", "players that die"),
        Column.number("deaths", "deaths a player"),
        Column.integer("traps"),
        Column.integer("looked", "looked at", on_screen=False),
    ]
    rows = [
        [
            LEVEL_FILE.format(k),
            round(target, 4),
            level.population.failure_rate,
            level.population.deaths,
            len(level.level.traps),
            level.candidates,
        ]
        for k, (target, level) in enumerate(zip(targets, levels, strict=True), 1)
    ]
    return Table("campaign", columns, rows, "The levels of the campaign")


def level_files(levels: Sequence[FoundLevel | OfferedLevel], decoration: float) -> dict[str, str]:
    """Level files by name; each level is named by its position and decorated."""
    files = {}
    for k, item in enumerate(levels, 1):
        level = replace(item.level, name=f"Level {k}")
        files[LEVEL_FILE.format(k)] = write_level(decorate(level, item.seed, decoration, item.spec.landmark_room))
    return files


def run_facts(request: DesignRequest, spec: LevelSpec) -> dict[str, str]:
    """Game and seed, for the report."""
    return {"game": game_fact(request), **movement_fact(spec.movement), "seed": str(request.seed)}


def report_synthetic_player_campaign(
    skill: float,
    band: Band,
    levels: int,
    request: DesignRequest,
    spec: LevelSpec,
    decoration: float = 0.0,
) -> Report:
    """Campaign for a synthetic player of initially unknown skill: each level is played before the next is made."""
    player, deaths = SyntheticPlayer(skill, load_calibration()), list[int]()

    def plays(belief: SkillBelief, level: Level, number: int) -> SkillBelief:
        on_progress(1)
        played = PlayableLevel(level, spec.respawn).play(player, derive(request.seed, "plays", number))
        deaths.append(played.deaths)
        return belief.updated(level, played.deaths, played.reached_exit, spec.respawn)

    compile_simulation(request.game)
    with request.progress("levels played", levels, "level") as on_progress:
        offers, belief = make_band_campaign(SkillBelief.unknown(), band, levels, request.seed, plays, spec)
    clean = sum(number == 0 for number in deaths)
    return Report(
        title=f"{request.game.title}: a campaign of {plural(levels, 'level')} for one player",
        answer=[
            f"{_prediction_sentence(offers, band)} The player got through {clean} of {plural(levels, 'level')} without "
            "dying.",
            f"Believed skill at the end: {_skill_text(belief)}; it is {skill:+.2f}.",
            *calibration_note(spec.movement),
        ],
        parts=[
            _offers_table(offers, deaths),
            Figure(
                "campaign", _band_svg(offers, band), "Dots: predicted before each level was played. " + BAND_CAPTION
            ),
            *file_parts(level_files(offers, decoration)),
            f"The player is synthetic. {SKILL_NOTE} {INTERVAL_NOTE}",
        ],
        facts={**run_facts(request, spec), "player": f"synthetic, skill {skill:+.2f}"},
    )


def report_recorded_player_campaign(
    file: str,
    name: str | None,
    band: Band,
    levels: int,
    request: DesignRequest,
    spec: LevelSpec,
    decoration: float = 0.0,
) -> Report:
    """Next levels for a player with recorded sessions."""
    plays = recordings_of_player(load_recordings(file), name)
    compile_simulation(request.game)
    updates = update_from_recordings(plays)
    belief, played, offers = updates[-1].belief, {level_key(play.level) for play in plays}, list[OfferedLevel]()
    with request.progress("levels", levels, "level") as on_progress:
        for number in range(levels):
            # After further sessions the same seed gives other levels.
            seed = derive(request.seed, "next", len(plays), number)
            offers.append(find_level_for_player(belief, band, seed, spec, played))
            on_progress(1)
    player_name, kinds = plays[0].player, sorted({play.kind for play in plays})
    return Report(
        title=f"{request.game.title}: the next {plural(levels, 'level')} for {player_name}",
        answer=[
            _prediction_sentence(offers, band),
            f"{plural(len(plays), 'play')} by {player_name} with "
            f"{plural(sum(item.deaths for item in updates), 'death')}. Believed skill: {_skill_text(belief)}.",
            *calibration_note(spec.movement),
        ],
        parts=[
            _offers_table(offers),
            _updates_table(updates),
            Figure("campaign", _band_svg(offers, band), "Dots: predicted for each of the next levels. " + BAND_CAPTION),
            Figure(
                "plays",
                campaign_svg(
                    "Predictions of the plays so far",
                    [(item.prediction.value, item.prediction.low, item.prediction.high) for item in updates],
                    y_title=SUCCESS_TITLE,
                ),
                "Dots: predicted before each play, from earlier plays only.",
            ),
            *_play_command(request),
            *file_parts(level_files(offers, decoration)),
            f"{SKILL_NOTE} {INTERVAL_NOTE} That model was fitted to synthetic players.",
        ],
        facts={**run_facts(request, spec), "player": f"{player_name} ({', '.join(kinds)})", "sessions": file},
    )


def _play_command(request: DesignRequest) -> list[Command]:
    if request.folder is None:
        return []
    level = f"level={request.folder}/{LEVEL_FILE.format(1)}"
    return [Command(shlex.join(["ludus", "play", "platformer", "-o", level]), "play the first one")]


def _prediction_sentence(offers: Sequence[OfferedLevel], band: Band) -> str:
    values = [100 * offer.success.value for offer in offers]
    band_text = f"asked {100 * band[0]:.0f} to {100 * band[1]:.0f} %"
    return f"Predicted success is {min(values):.0f} to {max(values):.0f} %, {band_text}."


def _skill_text(belief: SkillBelief) -> str:
    return f"{belief.skill:+.2f}, give or take {belief.spread:.2f}"


def _band_svg(offers: Sequence[OfferedLevel], band: Band) -> str:
    intervals = [(offer.success.value, offer.success.low, offer.success.high) for offer in offers]
    return campaign_svg("Predicted success of the player", intervals, band=band, y_title=SUCCESS_TITLE)


def _offers_table(offers: Sequence[OfferedLevel], deaths: Sequence[int] | None = None) -> Table:
    columns = [
        Column.text("level"),
        Column.share("success", "predicted success"),
        Column.number("skill", "believed skill"),
        Column.integer("traps"),
        Column.integer("looked", "looked at", on_screen=False),
        *([] if deaths is None else [Column.integer("deaths")]),
    ]
    rows = [
        [
            *(
                LEVEL_FILE.format(k),
                offer.success,
                round(offer.skill, 4),
                len(offer.level.traps),
                offer.candidates,
            ),
            *([] if deaths is None else [deaths[k - 1]]),
        ]
        for k, offer in enumerate(offers, 1)
    ]
    return Table("campaign", columns, rows, "The levels of the campaign")


def _updates_table(updates: Sequence[BeliefUpdate]) -> Table:
    columns = [
        *(
            Column.integer("session"),
            Column.integer("order"),
            Column.text("level"),
            Column.text("kind"),
        ),
        Column.share("success", "predicted success"),
        *(
            Column.integer("deaths"),
            Column.text("arrived"),
            Column.number("skill", "believed skill after it"),
        ),
    ]
    rows = [
        [
            *(
                update.recording.session,
                update.recording.order,
                update.recording.level.name,
                update.recording.kind,
                update.prediction,
            ),
            *(update.deaths, "yes" if update.arrived else "no", round(update.belief.skill, 4)),
        ]
        for update in updates
    ]
    return Table("plays", columns, rows, "What the player did, and the prediction before each play")
