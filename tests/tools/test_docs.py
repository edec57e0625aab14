"""The documentation builds without warnings, loads nothing from other servers, and can be searched as files."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
# resources that a browser loads by itself; links are allowed
LOADED = re.compile(r"<(?:script|img|iframe|link|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built documentation."""
    folder = tmp_path_factory.mktemp("site")
    build = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert build.returncode == 0, build.stdout + build.stderr
    return folder


@pytest.mark.slow
def test_the_documentation_builds_and_loads_nothing_from_other_servers(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 4
    loading = [page.name for page in pages if LOADED.search(page.read_text(encoding="utf-8"))]
    assert loading == []


@pytest.mark.slow
def test_the_rules_of_every_game_are_a_page(site):
    for name in ("locm", "dominion", "tribute", "delve", "platformer"):
        primer = (ROOT / "src" / "ludus" / "games" / name / "primer.md").read_text(encoding="utf-8")
        page = (site / "games" / f"{name}-rules.html").read_text(encoding="utf-8")
        assert all(title in page for title in re.findall("^## (.+)$", primer, re.MULTILINE))


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="no Chromium found")
@pytest.mark.parametrize("page", ["index.html", "games/locm.html"])
def test_search_works_in_pages_opened_as_files(site, page, tmp_path):
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}"]
    command += ["--virtual-time-budget=20000", "--dump-dom", f"{(site / page).as_uri()}?q=resample"]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=120).stdout
    found = re.search(r'md-search-result__meta">(\d+) matching documents', shown)
    assert found is not None
    assert int(found[1]) >= 5
