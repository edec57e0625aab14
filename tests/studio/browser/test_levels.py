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
    assert walked["text"] == f"Finished in {seconds} s, 0 deaths"


def test_the_numbers_of_a_level_have_intervals(walked):
    failure, deaths, seconds, _, koens = walked["numbers"]
    assert all(re.search(r"\[[^]]+, [^]]+\]", number) for number in (failure, deaths, seconds, koens))


def test_a_stored_run_is_watched_and_every_tick_has_an_address(walked):
    assert walked["watched"] == walked["text"]
    assert walked["most"] == walked["ticks"]


def test_a_level_is_played_in_real_time_paused_and_restarted(studio):
    result = scenario(studio, "hop", script="levels.mjs")
    assert result["unchanged"]
    assert re.fullmatch(r"Finished in \d+\.\d\d s, 0 deaths", result["text"])


def test_a_level_is_played_on_a_touch_screen(studio):
    assert scenario(studio, "touch", script="levels.mjs") == {"moved": True, "rests": True}


def test_results_are_drawn_over_a_level_and_ghosts_run_with_the_player(walked):
    assert len(walked["drawings"]) == 7
    for name, (drawn, gone) in walked["drawings"].items():
        assert (drawn, gone) == (True, True), name


def test_a_level_is_made_as_hard_as_the_slider_says(studio):
    result = scenario(studio, "dial", script="levels.mjs")
    for share, made in ((20, result["easy"]), (80, result["hard"])):
        assert made["search"] == f"?seed=7&rooms=3x1&loops=0.25&difficulty={share / 100}"
        assert f"target: {share} % die" in made["text"]
    easy, hard = (float(re.match(r"[\d.]+", made["die"])[0]) for made in (result["easy"], result["hard"]))
    assert easy < 50 < hard
    assert result["differ"], "the levels differ, not only their texts"


def test_a_level_file_is_opened_or_its_error_is_shown(studio):
    result = scenario(studio, "open", script="levels.mjs")
    assert result["title"] == "Mine"
    assert "exit 4 9" in result["wrong"]
    assert re.fullmatch(r"/levels/[0-9a-f]{12}", result["path"])


def test_the_first_steps_of_the_study_are_stored_in_every_case(studio):
    def on_line(line):
        if line != "kill it":
            return None
        studio.kill()
        studio.start()
        return "\n"

    result = scenario(studio, "study", on_line=on_line, script="levels.mjs")
    assert result["before"] == result["after"]
    assert result["played"] == "2 of 12 levels played"


def test_these_pages_fit_every_size_and_axe_finds_no_fault(studio, walked):
    levels = studio.folder / "studio" / "levels"
    id = next(path.name for path in levels.iterdir() if (path / "runs").is_dir())
    assert scenario(studio, "looks", id, script="levels.mjs") == {"faults": []}
