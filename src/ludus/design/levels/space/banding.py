"""`ludus make platformer --band`: campaign for one player, synthetic or recorded, with a given chance of success."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.progress import report_compilation
from ludus.core.random import derive
from ludus.design.contract import ReportColumn, DesignReport, DesignRequest, ReportTable, plural
from ludus.design.levels.levels import generate_level
from ludus.design.levels.making.targets import LevelSpec
from ludus.design.levels.people.crowds import simulate
from ludus.design.levels.people.filter import SyntheticPlayer, load_calibration
from ludus.design.levels.people.play import PlayableLevel
from ludus.design.levels.sessions.files import load_recordings
from ludus.design.levels.space.campaign import Band, OfferedLevel, make_band_campaign, find_level_for_player
from ludus.design.levels.space.campaigning import LEVEL_FILE, run_facts, level_files
from ludus.design.levels.space.distances import level_key
from ludus.design.levels.space.pictures import campaign_svg
from ludus.design.levels.space.player import SkillBelief
from ludus.design.levels.space.record import BeliefUpdate, update_from_recordings, recordings_of_player
from ludus.games.platformer.level import Level

SKILL_NOTE = "Skill is in standard deviations over all players; 0 is average."
INTERVAL_NOTE = "Intervals contain the uncertainty of the player's skill, but no other error of the model."


def report_synthetic_player_campaign(
    skill: float,
    band: Band,
    levels: int,
    request: DesignRequest,
    spec: LevelSpec,
    decoration: float = 0.0,
) -> DesignReport:
    """Campaign for a synthetic player of initially unknown skill: each level is played before the next is made."""
    player, deaths = SyntheticPlayer(skill, load_calibration()), list[int]()

    def plays(belief: SkillBelief, level: Level, number: int) -> SkillBelief:
        on_progress(1)
        played = PlayableLevel(level, spec.respawn).play(player, derive(request.seed, "plays", number))
        deaths.append(played.deaths)
        return belief.updated(level, played.deaths, played.reached_exit, spec.respawn)

    _compile_rules(request)
    with request.progress("levels played", levels, "level") as on_progress:
        offers, belief = make_band_campaign(SkillBelief.unknown(), band, levels, request.seed, plays, spec)
    clean = sum(number == 0 for number in deaths)
    return DesignReport(
        title=f"{request.game.title}: a campaign of {plural(levels, 'level')} for one player",
        answer=[
            f"{_prediction_sentence(offers, band)} The player got through {clean} of {plural(levels, 'level')} without dying.",
            f"Believed skill at the end: {_skill_text(belief)}; it is {skill:+.2f}.",
        ],
        tables=[_offers_table(offers, deaths)],
        pictures={
            "campaign.svg": (_band_svg(offers, band), "Dots: predicted before each level was played. " + BAND_CAPTION)
        },
        facts={**run_facts(request), "player": f"synthetic, skill {skill:+.2f}"},
        files=level_files([(offer.generated.level, offer.seed) for offer in offers], decoration),
        notes=[f"The player is synthetic. {SKILL_NOTE} {INTERVAL_NOTE}"],
    )


def report_recorded_player_campaign(
    file: str,
    name: str | None,
    band: Band,
    levels: int,
    request: DesignRequest,
    spec: LevelSpec,
    decoration: float = 0.0,
) -> DesignReport:
    """Next levels for a player with recorded sessions."""
    plays = recordings_of_player(load_recordings(file), name)
    _compile_rules(request)
    updates = update_from_recordings(plays)
    belief, played, offers = updates[-1].belief, {level_key(play.level) for play in plays}, list[OfferedLevel]()
    with request.progress("levels", levels, "level") as on_progress:
        for number in range(levels):
            # After further sessions the same seed gives other levels.
            seed = derive(request.seed, "next", len(plays), number)
            offers.append(find_level_for_player(belief, band, seed, spec, played))
            on_progress(1)
    player_name, kinds = plays[0].player, sorted({play.kind for play in plays})
    return DesignReport(
        title=f"{request.game.title}: the next {plural(levels, 'level')} for {player_name}",
        answer=[
            _prediction_sentence(offers, band),
            f"{plural(len(plays), 'play')} by {player_name} with "
            f"{plural(sum(item.deaths for item in updates), 'death')}. Believed skill: {_skill_text(belief)}.",
        ],
        tables=[_offers_table(offers), _updates_table(updates)],
        pictures={
            "campaign.svg": (_band_svg(offers, band), "Dots: predicted for each of the next levels. " + BAND_CAPTION),
            "plays.svg": (
                campaign_svg(
                    "Predictions of the plays so far",
                    [(item.prediction.value, item.prediction.low, item.prediction.high) for item in updates],
                    y_title=SUCCESS_TITLE,
                ),
                "Dots: predicted before each play, from earlier plays only.",
            ),
        },
        facts={**run_facts(request), "player": f"{player_name} ({', '.join(kinds)})", "sessions": file},
        commands={"play the first one": f"ludus play platformer -o level={request.folder}/{LEVEL_FILE.format(1)}"},
        files=level_files([(item.generated.level, item.seed) for item in offers], decoration),
        notes=[f"{SKILL_NOTE} {INTERVAL_NOTE} That model was fitted to synthetic players."],
    )


BAND_CAPTION = "Lines: 95 % interval of the player's skill. The band: the target."
SUCCESS_TITLE = "chance to get through without dying"


def _compile_rules(request: DesignRequest) -> None:
    with report_compilation(request.game):
        simulate(generate_level(request.seed).level, 1, 1)


def _prediction_sentence(offers: Sequence[OfferedLevel], band: Band) -> str:
    values = [100 * offer.success.value for offer in offers]
    band_text = f"asked {100 * band[0]:.0f} to {100 * band[1]:.0f} %"
    return f"Predicted success is {min(values):.0f} to {max(values):.0f} %, {band_text}."


def _skill_text(belief: SkillBelief) -> str:
    return f"{belief.skill:+.2f}, give or take {belief.spread:.2f}"


def _band_svg(offers: Sequence[OfferedLevel], band: Band) -> str:
    intervals = [(offer.success.value, offer.success.low, offer.success.high) for offer in offers]
    return campaign_svg("Predicted success of the player", intervals, band=band, y_title=SUCCESS_TITLE)


def _offers_table(offers: Sequence[OfferedLevel], deaths: Sequence[int] | None = None) -> ReportTable:
    columns = [
        ReportColumn("level"),
        ReportColumn("success", "share", "predicted success"),
        ReportColumn("skill", "number", "believed skill"),
        ReportColumn("traps", "count"),
        ReportColumn("looked", "count", "looked at", on_screen=False),
        *([] if deaths is None else [ReportColumn("deaths", "count")]),
    ]
    rows = [
        [
            *(
                LEVEL_FILE.format(k),
                offer.success,
                round(offer.skill, 4),
                len(offer.generated.level.traps),
                offer.candidates,
            ),
            *([] if deaths is None else [deaths[k - 1]]),
        ]
        for k, offer in enumerate(offers, 1)
    ]
    return ReportTable("campaign", "The levels of the campaign", columns, rows)


def _updates_table(updates: Sequence[BeliefUpdate]) -> ReportTable:
    columns = [
        *(
            ReportColumn("session", "count"),
            ReportColumn("order", "count"),
            ReportColumn("level"),
            ReportColumn("kind"),
        ),
        ReportColumn("success", "share", "predicted success"),
        *(
            ReportColumn("deaths", "count"),
            ReportColumn("arrived"),
            ReportColumn("skill", "number", "believed skill after it"),
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
    return ReportTable("plays", "What the player did, and the prediction before each play", columns, rows)
