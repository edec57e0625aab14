"""Shared parts of the Scripts of Tribute bots: random generator, memory, options, and both versions of each bot.

A published bot uses the reference engine's generator with a fixed seed. The original keeps its generator from game to
game of a run; here every game starts a new bot. With `fresh` off, the generator starts from the game's seed instead,
like a generator that was used before. Intended bots use a random stream of this package.
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

START = 123  # seed of the published generator
OURS, PUBLISHED = 0, 1
ANYWHERE = -1


class Options(BotOptions, frozen=True, forbid_unknown_fields=True):
    """Options of an intended bot."""

    patrons: Patrons = RANDOM


class TieredOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Options of an intended bot that uses card tiers."""

    tiers: Tiers = "hand"


class PublishedOptions(BotOptions, frozen=True, forbid_unknown_fields=True):
    """Options of a published bot."""

    patrons: Patrons = RANDOM
    fresh: Annotated[
        bool, Meta(description="start its generator anew in every game; the original does so in every run")
    ] = True


class Params(Record):
    published: int64
    start: int64  # seed of the published generator; ANYWHERE: from the game's seed
    drafting: Drafting


class TieredParams(Record):
    published: int64
    start: int64
    drafting: Drafting
    tiers: int64  # index of the tier list


class Memory(Record):
    stream: uint64
    published: int64
    answer: Answer


class Scratch(Record):
    moves: int64[MOST_MOVES]
    offer: int64[MOST_MOVES]
    trial: State


def as_intended(name, rules, summary, source, **more) -> Bot:
    """Declare a bot as its authors intended it."""
    return _bot(name, rules, summary, source, Options, fill, more)


def by_tiers(name, rules, summary, source, **more) -> Bot:
    """Declare an intended bot whose tier list is an option."""
    parts = {"params": TieredParams, "options": TieredOptions, "fill": fill_tiered} | more
    return as_intended(name, rules, summary, source, **parts)


def as_published(name, rules, summary, source, **more) -> Bot:
    """Declare a bot as published in Scripts of Tribute."""
    return _bot(f"{name}-2023", rules, f"{summary}; as published", source, PublishedOptions, fill_published, more)


def _bot(name, rules, summary, source, options, fill, more) -> Bot:
    parts = {"scratch": Scratch, "memory": Memory, "params": Params, "options": options, "fill": fill} | more
    parts["fill"] = partial(parts["fill"], bot=name.removesuffix("-2023"))
    return Bot(name=name, summary=summary, rules=rules, source=f"Scripts of Tribute, {source}", **parts)


def fill(options, params, bot) -> None:
    """Fill the parameters of an intended bot."""
    params.published = OURS
    fill_drafting(options.patrons, params.drafting, bot)


def fill_tiered(options, params, bot) -> None:
    """Fill the parameters of an intended bot that uses card tiers."""
    fill(options, params, bot)
    params.tiers = LISTS[options.tiers]


def fill_published(options, params, bot, start=START) -> None:
    """Fill the parameters of a published bot; its learned patron preferences are those of the intended bot."""
    params.published = PUBLISHED
    params.start = start if options.fresh else ANYWHERE
    fill_drafting(options.patrons, params.drafting, bot)


@rule
def take_dice(params, memory, seed):
    """Seed the generator before a game."""
    memory.published = params.published
    memory.stream = seeded(seed)
    if params.published != OURS:
        memory.stream &= np.uint64(ALL)
        if params.start != ANYWHERE:
            memory.stream = params.start


@rule
def roll(memory, n):
    """Random integer from 0 to n-1."""
    if memory.published != OURS:
        return next_key(memory) % n
    return draw(memory, n)
