"""Tiers: the value of a card as one number from 0 to 255, independent of the situation.

The numbers are part of the game data, where bots read them: `data.tiers[HAND_MADE, card]`. A tier list is a file in
content/, see tiers.toml; intended bots choose theirs by the option `tiers`. A card file can set the value of a card by
`tier = 25`; a card without a known tier has 0.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.util.errors import ContentError

CONTENT = Path(__file__).parents[1] / "content"
TIER_FILES = (CONTENT / "tiers.toml", CONTENT / "tiers_measured.toml")  # tier lists, by number
HAND_MADE, MEASURED = range(len(TIER_FILES))
TIER_LISTS = {"hand": HAND_MADE, "measured": MEASURED}
VERSION = 1

TiersOption = Annotated[
    Literal["hand", "measured"],
    Meta(description="tier list of the cards: made by hand, or measured from play"),
]

TierValue = Annotated[int, Meta(ge=0, le=255)]


class _TierFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    worth: dict[str, TierValue]
    tiers: dict[str, dict[str, tuple[str, ...]]]  # by deck, then by tier


def pack_tiers(cards: dict[str, Any], data: Any) -> None:
    """Write the tiers of these cards, in their order, into a plain view of the game data."""
    for number, file in enumerate(TIER_FILES):
        known = read_tiers(file)
        for index, (key, card) in enumerate(cards.items()):
            data.tiers[number, index] = known.get(key, 0) if card.tier is None else card.tier


@cache
def read_tiers(file: Path) -> dict[str, int]:
    """Read a tier list.

    Returns:
        The value of each card, by key.

    Raises:
        ContentError: the file is malformed, of another version, or lists a card twice.
    """
    try:
        data = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _TierFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ContentError(f"not a list of tiers: {error}", file) from None
    if data.version != VERSION:
        raise ContentError(f"version is {data.version}; this release reads version = {VERSION}", file)
    values: dict[str, int] = {}
    for deck, tiers in data.tiers.items():
        for tier, keys in tiers.items():
            if tier not in data.worth:
                known = ", ".join(data.worth)
                raise ContentError(f"there is no tier {tier!r}; [worth] has {known}", file, field=f"tiers.{deck}")
            for key in keys:
                if key in values:
                    raise ContentError(f"{key!r} is in two tiers", file, field=f"tiers.{deck}.{tier}")
                values[key] = data.worth[tier]
    return values
