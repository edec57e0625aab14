"""Routes of the card editor: check and edit card files, store them to play with, and measure changed cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

from ludus.bots.measured_levels import default_opponent
from ludus.core.game_registry import load_game_by_name
from ludus.design.base.card_files import CARD_FILE, CardFileFormat
from ludus.design.base.designer import card_games, find_card_format
from ludus.studio.design_routes import inspect_order
from ludus.studio.file_paths import StudioPaths, digest_name
from ludus.studio.jobs.job_manager import JobManager
from ludus.studio.option_choices_and_checks import FILE_PREFIX
from ludus.studio.protocol.base import LARGEST_CONTENT
from ludus.studio.protocol.cards import (
    CardEntryInfo,
    CardFieldInfo,
    CardFileEdit,
    CardFileText,
    CardGameInfo,
    CardGameRow,
    CardKindInfo,
    CardMeasureRequest,
    CardProblem,
    CheckedCardFile,
    StartedCardMeasurement,
    StoredCardFile,
)
from ludus.studio.protocol.jobs import InspectRequest
from ludus.studio.request_and_response_helpers import json_response, owner_only, read_body, run_quick, run_slow
from ludus.studio.request_errors import NotFound
from ludus.studio.worker.job_messages import InspectJob
from ludus.util.errors import ContentError, LudusError, OptionError, UnknownName

MAX_STEM = 30  # characters of the user's name in the name of a stored file
MAX_MESSAGE = 600  # characters of an error


def card_routes(paths: StudioPaths, job_manager: JobManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/cards")
    async def games(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(_game_rows))

    @routes.get("/api/cards/{game}")
    async def game_info(game: str, request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(card_game_info, game))

    @routes.post("/api/cards/check")
    async def check(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_slow(request, check_card_file, await read_body(request, CardFileText)))

    @routes.post("/api/cards/edit")
    async def edit(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_slow(request, edit_card_file, await read_body(request, CardFileEdit)))

    @routes.post("/api/cards/keep")
    async def keep(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_slow(request, store_card_file, paths, await read_body(request, CardFileText)))

    @routes.post("/api/cards/measure")
    async def measure(request: Request) -> Response:
        owner_only(request)
        order = await read_body(request, CardMeasureRequest)
        with undone_on_error() as written:
            job, cards, summary = await run_slow(request, measure_order, paths, order, written)
            started = job_manager.start("inspect", order.game, "", job)
        return json_response(StartedCardMeasurement(started.id, cards, summary))

    return routes


@contextmanager
def undone_on_error() -> Iterator[list[Path]]:
    """Context manager with a list for new files, which are removed if a measurement does not start."""
    written: list[Path] = []
    try:
        yield written
    except LudusError:
        for path in written:
            path.unlink(missing_ok=True)
        raise


def card_game_info(game: str) -> CardGameInfo:
    """Form and original file of a game. Raises NotFound if there is no such game, OptionError if it has no file."""
    try:
        card_format, loaded = find_card_format(game), load_game_by_name(game)
    except UnknownName:
        raise NotFound("game", game, f"games with card files are {', '.join(card_games())}") from None
    kinds = [
        CardKindInfo(
            kind.name,
            [CardFieldInfo(**(asdict(field) | {"choices": list(field.choices)})) for field in kind.fields],
            kind.key_meaning,
        )
        for kind in card_format.kinds
    ]
    return CardGameInfo(
        game=loaded.name,
        title=loaded.title,
        suffix=card_format.suffix,
        kinds=kinds,
        vocabulary={key: list(examples) for key, examples in card_format.vocabulary.items()},
        file=f"{loaded.name}-cards{card_format.suffix}",
        text=card_format.base_text,
        largest=LARGEST_CONTENT,
        opponent=default_opponent(loaded),
        quick_games=card_format.quick_games,
        has_band=card_format.band_plan(card_format.base_text) is not None,
    )


def check_card_file(order: CardFileText) -> CheckedCardFile:
    """Check a card file; an error is part of the answer."""
    return _checked(find_card_format(order.game), order.name, order.text, None)


def edit_card_file(order: CardFileEdit) -> CheckedCardFile:
    """Edit one entry of a card file.

    Raises:
        ContentError: There is no such entry, or only the text can change it.
    """
    card_format = find_card_format(order.game)
    _refuse_large(order.text)
    try:
        text, line = _edited(card_format, order)
    except ContentError as error:
        raise ContentError(_shorten(error.what), order.name, error.line) from None
    return _checked(card_format, order.name, text, line)


def store_card_file(paths: StudioPaths, order: CardFileText) -> StoredCardFile:
    """Store a card file under a name with its digest, to play with it.

    Raises:
        ContentError: The file has an error.
    """
    card_format = find_card_format(order.game)
    _refuse_large(order.text)
    card_format.check(order.text, order.name)
    name = _stored_name(card_format, order.name, order.text)
    if not paths.content_path(name).exists():
        paths.write_content(name, order.text)
    return StoredCardFile(name, {"cards": FILE_PREFIX + name} | card_format.play_options(order.text))


def measure_order(
    paths: StudioPaths, order: CardMeasureRequest, written: list[Path]
) -> tuple[InspectJob, list[str], str]:
    """The job that measures the changed cards of a file, the names of these cards, and what is compared.

    The path of the stored file is added to `written` if it is new.

    Raises:
        ContentError: The file has an error.
        OptionError: A judgement by a band is asked for, and the game has none.
    """
    card_format = find_card_format(order.game)
    path = paths.content_path(_stored_name(card_format, order.name, order.text))
    is_new = not path.exists()
    stored = FILE_PREFIX + store_card_file(paths, CardFileText(order.game, order.name, order.text)).name
    if is_new:
        written.append(path)
    plan = card_format.band_plan(order.text) if order.band else card_format.inspect_plan(order.text)
    if plan is None:
        raise OptionError(f"{order.game}: no band says which cards are too strong; compare them with the original ones")
    request = InspectRequest(
        [stored if word == CARD_FILE else word for word in plan.content],
        plan.asks,
        {key: stored if value == CARD_FILE else value for key, value in plan.options.items()},
        order.games,
        order.seed,
    )
    return inspect_order(paths, order.game, request), plan.cards, plan.summary


def _stored_name(card_format: CardFileFormat, name: str, text: str) -> str:
    stem = re.sub(r"[^A-Za-z0-9]+", "-", name.rpartition(".")[0]).strip("-")[:MAX_STEM].strip("-") or "cards"
    return digest_name(stem, text.encode(), card_format.suffix)


def _game_rows() -> list[CardGameRow]:
    return [CardGameRow(game, load_game_by_name(game).title) for game in card_games()]


def _edited(card_format: CardFileFormat, order: CardFileEdit) -> tuple[str, int | None]:
    """New text, and the first line of the edited entry."""
    text, line = order.text, order.line
    if order.action == "add" or line is None:
        if order.action != "add" or order.kind not in {kind.name for kind in card_format.kinds}:
            raise ContentError("this edit names no card of the file")
        return _with_new_entry(card_format, card_format.add(text, order.kind, None))
    if order.action == "copy":
        entry = card_format.find(text, line)
        return _with_new_entry(card_format, card_format.add(text, entry.kind, entry))
    if order.action == "remove":
        return card_format.remove(text, line), None
    if order.action == "reset":
        return card_format.reset(text, line), line
    if order.action == "rename":
        return card_format.rename(text, line, str(order.value or "")), line
    return card_format.set_value(text, line, order.field, order.value), line


def _with_new_entry(card_format: CardFileFormat, text: str) -> tuple[str, int | None]:
    return text, max((entry.line or 0 for entry in card_format.entries(text)), default=None)


def _checked(card_format: CardFileFormat, name: str, text: str, line: int | None) -> CheckedCardFile:
    entries: list[CardEntryInfo] = []
    removed: list[str] = []
    problem = None
    facts: dict[str, Any] | None = None
    try:
        _refuse_large(text)
        listed = card_format.entries(text)
        entries = [CardEntryInfo(**asdict(entry), state=card_format.state(entry)) for entry in listed]
        present: set[Any] = {(entry.kind, entry.key) for entry in listed}
        removed = [entry.title for key, entry in card_format.base_entries.items() if key not in present]
        card_format.check(text, name)
        facts = card_format.board_facts(text)
    except ContentError as error:
        problem = CardProblem(_shorten(error.what), error.line, error.field or "", list(error.other_lines))
    return CheckedCardFile(text, entries, removed, problem, facts, line)


def _refuse_large(text: str) -> None:
    size = len(text.encode())
    if size > LARGEST_CONTENT:
        raise ContentError(f"{size:,} bytes; a card file has at most {LARGEST_CONTENT:,}")


def _shorten(text: str) -> str:
    return text if len(text) <= MAX_MESSAGE else f"{text[: MAX_MESSAGE - 3]}..."
