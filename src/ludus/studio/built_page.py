"""Folder of the built page, and pages without scripts for readers who cannot see it.

Vite builds `studio/` of the repository into the folder `page` next to this file, each larger file also compressed, as
NAME.gz. A wheel always contains the page; a clone has it after `make page`.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

PAGE = Path(__file__).parent / "page"
INDEX, COMPRESSED = "index.html", ".gz"
BUILD_HINT = "run `make page` in the folder of the Ludus repository; it needs Node 20.19 or later"


def message_page(title: str, *paragraphs: str) -> str:
    """A page without scripts that says what is wrong and what to do.

    Args:
        title: What is wrong.
        paragraphs: What to do, as plain text; parts in backticks are shown as code.
    """
    texts = (re.sub("`([^`]+)`", r"<code>\1</code>", escape(text)) for text in paragraphs)
    body = "".join(f"<p>{text}</p>" for text in texts)
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} · Ludus Studio</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>
body {{ font: 1rem/1.6 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem; }}
h1 {{ font-size: 1.5rem; line-height: 1.25; }}
code {{ padding: .1em .35em; border-radius: .3em; background: rgb(128 128 128 / 20%); }}
</style></head><body><main><h1>{escape(title)}</h1>{body}</main></body></html>
"""


NOT_BUILT_PAGE = message_page(
    "The page of the Studio is missing",
    f"The server runs, but its page is not built. To build it, {BUILD_HINT}. Then load this page again.",
)
NO_TOKEN_PAGE = message_page(
    "This browser does not have the token of the Studio yet",
    "Open the link that `ludus studio` has printed in its terminal. It ends with `?token=` and a long text. This "
    "browser then keeps this token, and you can use this address again.",
    "If somebody has invited you, open the whole link that you got. The link of the owner works only on the "
    "machine where the Studio runs.",
    "If the terminal is closed, start the Studio again with `ludus studio`.",
)


def is_built(page: Path = PAGE) -> bool:
    return (page / INDEX).is_file()
