"""NOTICE names the code of other projects that the page of the Studio contains."""

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_notice_names_every_library_of_the_page_with_its_version():
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8").lower()
    libraries = json.loads((ROOT / "studio/package.json").read_text(encoding="utf-8"))["dependencies"]
    assert libraries
    for name, version in libraries.items():
        assert f"{name} {version}" in notice
