"""`ludus make platformer --band`: campaign for one player, synthetic or recorded, with a given chance of success."""

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
INTERVAL = "Intervals contain the uncertainty of the player's skill, but no other error of the model."


def follow_player(
    skill: float,
    band: Band,
    levels: int,
    order: Order,
    demand: Demand,
    decoration: float = 0.0,
) -> Findings:
    """Campaign for a synthetic player of initially unknown skill: each level is played before the next is made."""
    player, deaths = SyntheticPlayer(skill, load_calibration()), list[int]()

    def plays(belief: Player, level: Level, number: int) -> Player:
        on_progress(1)
        played = Stage(level, demand.respawn).play(player, derive(order.seed, "plays", number))
        deaths.append(played.deaths)
        return belief.after(level, played.deaths, played.arrived, demand.respawn)

    _compile(order)
    with order.progress("levels played", levels, "level") as on_progress:
        offers, belief = keep_in_band(Player.unknown(), band, levels, order.seed, plays, demand)
    clean = sum(number == 0 for number in deaths)
    return Findings(
        title=f"{order.game.title}: a campaign of {count(levels, 'level')} for one player",
        answer=[
            f"{_foretold(offers, band)} The player got through {clean} of {count(levels, 'level')} without dying.",
            f"Believed skill at the end: {_skill(belief)}; it is {skill:+.2f}.",
        ],
        sheets=[_offers_sheet(offers, deaths)],
        pictures={"campaign.svg": (_picture(offers, band), "Dots: predicted before each level was played. " + BAND)},
        facts={**facts_of(order), "player": f"synthetic, skill {skill:+.2f}"},
        files=files_of([(offer.made.level, offer.seed) for offer in offers], decoration),
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
    """Next levels for a player with recorded sessions."""
    plays = plays_of(load_sessions(file), name)
    _compile(order)
    updates = learn_from(plays)
    belief, played, offers = updates[-1].player, {cells_of(play.level) for play in plays}, list[Offer]()
    with order.progress("levels", levels, "level") as on_progress:
        for number in range(levels):
            # After further sessions the same seed gives other levels.
            seed = derive(order.seed, "next", len(plays), number)
            offers.append(level_for(belief, band, seed, demand, played))
            on_progress(1)
    player_name, kinds = plays[0].player, sorted({play.kind for play in plays})
    return Findings(
        title=f"{order.game.title}: the next {count(levels, 'level')} for {player_name}",
        answer=[
            _foretold(offers, band),
            f"{count(len(plays), 'play')} by {player_name} with "
            f"{count(sum(item.deaths for item in updates), 'death')}. Believed skill: {_skill(belief)}.",
        ],
        sheets=[_offers_sheet(offers), _seen_sheet(updates)],
        pictures={
            "campaign.svg": (_picture(offers, band), "Dots: predicted for each of the next levels. " + BAND),
            "plays.svg": (
                campaign_picture(
                    "Predictions of the plays so far",
                    [(item.foretold.value, item.foretold.low, item.foretold.high) for item in updates],
                    y_title=CHANCE,
                ),
                "Dots: predicted before each play, from earlier plays only.",
            ),
        },
        facts={**facts_of(order), "player": f"{player_name} ({', '.join(kinds)})", "sessions": file},
        commands={"play the first one": f"ludus play platformer -o level={order.folder}/{FILE.format(1)}"},
        files=files_of([(item.made.level, item.seed) for item in offers], decoration),
        notes=[f"{SKILL} {INTERVAL} That model was fitted to synthetic players."],
    )


BAND = "Lines: 95 % interval of the player's skill. The band: the target."
CHANCE = "chance to get through without dying"


def _compile(order: Order) -> None:
    with first_use(order.game):
        send_crowd(make_level(order.seed).level, 1, 1)


def _foretold(offers: Sequence[Offer], band: Band) -> str:
    values = [100 * offer.success.value for offer in offers]
    band_text = f"asked {100 * band[0]:.0f} to {100 * band[1]:.0f} %"
    return f"Predicted success is {min(values):.0f} to {max(values):.0f} %, {band_text}."


def _skill(player: Player) -> str:
    return f"{player.skill:+.2f}, give or take {player.spread:.2f}"


def _picture(offers: Sequence[Offer], band: Band) -> str:
    intervals = [(offer.success.value, offer.success.low, offer.success.high) for offer in offers]
    return campaign_picture("Predicted success of the player", intervals, band=band, y_title=CHANCE)


def _offers_sheet(offers: Sequence[Offer], deaths: Sequence[int] | None = None) -> Sheet:
    columns = [
        Column("level"),
        Column("success", "share", "predicted success"),
        Column("skill", "number", "believed skill"),
        Column("traps", "count"),
        Column("looked", "count", "looked at", shown=False),
        *([] if deaths is None else [Column("deaths", "count")]),
    ]
    rows = [
        [
            *(FILE.format(k), offer.success, round(offer.skill, 4), len(offer.made.level.traps), offer.looked),
            *([] if deaths is None else [deaths[k - 1]]),
        ]
        for k, offer in enumerate(offers, 1)
    ]
    return Sheet("campaign", "The levels of the campaign", columns, rows)


def _seen_sheet(seen: Sequence[Seen]) -> Sheet:
    columns = [
        *(Column("session", "count"), Column("order", "count"), Column("level"), Column("kind")),
        Column("success", "share", "predicted success"),
        *(Column("deaths", "count"), Column("arrived"), Column("skill", "number", "believed skill after it")),
    ]
    rows = [
        [
            *(update.play.session, update.play.order, update.play.level.name, update.play.kind, update.foretold),
            *(update.deaths, "yes" if update.arrived else "no", round(update.player.skill, 4)),
        ]
        for update in seen
    ]
    return Sheet("plays", "What the player did, and the prediction before each play", columns, rows)
