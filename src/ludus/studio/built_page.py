"""Files of the built page: Vite builds `studio/` of the repository into the folder `page` next to this file.

A wheel always contains the page; a clone has it after `make page`.
"""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parent / "page"
ASSET = re.compile(r"(assets/)?[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}\.[a-z0-9]{1,20}")
BUILD_HINT = "run `make page` in the folder of the Ludus repository; it needs Node 20.19 or later"
NOT_BUILT_PAGE = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Ludus Studio</title>
<body style="font: 16px/1.5 sans-serif; max-width: 40rem; margin: 3rem auto">
<h1>The page of the Studio is missing</h1><p>The server runs, but its page is not built. To build it, {BUILD_HINT}. \
Then load this page again.</p></body>
"""


def is_built(page: Path = PAGE) -> bool:
    return (page / "index.html").is_file()


def page_file(page: Path, path: str) -> Path | None:
    """File for a URL path: an asset, or for all other paths index.html, because the page has its own routing.

    Returns None if the page is not built.
    """
    if ASSET.fullmatch(path) and (page / path).is_file():
        return page / path
    index = page / "index.html"
    return index if index.is_file() else None
