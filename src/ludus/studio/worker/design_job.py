"""Run a game's designer to inspect or make content."""

from __future__ import annotations

from typing import Any

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base.designer import (
    DesignRequest,
    PreviewListener,
    ProgressFactory,
    ResultListener,
    find_designer,
    ignore_preview,
    ignore_result,
)
from ludus.studio.protocol.jobs import DesignReportMessage
from ludus.studio.report_conversion import report_message
from ludus.studio.worker.job_messages import InspectJob, MakeJob
from ludus.util.errors import OptionError
from ludus.util.options import read_options


def design(
    order: InspectJob | MakeJob,
    progress: ProgressFactory,
    on_result: ResultListener = ignore_result,
    on_preview: PreviewListener = ignore_preview,
) -> DesignReportMessage:
    """Run the designer of a game. Returns its report as a protocol message."""
    designer = find_designer(order.game)
    game = load_game(order.game)
    request = DesignRequest(
        game,
        order.options,
        order.games,
        order.seed,
        Threads(),
        None,
        progress,
        on_result=on_result,
        on_preview=on_preview,
    )
    if isinstance(order, MakeJob):
        return report_message(
            designer.make(_read_options(order.asks, designer.make_options, f"make {order.game}"), request)
        )
    if not order.content:
        raise OptionError(f"say what to look at: {designer.content_help}")
    options = _read_options(order.asks, designer.inspect_options, f"inspect {order.game}")
    return report_message(designer.inspect(order.content, options, request))


def _read_options(texts: dict[str, str], kind: type[Any], owner: str) -> Any:
    return read_options(dict(texts), kind, owner)
