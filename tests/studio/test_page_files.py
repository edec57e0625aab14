"""Files of the page: compressed, kept by browsers, and honest about addresses that lead nowhere."""

import gzip
import re

import pytest

from ludus.studio.built_page import PAGE, is_built
from ludus.studio.page_files import PAGE_PATHS, page_response
from tests.cases import each

FIRST_LOAD = 120_000  # bytes, compressed
SCRIPT = b"script " * 400


@pytest.fixture
def page(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(b"<html>page</html>")
    (tmp_path / "assets" / "main-1.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "main-1.js.gz").write_bytes(gzip.compress(SCRIPT))
    return tmp_path


def test_a_browser_gets_compressed_files_and_others_get_plain_ones(page):
    packed = page_response(page, "assets/main-1.js", "deflate, gzip;q=1.0, br")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert gzip.decompress(packed.body) == SCRIPT
    assert int(packed.headers["content-length"]) == len(packed.body) < len(SCRIPT)
    for accepted in ("", "identity", "gzip;q=0", "br"):
        plain = page_response(page, "assets/main-1.js", accepted)
        assert (plain.body, plain.headers.get("content-encoding")) == (SCRIPT, None)
        assert plain.headers["vary"] == "accept-encoding"
        assert plain.headers["etag"] != packed.headers["etag"]


def test_a_file_that_a_browser_has_is_not_sent_again(page):
    for path, lifetime in (("assets/main-1.js", "immutable"), ("", "no-cache"), ("tables/1", "no-cache")):
        first = page_response(page, path, "gzip")
        assert lifetime in first.headers["cache-control"]
        again = page_response(page, path, "gzip", f'"other", W/{first.headers["etag"]}')
        assert (again.status_code, again.body) == (304, b"")
    assert page_response(page, "", "gzip", '"other"').status_code == 200


@each("path", ["nothing", "nothing/here", "assets/gone-1.js", "favicon.ico", "tablesX", "..", "%2e%2e/app.py"])
def test_an_unknown_address_leads_to_the_page_with_status_404(page, path):
    answer = page_response(page, path, "", page_response(page, "").headers["etag"])
    assert (answer.status_code, answer.body) == (404, b"<html>page</html>")


def test_a_page_that_is_not_built_says_how_to_build_it(tmp_path):
    answer = page_response(tmp_path, "")
    assert (answer.status_code, b"make page" in answer.body) == (503, True)


def test_the_server_knows_the_addresses_of_the_page():
    """The server answers with 404 where the page says that there is nothing."""
    source = PAGE.parents[3] / "studio" / "src"
    pages = (source / "pages" / "index.tsx").read_text(encoding="utf-8")
    games = (source / "games" / "registry.ts").read_text(encoding="utf-8")
    cases = re.findall(r'^    case "([a-z]+)":', pages, re.MULTILINE)
    real_time = re.findall(r"^      ([a-z]+): \(\) => import\(", games, re.MULTILINE)
    assert sorted([*cases, *real_time]) == sorted(PAGE_PATHS)


def test_long_answers_of_the_server_are_compressed_and_short_ones_are_not(owner):
    assert owner.get("/api/games/dominion", accept_encoding="identity")[0] == 200
    assert owner.headers["content-encoding"] is None
    plain = int(owner.headers["content-length"])
    owner.get_bytes("/api/games/dominion", accept_encoding="gzip")
    assert owner.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in owner.headers["vary"].lower()
    assert int(owner.headers["content-length"]) < plain / 2
    owner.get_bytes("/api/nothing", accept_encoding="gzip")
    assert owner.headers["content-encoding"] is None


@pytest.mark.skipif(not is_built(), reason="the page is not built: run make page")
def test_the_first_load_of_the_page_is_small():
    """Everything that the start page needs; boards, editors and charts are loaded on demand."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    files, waiting = {"index.html"}, re.findall(r'(?:src|href)="/([^"]+\.[a-z]+)"', index)
    while waiting:
        name = waiting.pop()
        if name not in files:
            files.add(name)
            if name.endswith(".js"):
                text = (PAGE / name).read_text(encoding="utf-8")
                waiting += [f"assets/{part}" for part in re.findall(r'(?:from|import)"\./([^"]+\.js)"', text)]
    sizes = {name: len(page_response(PAGE, name if name != "index.html" else "", "gzip").body) for name in files}
    assert any(name.endswith(".css") for name in files)
    assert sum(sizes.values()) <= FIRST_LOAD, sizes
    chunks = {file.name for file in (PAGE / "assets").glob("*.js")}
    for lazy in ("locm", "dominion", "tribute", "delve", "platformer", "trees", "kingdoms"):
        later = {name for name in chunks if name.startswith(f"{lazy}-")}
        assert later, f"{lazy} is part of another file"
        assert not {f"assets/{name}" for name in later} & files


@pytest.mark.skipif(not is_built(), reason="the page is not built: run make page")
def test_no_rule_begins_with_a_list_in_is_which_browsers_try_on_every_element():
    sheets = {file.name: file.read_text(encoding="utf-8") for file in (PAGE / "assets").glob("*.css")}
    assert len(sheets) > 3
    assert not [name for name, rules in sheets.items() if re.search(r"(?:^|[{}])\s*:is\(", rules)]


def test_an_address_with_a_line_break_leads_to_the_page_too(owner):
    status, answer = owner.get("/nowhere%0Aelse")
    assert status == (404 if is_built() else 503)
    assert isinstance(answer, str)
