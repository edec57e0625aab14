"""The platformer in headless Chromium: levels made and played by keyboard, the first steps of the study.

The scenarios are in levels.mjs.
"""

import re

import pytest

from tests.studio.browser.studio import scenario

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def walked(studio):
    return scenario(studio, "walk", script="levels.mjs")


def test_a_level_is_made_and_played_by_keyboard_to_its_exit(walked):
    assert walked["made"] == "?seed=7&rooms=3x1&loops=0.25"
    seconds = f"{walked['ticks'] / 60:.2f}"
    assert walked["words"] == f"Finished in {seconds} s, 0 deaths"


def test_the_numbers_of_a_level_have_intervals(walked):
    failure, deaths, seconds, _, koens = walked["numbers"]
    assert all(re.search(r"\[[^]]+, [^]]+\]", each) for each in (failure, deaths, seconds, koens))


def test_a_stored_run_is_watched_and_every_tick_has_an_address(walked):
    assert walked["watched"] == walked["words"]
    assert walked["most"] == walked["ticks"]


def test_a_level_is_played_in_real_time_paused_and_restarted(studio):
    found = scenario(studio, "hop", script="levels.mjs")
    assert found["still"]
    assert re.fullmatch(r"Finished in \d+\.\d\d s, 0 deaths", found["words"])


def test_a_level_is_played_on_a_touch_screen(studio):
    assert scenario(studio, "touch", script="levels.mjs") == {"moved": True, "stands": True}


def test_results_are_drawn_over_a_level_and_ghosts_run_with_the_player(walked):
    assert len(walked["drawings"]) == 7
    for name, (drawn, gone) in walked["drawings"].items():
        assert (drawn, gone) == (True, True), name


def test_a_level_is_made_as_hard_as_the_slider_says(studio):
    found = scenario(studio, "dial", script="levels.mjs")
    for share, made in ((20, found["easy"]), (80, found["hard"])):
        assert made["search"] == f"?seed=7&rooms=3x1&loops=0.25&difficulty={share / 100}"
        assert f"target: {share} % die" in made["words"]
    easy, hard = (float(re.match(r"[\d.]+", made["die"])[0]) for made in (found["easy"], found["hard"]))
    assert easy < 50 < hard
    assert found["other"], "another level, not only other words"


def test_a_level_file_is_opened_or_its_error_is_shown(studio):
    found = scenario(studio, "open", script="levels.mjs")
    assert found["title"] == "Mine"
    assert "exit 4 9" in found["wrong"]
    assert re.fullmatch(r"/levels/[0-9a-f]{12}", found["path"])


def test_the_first_steps_of_the_study_are_stored_in_every_case(studio):
    def on_line(line):
        if line != "kill it":
            return None
        studio.kill()
        studio.start()
        return "\n"

    found = scenario(studio, "study", on_line=on_line, script="levels.mjs")
    assert found["before"] == found["after"]
    assert found["played"] == "2 of 12 levels played"


def test_axe_finds_no_fault_in_these_pages_and_none_is_wider_than_a_phone(studio, walked):
    levels = studio.folder / "studio" / "levels"
    id = next(path.name for path in levels.iterdir() if (path / "runs").is_dir())
    assert scenario(studio, "looks", id, script="levels.mjs") == {"found": []}
