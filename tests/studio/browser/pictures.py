"""Pictures of the Studio for the documentation: python -m tests.studio.browser.pictures [GROUP...].

Starts a Studio, takes the pictures with pictures.mjs, stores them as WebP with few colours in docs/studio, removes
pictures that no page shows, and writes docs/studio-pages.md. With groups, only the pictures of these are made anew.
"""

import re
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

from tests.studio.browser.studio import ROOT, Studio, missing_dependency, scenario
from tests.studio.browser.test_own_game import write_guide_game

PICTURES = ROOT / "docs" / "studio"
PAGE = ROOT / "docs" / "studio-pages.md"
SIZES = {1920: "Large screen", 1280: "Small screen", 390: "Phone"}  # widths in pixels, as in layout.mjs
COLOURS = 64  # of a picture; more cannot be told apart on these pages
TIMEOUT = 1200  # seconds for a group

# Views by group of pictures.mjs and by section of the page: name of the picture and caption.
VIEWS: dict[str, dict[str, dict[str, str]]] = {
    "Start": {
        "pages": {
            "home": "Start page",
            "set-up-locm": "Start a game of Legends of Code and Magic",
            "set-up-dominion": "Start a game of Dominion",
            "set-up-tribute": "Start a game of Tales of Tribute",
            "set-up-delve": "Start a game of Delve",
            "set-up-dominion-in-detail": "All settings of a game, here with a kingdom of one's own",
            "set-up-to-watch": "Watch bots",
            "games": "Games",
            "menu": "Menu of a phone",
            "no-such-page": "An address without a page",
        },
    },
    "Boards": {
        "locm": {
            "locm-draft": "Draft of Legends of Code and Magic",
            "locm-battle": "Battle",
            "locm-rules": "How to play",
            "locm-construction": "Construction of a deck, version 1.5",
        },
        "dominion": {
            "dominion": "Dominion",
            "dominion-choice": "A choice of cards",
            "dominion-of-four": "Dominion of four players",
        },
        "tribute": {
            "tribute-draft": "Draft of patrons in Tales of Tribute",
            "tribute": "Tales of Tribute",
            "tribute-choice": "A choice of cards in Tales of Tribute",
        },
        "delve": {
            "delve-encounter": "An encounter in Delve",
            "delve-pick": "A node of the skill tree is picked",
            "delve-guided": "A guided first game",
            "delve-end": "End of a game of Delve",
        },
        "ends": {
            "locm-end": "End of a game of Legends of Code and Magic",
            "dominion-end": "End of a game of Dominion",
            "tribute-replay": "A replay, stepped through",
        },
        "own": {"own-game": "A game of one's own without a picture, as panels and buttons"},
    },
    "Levels": {
        "levels": {
            "levels": "Levels",
            "guided-run": "A guided first run",
            "platformer": "A level, with ghosts",
            "platformer-overlays": "The whole level with its challenges, easiest path and deaths",
            "level-editor": "Level editor",
            "study": "The study",
            "study-rating": "A level of the study is rated",
        },
    },
    "Design": {
        "pages": {
            "design": "Design",
            "design-locm": "Inspect cards of Legends of Code and Magic",
            "design-dominion": "Inspect kingdoms of Dominion",
            "make-delve": "Make a skill tree",
            "cards-of-locm": "Cards of Legends of Code and Magic",
            "cards-of-dominion": "Cards of Dominion",
            "cards-of-tribute": "Cards of Tales of Tribute",
        },
        "cards": {"cards-measured": "A changed card with its measurement"},
        "kingdoms": {
            "kingdoms": "Kingdoms",
            "kingdom-measured": "A measured kingdom",
            "kingdoms-make": "Kingdoms made to a target",
        },
        "trees": {
            "trees": "Editor of skill trees",
            "pareto": "Pareto front of a search for skill trees",
        },
    },
    "Tournaments, runs and bots": {
        "pages": {"tournaments": "Tournaments", "bots": "Bots", "job": "A tournament that was begun"},
        "tournament": {"tournament": "A tournament"},
        "runs": {
            "run": "A study that runs",
            "run-report": "Report of a run",
            "runs": "Runs",
            "run-compare": "Two runs, compared",
        },
        "upload": {"upload": "A bot with a mistake", "upload-plays": "One's own bot plays"},
    },
}
# In this order: lists come last, so that they have entries.
GROUPS = (
    *("locm", "dominion", "tribute", "delve", "ends", "own", "cards", "trees", "kingdoms", "levels", "runs"),
    *("tournament", "upload", "pages"),
)


