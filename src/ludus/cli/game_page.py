"""A replay as an HTML page to step through: a picture for every turn, and the moves that led there."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.screen import write_file
from ludus.cli.sight import MoveText, group_repeats, visible_move
from ludus.lab.page_style import FAINT, ACCENT, SECOND_ACCENT, html_page, paragraph

if TYPE_CHECKING:
    from ludus.core.position import Position
    from ludus.core.replay import Replay

REPLAY_STYLE = f"""
main {{ max-width: 72rem; padding-top: 1.2rem; }}
nav {{ display: flex; gap: .5rem; align-items: center; margin: .6rem 0; position: sticky; top: 0; }}
nav button {{ font: inherit; padding: .2rem .9rem; border-radius: 6px; border: 1px solid {FAINT};
  background: #fffdf8; }}
nav input {{ flex: 1; accent-color: {ACCENT}; }}
nav output {{ min-width: 9rem; text-align: right; font-variant-numeric: tabular-nums; }}
section {{ display: grid; grid-template-columns: minmax(0, 3fr) minmax(14rem, 1fr); gap: 1rem; }}
section[hidden] {{ display: none; }}
section ol {{ margin: 0; padding-left: 1.6rem; font-size: .85rem; line-height: 1.35; max-height: 40rem;
  overflow-y: auto; }}
section ol small {{ display: block; color: {FAINT}; }}
section h2 {{ margin: 0 0 .3rem; font-size: 1rem; }}
.seat0 {{ color: {ACCENT}; }} .seat1 {{ color: {SECOND_ACCENT}; }}
"""
REPLAY_SCRIPT = """
const steps = [...document.querySelectorAll("section")], bar = document.querySelector("nav input");
const told = document.querySelector("nav output");
function show(k) {
  k = Math.max(0, Math.min(steps.length - 1, k));
  steps.forEach((step, n) => { step.hidden = n !== k; });
  bar.value = k;
  told.textContent = `${k + 1} of ${steps.length}`;
}
const by = (n) => show(Number(bar.value) + n);
bar.max = steps.length - 1;
bar.oninput = () => show(Number(bar.value));
document.querySelector("#back").onclick = () => by(-1);
document.querySelector("#next").onclick = () => by(1);
document.onkeydown = (event) => {
  const far = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1e9, End: 1e9 }[event.key];
  if (far) { by(far); event.preventDefault(); }
};
show(0);
"""


@dataclass(frozen=True)
class ReplayStep:
    """A position, and the moves since the previous step."""

    position: Position
    moves: list[MoveText]


def write_replay_page(file: Path, record: Replay, caption: str) -> None:
    """Write the page of a game that has pictures; `told` says which game it is."""
    steps = replay_steps(record.positions())
    body = [
        paragraph(caption, "lead"),
        '<nav><button id="back">back</button><button id="next">next</button>'
        '<input type="range" min="0" value="0" aria-label="turn"><output></output></nav>',
        *(_step_section(step, record.players) for step in steps),
        f"<script>{REPLAY_SCRIPT}</script>",
    ]
    write_file(
        file, html_page(f"{steps[0].position.game.title}: {' against '.join(record.players)}", body, REPLAY_STYLE)
    )


def replay_steps(positions: list[Position]) -> list[ReplayStep]:
    """A step for each position in which another player decides than before, and for the last one."""
    steps, moves = [ReplayStep(positions[0], [])], []
    for before, after, event in zip(positions, positions[1:], positions[-1].history, strict=False):
        move = visible_move(before, event.move, None)
        assert move is not None  # seat None sees every move
        moves.append(move)
        if after.end_reason or after.current_player != before.current_player:
            steps.append(ReplayStep(after, moves))
            moves = []
    return steps


def _step_section(step: ReplayStep, players: list[str]) -> str:
    rows = "".join(
        f"<li>{escape(move.text)}{f' x {n}' if n > 1 else ''}<small>{escape(move.phrase)}</small></li>"
        for n, move in group_repeats(step.moves)
    )
    head = "The beginning"
    if step.moves:
        seat = step.moves[0].seat
        head = f'<span class="seat{seat}">{escape(players[seat])} (seat {seat})</span>'
    return (
        f'<section hidden><figure class="board">{step.position.svg()}</figure>'
        f"<div><h2>{head}</h2><ol>{rows}</ol></div></section>"
    )
