"""Hook of mkdocs: references to kept tables become numbers with a link to a copy of the table beside the pages."""

from __future__ import annotations

import html
import re
import shutil
import sys
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tools.doc_numbers.pages import read_page  # noqa: E402

FOLDER = "kept"
_referenced: set[PurePosixPath] = set()


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Replace references by links to copies; the source of a number is shown when a pointer rests on it."""
    folder = Path(page.file.abs_src_path).parent
    shown = read_page(folder / "page.md", markdown)
    parts: list[tuple[int, int, str]] = []
    for reference in shown.references:
        table = _kept((folder / reference.target).resolve())
        end = markdown.index(")", markdown.index(reference.title, reference.end) + len(reference.title)) + 1
        source = f"{table}, {' '.join(reference.title.split())}"
        link = _link(table, page.url, reference.text, source)
        parts.append((reference.begin - 1, end, link))
    for block in shown.blocks:
        table = _kept((folder / block.source.partition(";")[0].strip()).resolve())
        source = _link(table, page.url, table.name, str(table))
        parts.append((block.end, block.end, f'\n<p class="kept-source">{source}</p>\n\n'))
    for begin, end, text in sorted(parts, reverse=True):
        markdown = markdown[:begin] + text + markdown[end:]
    return re.sub(r"<!-- /?table(?:: .*?)? -->\n?", "", markdown, flags=re.DOTALL)


def on_post_build(config: Any, **_: Any) -> None:
    """Copy the tables that pages refer to."""
    for table in sorted(_referenced):
        copy = Path(config["site_dir"]) / FOLDER / table
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / "benchmarks" / table, copy)


def _kept(path: Path) -> PurePosixPath:
    table = PurePosixPath(path.relative_to(ROOT / "benchmarks").as_posix())
    _referenced.add(table)
    return table


def _link(table: PurePosixPath, url: str, text: str, source: str) -> str:
    target = relpath(f"{FOLDER}/{table}", str(PurePosixPath(url).parent))
    return f'<a class="kept" href="{target}" title="{html.escape(source)}">{text}</a>'
