"""Deals of the official contests, and content without secrets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from ludus.core.contract import Content
from ludus.core.errors import OptionError
from ludus.core.random import as_int64, derive
from ludus.core.record import copy_record
from ludus.games.locm.options import Options, fix_seeds
from ludus.games.locm.table import PICKED, GameData

DEALS_PER_DRAFT = 10  # deals with one draft
WITHOUT_SECRETS = {"decks": None, "draft_seed": None, "card_seed": None, "shuffle_seed_0": None, "shuffle_seed_1": None}


def official_deal(content: Content, seed: int, deal: int) -> Content:
    """Return the content of a deal in the official contest scheme.

    Ten consecutive deals share their draft (1.5: their cards), and both decks are shuffled with the same seed. So the
    games of a contest are not independent, and two players with the same picks draw the same cards. `ludus match`
    without this scheme deals every game independently.

    Raises:
        OptionError: the options already fix drafts, decks or seeds.
    """
    options: Any = content.options
    fixed = [name for name in (*WITHOUT_SECRETS, "offers") if getattr(options, name) is not None]
    if fixed or GameData.over(content.data).setup != PICKED:
        conflict = ", ".join(fixed) or "setup=dealt"
        raise OptionError(f"the official scheme sets drafts and seeds itself; it cannot be combined with {conflict}")
    content_seed = as_int64(derive(seed, "official draft", deal // DEALS_PER_DRAFT))
    shuffle = as_int64(derive(seed, "official shuffle", deal))
    name = "card_seed" if options.version == "1.5" else "draft_seed"
    chosen: Options = msgspec.structs.replace(
        options, **{name: content_seed, "shuffle_seed_0": shuffle, "shuffle_seed_1": shuffle}
    )
    return _with_seeds(content, chosen)


def public_content(content: Content) -> Content:
    """Return content without given decks and fixed seeds, from which a player could infer hidden cards.

    Given offers are known to both players, as resampling assumes.
    """
    options: Any = content.options
    concealed = _with_seeds(content, msgspec.structs.replace(options, **WITHOUT_SECRETS))
    table = GameData.over(concealed.data)
    for seat in range(2):
        for place in range(len(table.decks[seat])):
            table.decks[seat, place] = 0
    return replace(concealed, prepared=None)


def _with_seeds(content: Content, options: Options) -> Content:
    """Return the same content with the seeds of other options."""
    array = copy_record(content.data)
    table = GameData.over(array)
    table.fixed_seeds, table.content_seed = 0, 0
    table.shuffle_seeds[0] = table.shuffle_seeds[1] = 0
    fix_seeds(options, table)
    return replace(content, data=array, options=options)
