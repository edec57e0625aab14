"""A game to step through in a browser: pictures and moves in one HTML fragment, which needs no server.

Pictures of one game have most of their elements in common. They are stored as one list of different elements, and a
list of numbers for each picture; the script of the fragment joins them again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from ludus.cli.game_text import GameStory, group_repeats
from ludus.report.html import ACCENT, FAINT, PAPER, SECOND_ACCENT
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.core.position import Position
    from ludus.core.replay import Replay

MAX_PICTURES = 400  # longer games, such as those in real time, show every second or third position, and so on
SEAT_COLOURS = (ACCENT, SECOND_ACCENT, "#a65e0b", "#2f5d9b")

VIEWER_STYLE = f"""
.viewer {{ display: grid; grid-template-columns: minmax(0, 1fr) 15.5rem; gap: .7rem 1rem; margin: 1rem 0 0; }}
.viewer nav {{ grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .45rem; align-items: center; }}
.viewer button {{ font: inherit; font-size: .92rem; padding: .2rem .85rem; border-radius: 6px; cursor: pointer;
  border: 1px solid #c9bda8; background: #fffdf8; color: inherit; }}
.viewer button:hover, .viewer button:focus-visible {{ border-color: {ACCENT}; color: {ACCENT}; }}
.viewer button.play {{ background: {ACCENT}; border-color: {ACCENT}; color: #fff; min-width: 5.2rem; }}
.viewer input {{ flex: 1 1 8rem; accent-color: {ACCENT}; }}
.viewer output {{ font-variant-numeric: tabular-nums; font-size: .92rem; color: {FAINT}; }}
.viewer figure {{ margin: 0; }}
.viewer ol {{ list-style: none; margin: 0; padding: 0; font-size: .84rem; line-height: 1.35; overflow-y: auto;
  position: absolute; inset: 0; }}
.viewer .moves {{ position: relative; min-height: 16rem; }}
.viewer li {{ padding: .18rem .5rem; border-left: 3px solid var(--seat, transparent); cursor: pointer; }}
.viewer li:hover {{ background: #f3ecdd; }}
.viewer li.now {{ background: #e6dcc6; }}
.viewer li b {{ display: block; color: var(--seat); margin-top: .25rem; }}
.viewer li small {{ color: {FAINT}; }}
.viewer li.phase {{ position: sticky; top: 0; font-weight: 600; background: {PAPER}; border: none; padding-left: 0; }}
{"".join(f".viewer .seat{seat} {{ --seat: {colour}; }} " for seat, colour in enumerate(SEAT_COLOURS))}
@media (max-width: 50rem) {{ .viewer {{ grid-template-columns: 1fr; }} .viewer .moves {{ height: 16rem; }} }}
@media print {{ .viewer nav, .viewer .moves {{ display: none; }} }}
"""

VIEWER_SCRIPT = """
(() => {
  const viewer = document.querySelector(".viewer"), find = (name) => viewer.querySelector(name);
  const game = JSON.parse(find("script").textContent), last = game.pictures.length - 1;
  const bar = find("input"), output = find("output"), list = find("ol"), play = find(".play");
  const lines = [...list.querySelectorAll("li[data-k]")];
  let now = 0, timer = null;
  function show(k) {
    now = Math.max(0, Math.min(last, k));
    find("figure").innerHTML = game.pictures[now].map((part) => game.parts[part]).join("");
    bar.value = now;
    output.textContent = `move ${game.moves[now]} of ${game.moves[last]}`;
    let line = null;
    for (const other of lines) { if (Number(other.dataset.k) <= now) line = other; }
    lines.forEach((other) => other.classList.toggle("now", other === line && now > 0));
    if (line) list.scrollTop = line.offsetTop - list.clientHeight / 2;
    if (now === last) stop();
  }
  function stop() { clearInterval(timer); timer = null; play.textContent = "Play"; }
  function start() {
    if (now === last) show(0);
    timer = setInterval(() => show(now + 1), game.milliseconds);
    play.textContent = "Pause";
  }
  const jump = (k) => { stop(); show(k); };
  bar.max = last;
  bar.oninput = () => jump(Number(bar.value));
  play.onclick = () => (timer ? stop() : start());
  find(".back").onclick = () => jump(now - 1);
  find(".next").onclick = () => jump(now + 1);
  viewer.querySelectorAll("[data-to]").forEach((one) => { one.onclick = () => jump(Number(one.dataset.to)); });
  list.onclick = (event) => {
    const line = event.target.closest("li[data-k]");
    if (line) jump(Number(line.dataset.k));
  };
  document.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (steps && event.target !== bar && !event.ctrlKey && !event.metaKey && !event.altKey) jump(now + steps);
  });
  show(0);
})();
"""


@dataclass(frozen=True)
class ViewerLine:
    """One line of the list of moves: equal consecutive moves of a seat, and the number of moves made after them."""

    seat: int
    html: str
    is_sentence: bool  # with its player
    made: int


def viewer_html(record: Replay) -> str:
    """HTML of a game with pictures; `VIEWER_STYLE` is its style. A page can hold one."""
    positions = record.positions()
    shown = _shown_positions(len(positions))
    first, phases = positions[0].svg(), _phase_starts(positions)
    parts, pictures = _shared_parts([positions[k].svg() for k in shown])
    seconds = 12 if positions[0].game.real_time else 0.6 * len(shown)  # of the whole game
    data = {
        "parts": parts,
        "pictures": pictures,
        "moves": shown,
        "milliseconds": max(30, round(1000 * seconds / len(shown))),
    }
    jumps = "".join(
        f'<button data-to="{_picture_of(shown, start)}">{escape(name.capitalize())}</button>'
        for name, start in phases.items()
    )
    return (
        '<div class="viewer"><nav><button class="play">Play</button><button class="back">Back</button>'
        f'<button class="next">Next</button>{jumps}<input type="range" min="0" value="0" aria-label="move">'
        f'<output>{plural(len(record.moves), "move")}</output></nav><figure class="board">{first}</figure>'
        f'<div class="moves"><ol>{"".join(_lines_html(positions, record.players, shown, phases))}</ol></div>'
        f'<script type="application/json">{_script_json(data)}</script></div>\n<script>{VIEWER_SCRIPT}</script>'
    )


def _shown_positions(count: int) -> list[int]:
    """Numbers of the positions that get a picture: the first, the last, and evenly spaced ones between."""
    step = -(-(count - 1) // (MAX_PICTURES - 1)) if count > 1 else 1
    return [*range(0, count - 1, step), count - 1]


def _picture_of(shown: Sequence[int], number: int) -> int:
    """Index of the first picture that shows a position or a later one."""
    return next(k for k, position in enumerate(shown) if position >= number)


def _phase_starts(positions: Sequence[Position]) -> dict[str, int]:
    """The first position of each phase that occurs; empty if the game has no phases."""
    from ludus.core.rule import plain

    game, starts = positions[0].game, dict[str, int]()
    if game.phases:
        for number, position in enumerate(positions[:-1]):
            starts.setdefault(game.phases[int(plain(game.rules.phase)(position.state))], number)
    return starts if len(starts) > 1 else {}


def _shared_parts(pictures: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """The different elements of all pictures, and for each picture the numbers of its elements."""
    numbers: dict[str, int] = {}
    coded = [
        [numbers.setdefault(part, len(numbers)) for part in re.split("(?=<)", picture) if part] for picture in pictures
    ]
    return list(numbers), coded


def _lines_html(
    positions: Sequence[Position], players: Sequence[str], shown: Sequence[int], phases: dict[str, int]
) -> list[str]:
    """The moves of a game, grouped by phase; the name of a player is shown where another player decides."""
    rows, seat, titles = [], -1, dict(phases)
    for line in _lines(positions, players):
        for name in [name for name, start in titles.items() if start < line.made]:
            rows.append(f'<li class="phase">{escape(name.capitalize())}</li>')
            del titles[name]
            seat = -1
        is_named = line.seat != seat and len(players) > 1 and not line.is_sentence
        player = f"<b>{escape(players[line.seat])}</b>" if is_named else ""
        seat = line.seat
        picture = _picture_of(shown, line.made)
        rows.append(f'<li class="seat{seat % len(SEAT_COLOURS)}" data-k="{picture}">{player}{line.html}</li>')
    return rows


def _lines(positions: Sequence[Position], players: Sequence[str]) -> list[ViewerLine]:
    """The moves of a game; equal consecutive moves are one line."""
    lines, made = [], 0
    for count, move in group_repeats(GameStory.of([*positions], players, None).moves):
        made += count
        times = f" × {count}" if count > 1 else ""
        effect = f" <small>{escape(move.effect)}</small>" if move.effect else ""
        html = f"{escape(move.words or move.text)}{times}{effect}"
        lines.append(ViewerLine(move.seat, html, bool(move.words), made))
    return lines


def _script_json(data: Any) -> str:
    """JSON that cannot end the script element around it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!--", "\\u003c!--")
