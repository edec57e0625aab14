"""The packages of Ludus: what a wheel contains, when its build fails, and what a plain install of it runs."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest

from ludus.core.game_registry import game_names
from ludus.util.extras import DISTRIBUTIONS, EXTRAS
from tests.tools.repository_copy import copy_repository

ROOT = Path(__file__).parents[2]
MAX_MEGABYTES = 420  # of a plain install with pip
needs_node = pytest.mark.skipif(shutil.which("npm") is None, reason="there is no Node to build the page with")

# For each game: bots for a tournament, and content that `ludus inspect` measures with few games.
GAMES = {
    "locm": (("random", "greedy"), ("7,48", "-n", "20")),
    "dominion": (("random", "big-money"), ("first-game", "-n", "20")),
    "tribute": (("random", "greedy"), ("official", "-n", "20")),
    "delve": (("random", "greedy-card"), ("bad", "-n", "20")),
    "platformer": (("random", "walker"), ("trap-school",)),
}


@pytest.fixture(scope="module")
def hook():
    """The build hook of the repository."""
    pytest.importorskip("hatchling")
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def studio_sources(root: Path) -> Path:
    (root / "studio").mkdir()
    (root / "studio" / "main.ts").touch()
    return root


class Refused(Exception):
    """The end of a build."""


class App:
    """The part of hatchling that hooks report to."""

    display_warning = display_info = staticmethod(lambda text: None)

    def abort(self, text):
        raise Refused(text)


def build_hook(hook, root: Path):
    return hook.PageBuildHook(str(root), {}, None, None, str(root), "wheel", App())


def put_node_on_path(folder: Path, monkeypatch, version: str | None) -> None:
    folder.mkdir()
    for name in ("node", "npm") if version else ():
        (folder / name).write_text(f"#!/bin/sh\necho {version}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_a_wheel_without_page_and_node_is_refused_with_the_reason(hook, tmp_path, monkeypatch):
    root = studio_sources(tmp_path)
    put_node_on_path(tmp_path / "bin", monkeypatch, None)
    with pytest.raises(Refused, match=r"Node.* not found"):
        build_hook(hook, root).initialize("standard", {})
    build_hook(hook, root).initialize("editable", {})  # needs no page


def test_a_node_that_is_too_old_is_named(hook, tmp_path, monkeypatch):
    root = studio_sources(tmp_path)
    put_node_on_path(tmp_path / "bin", monkeypatch, "v20.18.1")
    with pytest.raises(Refused, match=r"20\.19 or later.*v20\.18\.1"):
        build_hook(hook, root).initialize("standard", {})


def test_a_page_is_built_again_when_a_source_is_newer(hook, tmp_path, monkeypatch):
    root = studio_sources(tmp_path)
    page = hook.page_file(root)
    page.parent.mkdir(parents=True)
    page.touch()
    assert hook.is_up_to_date(root)
    os.utime(root / "studio" / "main.ts", (time.time() + 60,) * 2)
    assert not hook.is_up_to_date(root)
    (root / "PKG-INFO").touch()  # an unpacked sdist: its page belongs to its sources, whatever the times of files say
    put_node_on_path(tmp_path / "bin", monkeypatch, None)
    build_hook(hook, root).initialize("standard", {})


def test_the_extra_has_the_modules_that_the_code_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extra, modules in EXTRAS.items():
        packages = {requirement.partition(">")[0] for requirement in project["optional-dependencies"][extra]}
        assert packages == {DISTRIBUTIONS.get(module, module) for module in modules}


# --- slow: real packages, and a plain install in an empty environment and folder ---


def run(*command, cwd: Path, **more) -> subprocess.CompletedProcess[str]:
    """Run a command in a clean environment."""
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, env=clean_environment(), capture_output=True, text=True, **more
    )


def clean_environment(**more: str) -> dict[str, str]:
    excluded = ("VIRTUAL_ENV", "PYTHON", "NUMBA_", "PYTEST", "LUDUS")
    return {name: value for name, value in os.environ.items() if not name.startswith(excluded)} | more


def checked(*command, cwd: Path, **more) -> str:
    """Run a command that has to succeed, and return its output."""
    done = run(*command, cwd=cwd, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def build(folder: Path, target: Path, kind: str) -> Path:
    checked(sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", target, cwd=folder)
    return next(target.iterdir())


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """An sdist, built from a clean copy of the repository."""
    folder = tmp_path_factory.mktemp("sdist")
    return build(copy_repository(folder / "ludus"), folder / "dist", "sdist")


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory):
    """A wheel, built by pip from the sdist."""
    folder = tmp_path_factory.mktemp("wheel")
    options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    checked(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", folder, sdist, cwd=folder)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """A virtual environment with the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("plain") / "venv"
    checked(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = folder / "bin" / "python"
    uv = ("uv", "pip", "install", "--quiet", "--compile-bytecode", "--python", python, wheel)
    if run(sys.executable, "-m", *uv, cwd=folder.parent).returncode:  # uv does not read the settings of pip
        pip = ("pip", "--python", python, "install", "--quiet", "--disable-pip-version-check", wheel)
        checked(sys.executable, "-m", *pip, cwd=folder.parent)
    return folder


@pytest.fixture
def ludus(environment, tmp_path):
    """Function that runs the installed command in an empty folder and returns its output."""
    return lambda *words, **more: checked(environment / "bin" / "ludus", *words, cwd=tmp_path, **more)


@needs_node
@pytest.mark.slow
def test_a_wheel_has_page_content_types_primers_and_licences(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    page = [name.removeprefix("ludus/studio/page/") for name in names if name.startswith("ludus/studio/page/")]
    assert "index.html" in page
    assert {Path(name).suffix for name in page if name.startswith("assets/")} >= {".js", ".css"}
    assert "ludus/py.typed" in names
    assert {name.rpartition("/")[2] for name in names if "/licenses/" in name} == {"LICENSE", "NOTICE"}
    kept = {".csv", ".toml", ".json", ".level", ".md", ".py", ".template"}
    package = ROOT / "src" / "ludus"
    files = {file.relative_to(package.parent).as_posix() for file in package.rglob("*") if file.suffix in kept}
    assert {name for name in files if "/studio/page/" not in name} <= set(names)
    assert {name.split("/")[2] for name in names if name.endswith("/primer.md")} == set(GAMES)
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


@needs_node
@pytest.mark.slow
def test_a_wheel_from_an_sdist_needs_no_node(sdist, tmp_path):
    shutil.unpack_archive(sdist, tmp_path)
    source = next(folder for folder in tmp_path.iterdir() if folder.is_dir())
    assert (source / "studio" / "package-lock.json").is_file()
    assert not (source / "studio" / "node_modules").exists()
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist")]
    environment = clean_environment(PATH="")
    done = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "ludus/studio/page/index.html" in zipfile.ZipFile(next((tmp_path / "dist").iterdir())).namelist()


@needs_node
@pytest.mark.slow
def test_a_plain_install_is_small_and_has_no_optimisers(environment):
    packages = next((environment / "lib").glob("python*/site-packages"))
    size = sum(file.stat().st_blocks * 512 for file in packages.rglob("*") if file.is_file())
    assert size / 2**20 <= MAX_MEGABYTES
    installed = {folder.name for folder in packages.iterdir()}
    assert installed.isdisjoint(EXTRAS["studies"])


@needs_node
@pytest.mark.slow
def test_a_plain_install_plays_and_inspects_every_game(ludus, tmp_path):
    assert set(GAMES) <= set(game_names())
    for game, (bots, content) in GAMES.items():
        seats = 1 if game in ("delve", "platformer") else 2
        assert json.loads(ludus("match", game, *bots[:seats], "-n", "2", "--json"))
        ludus("tournament", game, *bots, "-n", "2", "--out", f"tournament-{game}")
        assert (tmp_path / f"tournament-{game}" / "report.html").is_file()
        ludus("play", game, input="quit\n")
        ludus("inspect", game, *content, "--to", f"inspect-{game}")
        assert list((tmp_path / f"inspect-{game}").glob("*.svg"))
        ludus("rules", game)


@needs_node
@pytest.mark.slow
def test_a_plain_install_shows_the_demo_of_every_game(ludus, tmp_path):
    for game in GAMES:
        ludus("demo", game, "-n", "2", "--out", game, timeout=900)
        assert (tmp_path / game / "index.html").is_file()


@needs_node
@pytest.mark.slow
def test_a_plain_install_serves_the_page_of_the_studio(environment, tmp_path):
    printed, status, page = served_page([environment / "bin" / "ludus"], tmp_path, clean_environment())
    assert "make page" not in printed
    assert (status, '<script type="module"' in page) == (200, True)


@needs_node
@pytest.mark.slow
def test_a_plain_install_refuses_what_needs_the_extra_before_any_work(environment, tmp_path, wheel):
    commands = (
        ("run", "locm-champion", "--preset", "quick"),
        ("run", "tribute-thesis", "--preset", "quick"),
        ("make", "dominion", "--map", "skill-computed", "--to", "kingdoms"),
        ("make", "delve", "--method", "nsga3", "--to", "trees"),
        ("demo", "--study"),
    )
    for words in commands:
        done = run(environment / "bin" / "ludus", *words, cwd=tmp_path)
        assert done.returncode == 2
        assert f"pip install '{wheel}[studies]'" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_clone_without_page_says_that_it_is_missing(tmp_path):
    source = copy_repository(tmp_path / "ludus") / "src"
    command = [sys.executable, "-m", "ludus"]
    printed, status, page = served_page(command, tmp_path, clean_environment(PYTHONPATH=str(source)))
    assert "make page" in printed
    assert (status, "make page" in page) == (503, True)


def served_page(ludus: list[str | Path], folder: Path, environment: dict[str, str]) -> tuple[str, int, str]:
    """Start the Studio; return what it prints, and status and text of the page at its link."""
    command = [*map(str, ludus), "studio", "--no-browser", "--port", "0"]
    server = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    printed = ""
    try:
        while "Ctrl-C" not in printed:
            line = server.stdout.readline()
            assert line, "the server ended"
            printed += line
        return printed, *fetch(printed.split()[2])
    finally:
        server.terminate()
        server.wait(30)


def fetch(link: str) -> tuple[int, str]:
    """Return status and text of a page of a server that is starting."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())  # the link sets a cookie and redirects
    deadline = time.monotonic() + 60
    while True:
        try:
            with browser.open(link, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
