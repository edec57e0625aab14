"""Campaigns: by a difficulty curve, or for one player; and the belief about the skill of a player."""

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.backends import parse_backend
from ludus.design.platformer.campaign import (
    curve_tasks,
    find_level_for_player,
    interpolate_curve,
    make_band_campaign,
    parse_curve,
    wave_curve,
)
from ludus.design.platformer.difficulty.failure_model import FEATURE_NAMES, FailureModel
from ludus.design.platformer.difficulty_search import find_levels
from ludus.design.platformer.expressive_range import level_key
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.make_campaign import (
    report_curve_campaign,
    report_recorded_player_campaign,
    report_synthetic_player_campaign,
)
from ludus.design.platformer.players.synthetic_player import SyntheticPlayer, load_calibration, record_play
from ludus.design.platformer.recordings.files import load_recordings, write_recordings
from ludus.design.platformer.skill_belief import (
    SKILL_GRID,
    SkillBelief,
    death_count_likelihoods,
    recordings_of_player,
    update_from_recordings,
)
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.level_files import read_level
from ludus.util.errors import LudusError, OptionError, UnknownName
from tests.cases import each
from tests.messages import mentions

from .requests import make_request

# Constants of a test's own, so that it does not depend on those that were fitted: every trap is passed by two in three.
MODEL = FailureModel((0.7,) * 4 + (0.0,) * (len(FEATURE_NAMES) - 4), 0.9)
SHORT = LevelSpec(setup="thesis", rooms=(3, 1))
FEW = SHORT


def test_a_curve_goes_through_its_points():
    assert interpolate_curve([0.2, 0.8], 5) == pytest.approx([0.2, 0.35, 0.5, 0.65, 0.8])
    assert interpolate_curve([0.3], 3) == [0.3] * 3
    assert parse_curve("0.2, 0.5,0.4") == [0.2, 0.5, 0.4]
    assert parse_curve("0.2,0.6", 3) == pytest.approx([0.2, 0.4, 0.6])


def test_waves_rise_with_easier_levels_in_between():
    results = wave_curve(0.2, 0.8, 9)
    assert results[0] == 0.2
    assert results[-1] == 0.8
    assert results[2] < results[1] < results[3]
    assert parse_curve("waves:0.2-0.8", 9) == results


@each("text", ["", "x", "0.2;0.3", "waves", "waves:0.2", "waves:a-b", "0.2,1.5", "0,0.5", "nan"])
def test_an_invalid_curve_is_refused(text):
    with pytest.raises(OptionError):
        parse_curve(text)
    with pytest.raises(OptionError, match="levels"):
        interpolate_curve([0.5], 0)


@given(st.lists(st.floats(0.01, 0.99), min_size=1, max_size=6), st.integers(1, 30))
def test_a_curve_stays_between_its_points(points, count):
    results = interpolate_curve(points, count)
    assert len(results) == count
    assert all(min(points) - 1e-6 <= item <= max(points) + 1e-6 for item in results)


def test_better_players_succeed_more_often():
    level = generate_level(1, SHORT).level
    poor, anybody, good = (SkillBelief.of_skill(z, 0.3, MODEL) for z in (-1.5, 0, 1.5))
    assert poor.success(level) < anybody.success(level) < good.success(level)
    assert good.skill == pytest.approx(1.5, abs=0.01)
    assert SkillBelief.unknown(MODEL).success(level) == pytest.approx(1 - MODEL.failure(level), abs=1e-3)


def test_deaths_lower_the_expected_skill_and_every_play_narrows_the_belief():
    level, player = generate_level(1, SHORT).level, SkillBelief.unknown(MODEL)
    skills = [player.updated(level, deaths).skill for deaths in (0, 1, 4, 12)]
    assert skills == sorted(skills, reverse=True)
    assert skills[0] > 0 > skills[-1]
    assert player.updated(level, 3).spread < player.spread
    with pytest.raises(LudusError, match="-1"):
        player.updated(level, -1)
    with pytest.raises(LudusError, match="skill"):
        SkillBelief.of_skill(9)


