"""Command: check the numbers on all pages, or write those of kept tables into them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludus.util.text import plural
from tools.doc_numbers.check import all_pages, check_page, page_name, write_page
from tools.doc_numbers.kept_tables import CellError
from tools.doc_numbers.kinds import read_kinds


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the status is 1 if a number is wrong or has no source."""
    parser = argparse.ArgumentParser(prog="python -m tools.doc_numbers", description=__doc__)
    parser.add_argument("pages", nargs="*", type=Path, help="pages to check; all if none is given")
    parser.add_argument("--write", action="store_true", help="write the numbers of kept tables into the pages")
    chosen = parser.parse_args(arguments)
    kinds = read_kinds()
    pages = [page.resolve() for page in chosen.pages] or all_pages()
    wrong = 0
    for page in pages:
        if chosen.write:
            try:
                if write_page(page):
                    print(f"{page_name(page)}: written")
            except CellError as error:
                print(f"{page_name(page)}: not written: {error}")
        for finding in check_page(page, kinds):
            wrong += 1
            print(finding)
    if kinds.not_converted:
        names = kinds.not_converted
        print(f"not converted to references yet: {plural(len(names), 'page')} ({', '.join(names)})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
