"""Options of `ludus inspect locm` and `ludus make locm`, and their parsing."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.design.base.designer import DesignOptions

# Drafts at random and plays by the game's own evaluation, searching one turn. Bots that look one move ahead are faster,
# but value cards differently from strong bots.
RANDOM_DRAFT_BOT = "random+beam:width=2"
HELD_OUT_BOT = "random+onelane:nodes=100"  # another playing style, with its own evaluation
DRAFTING_BOT = "weighted"
DEFAULT_BAND = "48.5:51.5"  # a card is one of thirty: in the official list, the strongest add 2.6 points

BotsOption = Annotated[str, Meta(description="one compiled bot for both seats, or two separated by a space")]
BandOption = Annotated[str, Meta(description="range of good win rates of a drafted card, in percent, around 50")]


class LocmInspectOptions(DesignOptions, frozen=True):
    """Options of `ludus inspect locm`."""

    players: BotsOption = RANDOM_DRAFT_BOT
    choosers: Annotated[
        str | None,
        Meta(
            description="bots whose pick rates are reported, separated by spaces; default: the players that choose "
            "cards, else weighted"
        ),
    ] = None
    band: BandOption = DEFAULT_BAND
    change: Annotated[
        str | None,
        Meta(description="compare with changed cards: NUMBER.FIELD=VALUE, such as 48.cost=3, separated by commas"),
    ] = None
    against: Annotated[str, Meta(description="for a deck: the bot that drafts the opposing decks")] = DRAFTING_BOT


class LocmMakeOptions(DesignOptions, frozen=True):
    """Options of `ludus make locm`."""

    balance: Annotated[
        bool, Meta(description="change cards as little as possible, until no card is clearly outside --band")
    ] = False
    band: BandOption = DEFAULT_BAND
    players: BotsOption = RANDOM_DRAFT_BOT
    hold_out: Annotated[str, Meta(description="held-out bots that validate the result, written as --players")] = (
        HELD_OUT_BOT
    )
    hold_out_games: Annotated[
        Annotated[int, Meta(ge=2, le=10**9)] | None,
        Meta(description="games of the held-out bots; default: a quarter of -n"),
    ] = None
    steps: Annotated[int, Meta(ge=1, le=12, description="largest total change of one card, in points")] = 4
    rounds: Annotated[
        int, Meta(ge=1, le=30, description="largest number of rounds; each changes cards and measures again")
    ] = 8
