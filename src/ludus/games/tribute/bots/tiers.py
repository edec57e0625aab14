"""Tiers: what a card is worth, as one number from 0 to 255, wherever it is.

The numbers are in the table, where bots find them: `table.tiers[HAND_MADE, card]`. A list of tiers is a file in
content/, see tiers.toml; bots as intended choose theirs by the option `tiers`. A card file can give a card a worth of
its own, `tier = 25`; a card that neither knows has 0.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.core.errors import ContentError

CONTENT = Path(__file__).parents[1] / "content"
FILES = (CONTENT / "tiers.toml", CONTENT / "tiers_measured.toml")  # the lists, by their number
HAND_MADE, MEASURED = range(len(FILES))
LISTS = {"hand": HAND_MADE, "measured": MEASURED}
VERSION = 1

Tiers = Annotated[
    Literal["hand", "measured"],
    Meta(description="what cards are worth: a list made by hand, or one from play"),
]

Worth = Annotated[int, Meta(ge=0, le=255)]


class _TierFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    worth: dict[str, Worth]
    tiers: dict[str, dict[str, tuple[str, ...]]]  # by deck, then by tier


def pack_tiers(cards: dict[str, Any], table: Any) -> None:
    """Write the tiers of these cards, by key and in their order, into a plain view of a table."""
    for number, file in enumerate(FILES):
        known = read_tiers(file)
        for place, (key, card) in enumerate(cards.items()):
            table.tiers[number, place] = known.get(key, 0) if card.tier is None else card.tier


@cache
def read_tiers(file: Path) -> dict[str, int]:
    """What each card of a list is worth, by its key."""
    try:
        whole = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _TierFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ContentError(f"not a list of tiers: {error}", file) from None
    if whole.version != VERSION:
        raise ContentError(f"version is {whole.version}; this release reads version = {VERSION}", file)
    found: dict[str, int] = {}
    for deck, tiers in whole.tiers.items():
        for tier, keys in tiers.items():
            if tier not in whole.worth:
                there = ", ".join(whole.worth)
                raise ContentError(f"there is no tier {tier!r}; [worth] has {there}", file, field=f"tiers.{deck}")
            for key in keys:
                if key in found:
                    raise ContentError(f"{key!r} is in two tiers", file, field=f"tiers.{deck}.{tier}")
                found[key] = whole.worth[tier]
    return found