def chances_of(level, z):
    """To get through each passage of a level, for a player of this skill."""
    return SkillBelief.of_skill(z, 0.1, MODEL)._chances(level)[:, np.abs(SKILL_GRID - z).argmin()]


def tries(level, z, rng):
    """Deaths of such a player, by the model."""
    return int(sum(rng.geometric(chance) - 1 for chance in chances_of(level, z)))


def test_death_counts_have_the_likelihood_of_repeated_attempts():
    rng = np.random.default_rng(1)
    chances = np.array([0.5, 0.8, 0.9])
    deaths = sum(rng.geometric(chance, 20_000) - 1 for chance in chances)
    for count in range(4):
        assert death_count_likelihoods(chances[:, None], 3)[count, 0] == pytest.approx(
            (deaths == count).mean(), abs=0.015
        )
    assert death_count_likelihoods(chances[:, None], 0)[0, 0] == pytest.approx(chances.prod())


def test_every_level_for_a_player_is_in_the_band_and_the_skill_is_estimated():
    rng = np.random.default_rng(3)
    offers, known = make_band_campaign(
        *(SkillBelief.unknown(MODEL), (0.35, 0.65), 10, 5),
        lambda player, level, number: player.updated(level, tries(level, 1.2, rng)),
        FEW,
    )
    assert all(0.35 <= offer.success.value <= 0.65 for offer in offers)
    assert known.skill > 0.3
    assert known.spread < 0.8
    assert known.observed == 10
    assert offers[0].skill == pytest.approx(0, abs=1e-9)
    widths = [offer.success.high - offer.success.low for offer in offers]
    assert widths[-1] < widths[0]


def test_giving_up_after_deaths_is_weaker_evidence_than_finishing_and_giving_up_at_once_is_none():
    level, player = generate_level(1, SHORT).level, SkillBelief.unknown(MODEL)
    assert player.updated(level, 0, finished=False).skill == pytest.approx(player.skill, abs=1e-9)
    gave_up, arrived = (player.updated(level, 4, finished).skill for finished in (False, True))
    assert gave_up < arrived < player.skill


def test_with_respawn_at_the_start_every_attempt_is_at_the_whole_level():
    level, player = generate_level(1, SHORT).level, SkillBelief.unknown(MODEL)
    chance = chances_of(level, 0.0).prod()
    likely = death_count_likelihoods(np.array([[chance]]), 3)[:, 0]
    assert likely == pytest.approx([chance * (1 - chance) ** k for k in range(4)])
    assert player.updated(level, 3, respawn="start").skill > player.updated(level, 3).skill


def test_the_interval_of_a_prediction_narrows_with_the_belief():
    level = generate_level(1, SHORT).level
    vague, sure = (SkillBelief.of_skill(0.5, spread, MODEL).predict(level) for spread in (1.0, 0.1))
    assert vague.low < sure.low < sure.value < sure.high < vague.high
    assert sure.value == pytest.approx(SkillBelief.of_skill(0.5, 0.1, MODEL).success(level))


def test_a_band_that_no_level_reaches_is_an_error():
    with pytest.raises(OptionError, match="band"):
        find_level_for_player(SkillBelief.unknown(MODEL), (0.6, 0.4), 1)
    with pytest.raises(LudusError, match="Fewer rooms are easier"):
        find_level_for_player(SkillBelief.unknown(MODEL), (0.998, 0.999), 1, FEW)


