"""Pages of reports in headless Chromium: nothing runs out of the page, on a desktop or on a phone."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
DECK = "7 7 48 48 65 65 49 49 3 3 6 6 96 96 69 69 99 99 51 51 18 18 103 103 68 68 150 150 151 80"
REPORTS = {
    "inspect-locm": "inspect locm official -n 200 --players random+greedy",
    "inspect-locm-deck": f"inspect locm '{DECK}' -n 40",
    "inspect-locm-change": "inspect locm official -n 100 --change 48.cost=3 --players random+greedy",
    "inspect-dominion": "inspect dominion first-game -n 20",
    "inspect-dominion-two": "inspect dominion first-game interaction -n 20 --ladder 'random chuck'",
    "inspect-tribute": "inspect tribute official -n 400 --ladder 'random random-no-end' --players random-no-end",
    "inspect-delve": "inspect delve bad -n 20",
    "inspect-delve-two": "inspect delve hand-made bad -n 2",
    "inspect-platformer": "inspect platformer trap-school -n 20",
    "inspect-platformer-three": "inspect platformer easy medium trap-school -n 20",
    "make-locm": "make locm --balance --rounds 1 -n 200 --hold-out-games 200 --players random+greedy",
    "make-dominion": "make dominion --length 20 --kingdoms 2 --population 6 --generations 2 --search-games 20 -n 40",
    "make-dominion-map": "make dominion --map skill --population 6 --generations 2 --search-games 20 -n 40",
    "make-tribute": "make tribute --balance --rounds 1 --population 4 --generations 1 --search-games 200 -n 400",
    "make-delve": "make delve --nodes 6 --generations 3 --setup thesis --untuned",
    "make-delve-encounters": "make delve --tune-encounters --generations 1",
    "make-platformer": "make platformer --setup thesis --rooms 3x1",
}


def run(*words):
    process = subprocess.run([sys.executable, "-m", "ludus", *words], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


def check(pages, with_tables=False):
    """Open pages at all widths and return what is too wide; `with_tables`, also where a table must be scrolled."""
    if (
        not CHROMIUM
        or not shutil.which("node")
        or not (HERE.parents[1] / "studio/node_modules/playwright-core").is_dir()
    ):
        pytest.skip("a browser, Node and playwright-core are needed: install chromium, and run make page")
    command = ["node", str(HERE / "page_widths.mjs"), *map(str, pages)]
    environment = {**os.environ, "CHROMIUM": CHROMIUM}
    process = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert process.returncode == 0, process.stderr
    results = json.loads(process.stdout.splitlines()[-1])
    assert len(results) == 2 * len(pages)
    return [result for result in results if result["beyond"] or result["wide"] or (with_tables and result["scrolled"])]


@pytest.mark.slow
@pytest.mark.parametrize("name", REPORTS)
def test_no_report_of_inspect_and_make_is_wider_than_the_window(name, tmp_path):
    run(*shlex.split(REPORTS[name]), "--to", str(tmp_path / name))
    assert check([tmp_path / name / "report.html"], with_tables=True) == []


@pytest.mark.slow
def test_no_report_of_a_tournament_or_a_study_is_wider_than_the_window(tmp_path):
    bots = ["random", "greedy", "mcts:iterations=10,depth=4", "flat:iterations=1"]
    run("tournament", "locm", *bots, "-n", "4", "--out", str(tmp_path / "tournament"))
    run("run", "tribute-weights", "--preset", "quick", "--out", str(tmp_path / "study"))
    assert check([tmp_path / "tournament" / "report.html", tmp_path / "study" / "report.html"]) == []


def test_a_page_that_is_too_wide_is_found(tmp_path):
    page = "<!doctype html><main><p>{}</p></main>"
    (tmp_path / "wide.html").write_text(page.format("<span>" + "x" * 1000 + "</span>"))
    (tmp_path / "narrow.html").write_text(page.format("x"))
    (tmp_path / "table.html").write_text(
        page.format(f'<div class="scroll" style="overflow-x: auto"><table><td>{"x" * 100}</table></div>')
    )
    pages = [tmp_path / name for name in ("wide.html", "narrow.html", "table.html")]
    wide, on_phone = {("wide.html", 1280), ("wide.html", 390)}, ("table.html", 390)
    assert {(Path(result["file"]).name, result["width"]) for result in check(pages)} == wide
    found = check(pages, with_tables=True)
    assert {(Path(result["file"]).name, result["width"]) for result in found} == wide | {on_phone}
