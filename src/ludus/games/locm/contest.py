"""Deals as the official contests make them, and content as players may know it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from ludus.core.contract import Content
from ludus.core.errors import OptionError
from ludus.core.random import as_int64, derive
from ludus.core.record import twin
from ludus.games.locm.options import Options, fix_seeds
from ludus.games.locm.table import PICKED, Table

ROUNDS = 10  # deals with one draft
SECRETS = {"decks": None, "draft_seed": None, "card_seed": None, "shuffle_seed_0": None, "shuffle_seed_1": None}


def competition(content: Content, seed: int, deal: int) -> Content:
    """Ten deals in a row share their draft (1.5: their cards), and both decks are shuffled by one and the same seed.

    So the games of a contest are not independent of each other, and two players with the same picks draw the same
    cards. `ludus match` without this scheme deals every game anew.
    """
    options: Any = content.options
    given = [name for name in (*SECRETS, "offers") if getattr(options, name) is not None]
    if given or Table.over(content.table).setup != PICKED:
        what = ", ".join(given) or "setup=dealt"
        raise OptionError(f"the official scheme sets drafts and seeds itself; it does not go with {what}")
    content_seed = as_int64(derive(seed, "official draft", deal // ROUNDS))
    shuffle = as_int64(derive(seed, "official shuffle", deal))
    name = "card_seed" if options.version == "1.5" else "draft_seed"
    chosen: Options = msgspec.structs.replace(
        options, **{name: content_seed, "shuffle_seed_0": shuffle, "shuffle_seed_1": shuffle}
    )
    return _with(content, chosen)


def conceal(content: Content) -> Content:
    """Without given decks and fixed seeds, from which a player could tell hidden cards. Offers that are given are
    known to both players, as redeals take them to be."""
    options: Any = content.options
    concealed = _with(content, msgspec.structs.replace(options, **SECRETS))
    table = Table.over(concealed.table)
    for seat in range(2):
        for place in range(len(table.decks[seat])):
            table.decks[seat, place] = 0
    return replace(concealed, prepared=None)


def _with(content: Content, options: Options) -> Content:
    """The same content with other seeds."""
    array = twin(content.table)
    table = Table.over(array)
    table.fixed_seeds, table.content_seed = 0, 0
    table.shuffle_seeds[0] = table.shuffle_seeds[1] = 0
    fix_seeds(options, table)
    return replace(content, table=array, options=options)