def views_of(group: str) -> dict[str, str]:
    """Names and captions of a group's views."""
    return {name: caption for groups in VIEWS.values() for name, caption in groups.get(group, {}).items()}


def page_text() -> str:
    """Text of docs/studio-pages.md."""
    lines = [
        "# Pages of the Studio",
        "",
        "The pages of the [Studio](studio.md) on a large screen (`1920 × 1080` pixels), on a small one (`1280 × 800`)",
        "and on a phone (`390 × 844`). A click on a picture shows its full size. `make pictures` makes them anew.",
    ]
    for section, groups in VIEWS.items():
        lines += ["", f"## {section}"]
        for name, caption in (view for views in groups.values() for view in views.items()):
            sizes = [390] if name == "menu" else list(SIZES)
            cells = [
                f"[![{caption}, {SIZES[size].lower()}](studio/{name}-{size}.webp)](studio/{name}-{size}.webp)"
                for size in sizes
            ]
            lines += ["", f"### {caption}", "", "| " + " | ".join(SIZES[size] for size in sizes) + " |"]
            lines += ["|" + " --- |" * len(sizes), "| " + " | ".join(cells) + " |"]
    return "\n".join(lines) + "\n"


def used_pictures() -> set[str]:
    """Names of the pictures in docs/studio that pages of the documentation show."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return {name for page in pages for name in re.findall(r"studio/([\w-]+\.\w+)\)", page.read_text("utf-8"))}


def store(picture: Path) -> None:
    """Store a picture with few colours, without loss, in docs/studio."""
    with Image.open(picture) as image:
        small = (
            image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).convert("RGB")
        )
        small.save(PICTURES / f"{picture.stem}.webp", lossless=True, quality=80, method=4)


def main() -> None:
    groups = sys.argv[1:] or GROUPS
    if unknown := set(groups) - set(GROUPS):
        sys.exit(f"there is no group {', '.join(sorted(unknown))}; the groups are {', '.join(GROUPS)}")
    if reason := missing_dependency():
        sys.exit(reason)
    PAGE.write_text(page_text(), "utf-8")
    with tempfile.TemporaryDirectory() as folder:
        game = write_guide_game(Path(folder) / "guide", picture=False)
        studio = Studio(Path(folder) / "runs", "--uploads")
        own_studio = Studio(Path(folder) / "own runs", str(game))  # only here the start page has a game of one's own
        try:
            for group in groups:
                start = time.monotonic()
                shots = Path(folder) / f"{group} pictures"
                shots.mkdir()
                names = views_of(group)
                made = scenario(
                    own_studio if group == "own" else studio,
                    group,
                    str(shots),
                    *names,
                    script="pictures.mjs",
                    timeout=TIMEOUT,
                )
                if missing := set(names) - {re.sub(r"-\d+(-dark)?\.png$", "", name) for name in made}:
                    sys.exit(f"{group}: no pictures of {', '.join(sorted(missing))}")
                for picture in shots.iterdir():
                    store(picture)
                print(f"{group}: {len(made)} pictures in {time.monotonic() - start:.0f} s", flush=True)
        finally:
            studio.close()
            own_studio.close()
    used = used_pictures()
    for picture in sorted(PICTURES.iterdir()):
        if picture.name not in used:
            print(f"removed, since no page shows it: {picture.name}")
            picture.unlink()
    files = list(PICTURES.iterdir())
    print(f"{len(files)} pictures in docs/studio, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