@pytest.mark.slow
def test_a_campaign_is_as_hard_as_its_curve():
    found_levels = find_levels(curve_tasks([0.3, 0.6], 5, LevelSpec(setup="thesis")))
    for target, item in zip([0.3, 0.6], found_levels, strict=True):
        assert abs(item.population.failure_rate.value - target) < 0.12
    results = report_curve_campaign([0.3, 0.6], make_request(), LevelSpec(setup="thesis"))
    assert "0 are not, and 2 are undecided" in results.answer[0]  # by the players of one level, to within 8 points
    assert all(read_level(text) for text in results.text_files().values())
    ElementTree.fromstring(results.figures()["campaign.svg"].svg)


@pytest.mark.slow
def test_a_campaign_is_the_same_in_other_processes():
    here, elsewhere = make_request(), replace(make_request(), backend=parse_backend("processes:2"))
    reports = [report_curve_campaign([0.3, 0.5], request, FEW) for request in (here, elsewhere)]
    assert reports[0].text_files() == reports[1].text_files()


def recorded(tmp_path, *players):
    """Sessions of three levels for each of these players, by name and skill."""
    plays = []
    for session, (name, skill) in enumerate(players):
        somebody = SyntheticPlayer(skill, load_calibration())
        for number in range(3):
            play = record_play(generate_level(number, SHORT).level, somebody, seed=number)
            plays.append(replace(play, player=name, kind="person", session=session, order=number))
    file = tmp_path / "mine.jsonl"
    file.write_text(write_recordings(plays))
    return str(file)


def test_the_next_levels_for_a_recorded_player_are_in_the_band_and_new(tmp_path):
    file = recorded(tmp_path, ("ann", 1.5), ("bob", -1.5))
    results = {
        name: report_recorded_player_campaign(file, name, (0.3, 0.7), 2, make_request("out"), FEW)
        for name in ("ann", "bob")
    }
    for item in results.values():
        campaign, plays = (grid.rows for grid in item.tables())
        assert all(0.3 <= row[1].value <= 0.7 and row[1].low <= row[1].value <= row[1].high for row in campaign)
        assert len(plays) == 3
        assert all(read_level(text) for text in item.text_files().values())
        for figure in item.figures().values():
            ElementTree.fromstring(figure.svg)
    skills = {name: item.tables()[1].rows[-1][-1] for name, item in results.items()}
    assert skills["ann"] > skills["bob"]
    met = {level_key(generate_level(number, SHORT).level) for number in range(3)}
    offer = find_level_for_player(SkillBelief.unknown(), (0.2, 0.9), 1, FEW)
    again = find_level_for_player(SkillBelief.unknown(), (0.2, 0.9), 1, FEW, excluded={*met, level_key(offer.level)})
    assert level_key(again.level) != level_key(offer.level)


def test_of_several_players_one_must_be_named(tmp_path):
    plays = load_recordings(recorded(tmp_path, ("ann", 1.5), ("bob", -1.5)))
    with pytest.raises(OptionError, match=mentions("ann (3)", "bob (3)", "--player")):
        recordings_of_player(plays)
    with pytest.raises(UnknownName, match="did you mean 'ann'"):
        recordings_of_player(plays, "anne")
    assert {play.player for play in recordings_of_player(plays, "bob")} == {"bob"}


def test_recordings_update_the_belief_in_order(tmp_path):
    plays = load_recordings(recorded(tmp_path, ("ann", 0.0)))
    seen = update_from_recordings(recordings_of_player(list(reversed(plays))))
    assert [item.recording.order for item in seen] == [0, 1, 2]
    assert seen[0].prediction.count == 0
    assert seen[-1].belief.observed == 3
    assert seen[1].prediction == seen[0].belief.predict(plays[1].level)


@pytest.mark.slow
def test_a_campaign_for_one_player_is_reported_by_level():
    results = report_synthetic_player_campaign(0.5, (0.3, 0.7), 3, make_request(), LevelSpec(setup="thesis"))
    assert len(results.tables()[0].rows) == len(results.text_files()) == 3
    assert "without dying" in results.answer[0]
    ElementTree.fromstring(results.figures()["campaign.svg"].svg)
