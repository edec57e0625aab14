"""`ludus make platformer --band`: levels for one player, synthetic or a person, who gets through as often as asked."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.levels.levels import make_level
from ludus.design.levels.making.targets import Demand
from ludus.design.levels.people.crowds import send_crowd
from ludus.design.levels.people.filter import SyntheticPlayer, load_calibration
from ludus.design.levels.people.play import Stage
from ludus.design.levels.sessions.files import load_sessions
from ludus.design.levels.space.campaign import Band, Offer, keep_in_band, level_for
from ludus.design.levels.space.campaigning import FILE, facts_of, files_of
from ludus.design.levels.space.distances import cells_of
from ludus.design.levels.space.pictures import campaign_picture
from ludus.design.levels.space.player import Player
from ludus.design.levels.space.record import Seen, learn_from, plays_of
from ludus.games.platformer.level import Level

SKILL = "Skill is in standard deviations over all players; 0 is average."
INTERVAL = "Intervals are those of what is not known of the player's skill, and of no other error of the model."


def follow_player(
    skill: float,
    band: Band,
    levels: int,
    order: Order,
    demand: Demand,
    decoration: float = 0.0,
) -> Findings:
    """Levels for one synthetic player of whom nothing is known at first: each played before the next is made."""
    somebody, deaths = SyntheticPlayer(skill, load_calibration()), list[int]()

    def plays(known: Player, level: Level, number: int) -> Player:
        told(1)
        played = Stage(level, demand.respawn).play(somebody, derive(order.seed, "plays", number))
        deaths.append(played.deaths)
        return known.after(level, played.deaths, played.arrived, demand.respawn)

    _compile(order)
    with order.progress("levels played", levels, "level") as told:
        offers, known = keep_in_band(Player.unknown(), band, levels, order.seed, plays, demand)
    clean = sum(number == 0 for number in deaths)
    return Findings(
        title=f"{order.game.title}: a campaign of {count(levels, 'level')} for one player",
        answer=[
            f"{_foretold(offers, band)} The player got through {clean} of {count(levels, 'level')} without dying.",
            f"Believed skill at the end: {_skill(known)}; it is {skill:+.2f}.",
        ],
        sheets=[_offers_sheet(offers, deaths)],
        pictures={"campaign.svg": (_picture(offers, band), "Dots: foretold before each level was played. " + BAND)},
        facts={**facts_of(order), "player": f"synthetic, skill {skill:+.2f}"},
        files=files_of([(each.made.level, each.seed) for each in offers], decoration),
        notes=[f"The player is synthetic. {SKILL} {INTERVAL}"],
    )


def follow_person(
    file: str,
    name: str | None,
    band: Band,
    levels: int,
    order: Order,
    demand: Demand,
    decoration: float = 0.0,
) -> Findings:
    """The next levels for somebody whose sessions are on file."""
    plays = plays_of(load_sessions(file), name)
    _compile(order)
    seen = learn_from(plays)
    known, met, offers = seen[-1].player, {cells_of(play.level) for play in plays}, list[Offer]()
    with order.progress("levels", levels, "level") as told:
        for number in range(levels):
            # The next sessions ask for other levels, though the seed is the same.
            seed = derive(order.seed, "next", len(plays), number)
            offers.append(level_for(known, band, seed, demand, met))
            told(1)
    who, kinds = plays[0].player, sorted({play.kind for play in plays})
    return Findings(
        title=f"{order.game.title}: the next {count(levels, 'level')} for {who}",
        answer=[
            _foretold(offers, band),
            f"{count(len(plays), 'play')} by {who} with {count(sum(each.deaths for each in seen), 'death')}. Believed "
            f"skill: {_skill(known)}.",
        ],
        sheets=[_offers_sheet(offers), _seen_sheet(seen)],
        pictures={
            "campaign.svg": (_picture(offers, band), "Dots: foretold for each of the next levels. " + BAND),
            "plays.svg": (
                campaign_picture(
                    "What was foretold of the plays so far",
                    [(each.foretold.value, each.foretold.low, each.foretold.high) for each in seen],
                    y_title=CHANCE,
                ),
                "Dots: foretold before each play, from the plays before it alone.",
            ),
        },
        facts={**facts_of(order), "player": f"{who} ({', '.join(kinds)})", "sessions": file},
        commands={"play the first one": f"ludus play platformer -o level={order.folder}/{FILE.format(1)}"},
        files=files_of([(each.made.level, each.seed) for each in offers], decoration),
        notes=[f"{SKILL} {INTERVAL} That model was fitted to synthetic players."],
    )


BAND = "Lines: 95 of 100 skills that the player may have. The band: what was asked."
CHANCE = "chance to get through without dying"


def _compile(order: Order) -> None:
    with first_use(order.game):
        send_crowd(make_level(order.seed).level, 1, 1)


def _foretold(offers: Sequence[Offer], band: Band) -> str:
    values = [100 * each.success.value for each in offers]
    asked = f"asked {100 * band[0]:.0f} to {100 * band[1]:.0f} %"
    return f"Foretold success is {min(values):.0f} to {max(values):.0f} %, {asked}."


def _skill(player: Player) -> str:
    return f"{player.skill:+.2f}, give or take {player.spread:.2f}"


def _picture(offers: Sequence[Offer], band: Band) -> str:
    found = [(each.success.value, each.success.low, each.success.high) for each in offers]
    return campaign_picture("Foretold success of the player", found, band=band, y_title=CHANCE)


def _offers_sheet(offers: Sequence[Offer], deaths: Sequence[int] | None = None) -> Sheet:
    columns = [
        Column("level"),
        Column("success", "share", "foretold success"),
        Column("skill", "number", "believed skill"),
        Column("traps", "count"),
        Column("looked", "count", "looked at", shown=False),
        *([] if deaths is None else [Column("deaths", "count")]),
    ]
    rows = [
        [
            *(FILE.format(k), each.success, round(each.skill, 4), len(each.made.level.traps), each.looked),
            *([] if deaths is None else [deaths[k - 1]]),
        ]
        for k, each in enumerate(offers, 1)
    ]
    return Sheet("campaign", "The levels of the campaign", columns, rows)


def _seen_sheet(seen: Sequence[Seen]) -> Sheet:
    columns = [
        *(Column("session", "count"), Column("order", "count"), Column("level"), Column("kind")),
        Column("success", "share", "foretold success"),
        *(Column("deaths", "count"), Column("arrived"), Column("skill", "number", "believed skill after it")),
    ]
    rows = [
        [
            *(each.play.session, each.play.order, each.play.level.name, each.play.kind, each.foretold),
            *(each.deaths, "yes" if each.arrived else "no", round(each.player.skill, 4)),
        ]
        for each in seen
    ]
    return Sheet("plays", "What the player did, and what was foretold before each play", columns, rows)
