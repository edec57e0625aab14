"""The documentation builds without warnings, and its pages load nothing from other servers."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# resources that a browser loads by itself; links are allowed
LOADED = re.compile(r"<(?:script|img|iframe|link|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//")


@pytest.mark.slow
def test_the_documentation_builds_and_loads_nothing_from_other_servers(tmp_path):
    build = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert build.returncode == 0, build.stdout + build.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > 4
    loading = [page.name for page in pages if LOADED.search(page.read_text(encoding="utf-8"))]
    assert loading == []
