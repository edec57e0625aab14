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
from ludus.core.compiled_bot_spec import BotOptions, BotSpec
from ludus.core.random import random_below, seed_stream
from ludus.games.tribute.bots.card_tier_lists import TIER_LISTS, TiersOption
from ludus.games.tribute.bots.multi_card_choices import CardAnswer
from ludus.games.tribute.bots.patron_draft import RANDOM, DraftRanks, PatronsOption, fill_drafting
from ludus.games.tribute.moves import MAX_MOVES
from ludus.games.tribute.shuffling import MASK_48, next_key
from ludus.games.tribute.state import State

PUBLISHED_SEED = 123  # seed of the published generator
OWN_GENERATOR, REFERENCE_GENERATOR = 0, 1
SEED_OF_GAME = -1


class Options(BotOptions, frozen=True, forbid_unknown_fields=True):
    """Options of an intended bot."""

    patrons: PatronsOption = RANDOM


class TieredOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Options of an intended bot that uses card tiers."""

    tiers: TiersOption = "hand"


class PublishedOptions(BotOptions, frozen=True, forbid_unknown_fields=True):
    """Options of a published bot."""

    patrons: PatronsOption = RANDOM
    fresh: Annotated[
        bool, Meta(description="restart its random generator in every game; the original does so in every run")
    ] = True


class Params(Record):
    published: int64
    start: int64  # seed of the published generator; SEED_OF_GAME: from the game's seed
    drafting: DraftRanks


class TieredParams(Record):
    published: int64
    start: int64
    drafting: DraftRanks
    tiers: int64  # index of the tier list


class Memory(Record):
    stream: uint64
    published: int64
    answer: CardAnswer


class Scratch(Record):
    moves: int64[MAX_MOVES]
    offer: int64[MAX_MOVES]
    trial: State


def intended_bot(name, rules, summary, source, **more) -> BotSpec:
    """Declare a bot as its authors intended it."""
    return _bot(name, rules, summary, source, Options, fill, more)


def tiered_bot(name, rules, summary, source, **more) -> BotSpec:
    """Declare an intended bot whose tier list is an option."""
    parts = {"params": TieredParams, "options": TieredOptions, "fill": fill_tiered} | more
    return intended_bot(name, rules, summary, source, **parts)


def published_bot(name, rules, summary, source, **more) -> BotSpec:
    """Declare a bot as published in Scripts of Tribute."""
    return _bot(f"{name}-2023", rules, f"{summary}; as published", source, PublishedOptions, fill_published, more)


def _bot(name, rules, summary, source, options, fill, more) -> BotSpec:
    parts = {"scratch": Scratch, "memory": Memory, "params": Params, "options": options, "fill": fill} | more
    parts["fill"] = partial(parts["fill"], bot=name.removesuffix("-2023"))
    return BotSpec(name=name, summary=summary, rules=rules, source=f"Scripts of Tribute, {source}", **parts)


def fill(options, params, bot) -> None:
    """Fill the parameters of an intended bot."""
    params.published = OWN_GENERATOR
    fill_drafting(options.patrons, params.drafting, bot)


def fill_tiered(options, params, bot) -> None:
    """Fill the parameters of an intended bot that uses card tiers."""
    fill(options, params, bot)
    params.tiers = TIER_LISTS[options.tiers]


def fill_published(options, params, bot, start=PUBLISHED_SEED) -> None:
    """Fill the parameters of a published bot; its learned patron preferences are those of the intended bot."""
    params.published = REFERENCE_GENERATOR
    params.start = start if options.fresh else SEED_OF_GAME
    fill_drafting(options.patrons, params.drafting, bot)


@rule
def seed_generator(params, memory, seed):
    """Seed the generator before a game."""
    memory.published = params.published
    memory.stream = seed_stream(seed)
    if params.published != OWN_GENERATOR:
        memory.stream &= np.uint64(MASK_48)
        if params.start != SEED_OF_GAME:
            memory.stream = params.start


@rule
def roll(memory, n):
    """Random integer from 0 to n-1."""
    if memory.published != OWN_GENERATOR:
        return next_key(memory) % n
    return random_below(memory, n)
