"""Read a position in the position format; position_format.py defines it."""

from __future__ import annotations

import difflib
import re
from typing import Any

import msgspec
import numpy as np

from ludus.core.contract import Content
from ludus.core.errors import NotationError
from ludus.core.options import describe_parse_error
from ludus.core.rule import plain
from ludus.games.tribute import state as s
from ludus.games.tribute.chance import initial_stream
from ludus.games.tribute.layout import CHOICES, VERSION, AgentData, OpenChoiceData, PositionData, PlayerData
from ludus.games.tribute.layout_fill import StateFiller, find_patron
from ludus.games.tribute.mirror import SEATS
from ludus.games.tribute.table import GameData


def read_position(content: Content, data: Any) -> np.ndarray:
    """State of a position in the position format.

    Raises:
        NotationError: the data has a fault; the message names its place and what would be right.
    """
    layout = _convert(data)
    array = s.State.zeros()
    state, table = s.State.over(array), content.read(GameData)
    state.stream = int(layout.stream, 16) if layout.stream else int(plain(initial_stream)(table, layout.seed))
    if layout.draft is not None:
        _set_up_draft(content, state, layout)
    else:
        StateFiller(content, state, layout).fill()
    return array


def _convert(data: Any) -> PositionData:
    if not isinstance(data, dict) or data.get("tribute") != VERSION:
        version = data.get("tribute") if isinstance(data, dict) else None
        problem = f"tribute = {version!r}" if version is not None else "no field tribute"
        raise NotationError(f"a position of this game begins with tribute = {VERSION}; this one has {problem}")
    try:
        return msgspec.convert(data, PositionData, strict=True)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        place = place.rstrip("`").lstrip(".") or "the position"
        if fault := re.search(r"unknown field `(.+)`", what):
            raise NotationError(f"{place}: there is no field {fault[1]!r}{_known_fields(place, fault[1])}") from None
        if fault := re.search(r"missing required field `(.+)`", what):
            raise NotationError(f"{place}: {fault[1]!r} is missing") from None
        if fault := re.search(r"Invalid enum value '(.*)'", what):
            raise NotationError(f"{place}: {fault[1]!r} is none of {', '.join(_allowed_words(place))}") from None
        raise NotationError(f"{place}: {describe_parse_error(what)}") from None


def _known_fields(place: str, word: str) -> str:
    shape = {"p1": PlayerData, "p2": PlayerData, "choice": OpenChoiceData}.get(
        place, AgentData if "agents" in place else PositionData
    )
    known: tuple[str, ...] = shape.__struct_fields__
    close = difflib.get_close_matches(word, known, 1)
    return f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(known)}"


def _allowed_words(place: str) -> tuple[str, ...]:
    """Allowed values of a field with fixed values."""
    values = {"choice.kind": tuple(CHOICES), "reason": s.REASONS, "turn_of": SEATS}
    return values.get(place, ("none", *SEATS))


def _set_up_draft(content: Content, state: Any, layout: PositionData) -> None:
    table, picks = content.read(GameData), [find_patron(content, name, "draft") for name in layout.draft or []]
    if len(picks) > s.PATRONS - 2:
        raise NotationError(f"draft: {len(picks)} patrons; with {s.PATRONS - 1} the draft is over")
    chosen = [*picks[:2], *([table.treasury] if len(picks) > 1 else []), *picks[2:]]
    for k, number in enumerate(chosen):
        state.patrons[k] = number
    state.patron_count, state.active = len(chosen), int(len(chosen) in (1, 3))
    state.asked, state.least, state.most = s.DRAFT_PATRON, 1, 1
