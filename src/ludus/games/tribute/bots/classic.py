"""What the classic bots are made of: dice, memory, and the two ways in which each of them exists.

A bot as published has the reference engine's generator, started at a fixed number. The original keeps it from game to
game of a run; here every game has a new bot, unless `fresh` is off: then the generator starts at a number of the
game's own, like one that has been used before. Bots as intended have a stream of ours.
"""

# mypy: ignore-errors

from functools import partial
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludus.core import Record, int64, rule, uint64
from ludus.core.bot import Bot, BotOptions
from ludus.core.random import draw, seeded
from ludus.games.tribute.bots.answers import Answer
from ludus.games.tribute.bots.drafting import RANDOM, Drafting, Patrons, fill_drafting
from ludus.games.tribute.bots.tiers import LISTS, Tiers
from ludus.games.tribute.chance import ALL, next_key
from ludus.games.tribute.moves import MOST_MOVES
from ludus.games.tribute.state import State

START = 123  # of the published generator
OURS, PUBLISHED = 0, 1
ANYWHERE = -1


class Options(BotOptions, frozen=True, forbid_unknown_fields=True):
    """Of a bot as intended."""

    patrons: Patrons = RANDOM


class TieredOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Of one that goes by tiers."""

    tiers: Tiers = "hand"


class PublishedOptions(BotOptions, frozen=True, forbid_unknown_fields=True):
    """Of a bot as published."""

    patrons: Patrons = RANDOM
    fresh: Annotated[
        bool, Meta(description="whether its generator starts anew in every game, as the original's does in every run")
    ] = True


class Params(Record):
    published: int64
    start: int64  # of the published generator; ANYWHERE: by the seed
    drafting: Drafting


class TieredParams(Record):
    published: int64
    start: int64
    drafting: Drafting
    tiers: int64  # the list


class Memory(Record):
    stream: uint64
    published: int64
    answer: Answer


class Scratch(Record):
    moves: int64[MOST_MOVES]
    offer: int64[MOST_MOVES]
    trial: State


def as_intended(name, rules, summary, source, **more) -> Bot:
    """A bot as it was meant."""
    return _bot(name, rules, summary, source, Options, fill, more)


def by_tiers(name, rules, summary, source, **more) -> Bot:
    """A bot as it was meant, that goes by tiers: which ones, users may choose."""
    parts = {"params": TieredParams, "options": TieredOptions, "fill": fill_tiered} | more
    return as_intended(name, rules, summary, source, **parts)


def as_published(name, rules, summary, source, **more) -> Bot:
    """A bot as it is in Scripts of Tribute."""
    return _bot(f"{name}-2023", rules, f"{summary}; as published", source, PublishedOptions, fill_published, more)


def _bot(name, rules, summary, source, options, fill, more) -> Bot:
    parts = {"scratch": Scratch, "memory": Memory, "params": Params, "options": options, "fill": fill} | more
    parts["fill"] = partial(parts["fill"], bot=name.removesuffix("-2023"))
    return Bot(name=name, summary=summary, rules=rules, source=f"Scripts of Tribute, {source}", **parts)


def fill(options, params, bot) -> None:
    """The parameters of a bot as intended."""
    params.published = OURS
    fill_drafting(options.patrons, params.drafting, bot)


def fill_tiered(options, params, bot) -> None:
    """The same, of one that goes by tiers."""
    fill(options, params, bot)
    params.tiers = LISTS[options.tiers]


def fill_published(options, params, bot, start=START) -> None:
    """The parameters of a bot as published; what it has learned about patrons it learned as intended."""
    params.published = PUBLISHED
    params.start = start if options.fresh else ANYWHERE
    fill_drafting(options.patrons, params.drafting, bot)


@rule
def take_dice(params, memory, seed):
    """Before a game."""
    memory.published = params.published
    memory.stream = seeded(seed)
    if params.published != OURS:
        memory.stream &= np.uint64(ALL)
        if params.start != ANYWHERE:
            memory.stream = params.start


@rule
def roll(memory, n):
    """One of 0 to n-1."""
    if memory.published != OURS:
        return next_key(memory) % n
    return draw(memory, n)
