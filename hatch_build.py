"""Build hook of hatchling: builds the page of the Studio for wheels and sdists.

A wheel without the page would install and then fail in `ludus studio`. So a build that cannot make the page ends with
an error. An editable install needs no page: `ludus studio` and `make demo` say that it is missing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = (20, 19)  # oldest version that Vite supports
NODE_TEXT = ".".join(map(str, NODE))
OUTPUT_LINES = 20  # last lines of npm in an error


class PageError(Exception):
    """The page of the Studio is needed and cannot be built."""


class PageBuildHook(BuildHookInterface[Any]):
    """Builds the page into the package before its files are collected."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make sure that the page is there and up to date; end the build with the reason if it cannot be built here."""
        root = Path(self.root)
        if version == "editable":
            if not page_file(root).is_file():
                self.app.display_warning("The page of the Studio is not built. With Node, `make page` builds it.")
            return
        if (root / "PKG-INFO").is_file() and page_file(root).is_file():
            return  # an unpacked sdist, which contains the page of its sources
        if is_up_to_date(root):
            return
        self.app.display_info("Building the page of the Studio with Node")
        try:
            build_page(root)
        except PageError as error:
            self.app.abort(f"Ludus is not built. {error}")


def page_file(root: Path) -> Path:
    """First file of the built page."""
    return root / "src" / "ludus" / "studio" / "page" / "index.html"


def is_up_to_date(root: Path) -> bool:
    """Whether the page is built and no source of it is newer."""
    page, studio = page_file(root), root / "studio"
    if not page.is_file():
        return False
    sources = (file for file in studio.rglob("*") if file.is_file() and "node_modules" not in file.parts)
    return all(file.stat().st_mtime <= page.stat().st_mtime for file in sources)


def build_page(root: Path) -> None:
    """Build the page with Node.

    Raises:
        PageError: Node is missing or too old, its packages cannot be installed, or the sources do not compile.
    """
    state = "older than its sources" if page_file(root).is_file() else "not built yet"
    check_node(f"The page of the Studio is {state}, and a package of Ludus contains the page.")
    studio, lock = root / "studio", root / "studio" / "package-lock.json"
    installed = studio / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        # Not `npm ci`: it also requests the builds of Vite's bundler for other systems, and some are not published.
        run_npm(studio, "install", "--no-save", "--no-audit", "--no-fund")
        installed.touch()
    run_npm(studio, "run", "build", "--", "--logLevel", "warn")
    if not page_file(root).is_file():
        raise PageError(f"`npm run build` in {studio} ended without an error, but wrote no {page_file(root)}")


def check_node(reason: str) -> None:
    """Raise an error if Node is missing or too old; `reason` says why it is needed."""
    advice = (
        f"Install Node {NODE_TEXT} or later and build again. Or build from a clone in which `make page` was run, "
        "or from an sdist of Ludus: both contain the page. An editable install (pip install -e .) works without it."
    )
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise PageError(f"{reason} Building it needs Node with npm, which was not found. {advice}")
    found = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    numbers = re.match(r"v(\d+)\.(\d+)", found)
    if numbers is None or (int(numbers[1]), int(numbers[2])) < NODE:
        raise PageError(
            f"{reason} Building it needs Node {NODE_TEXT} or later, and {found or 'none'} was found. {advice}"
        )


def run_npm(folder: Path, *arguments: str) -> None:
    """Run npm in a folder; if it fails, raise an error with the end of its output."""
    command = ["npm", *arguments]
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
    )
    if done.returncode:
        output = "\n".join(done.stdout.strip().splitlines()[-OUTPUT_LINES:])
        raise PageError(
            f"`{' '.join(command)}` in {folder} failed with exit code {done.returncode}, "
            f"so the page of the Studio could not be built:\n{output}"
        )
