"""Sounds of the page, rendered by headless Chromium: each can be heard, none is distorted. See sounds.mjs."""

import numpy as np
import pytest

from tests.studio.browser.studio import scenario

pytestmark = pytest.mark.slow


def test_every_sound_is_audible_and_none_clips_or_clicks(studio):
    result = scenario(studio, "render", script="sounds.mjs")
    rate, main_frequencies = result["rate"], set()
    assert set(result["sounds"]) == {"card", "hit", "loss", "turn", "win"}
    for name, samples in result["sounds"].items():
        sound = np.array(samples)
        loud = np.flatnonzero(np.abs(sound) > 0.01)
        assert loud.size, f"{name} is silent"
        heard = sound[loud[0] : loud[-1] + 1]
        assert 0.05 < len(heard) / rate < 1.2, name
        assert 0.2 < np.abs(sound).max() < 0.9, f"{name} is too quiet or clips"
        assert np.sqrt(np.mean(heard**2)) > 0.04, f"{name} is too quiet"
        assert loud[0] / rate < 0.02, f"{name} comes late"
        assert abs(sound[0]) < 0.01, f"{name} begins with a click"
        assert not sound[int(1.2 * rate) :].any(), f"{name} does not end"
        spectrum = np.abs(np.fft.rfft(sound))
        main_frequencies.add(round(np.fft.rfftfreq(len(sound), 1 / rate)[spectrum.argmax()] / 20))
    assert len(main_frequencies) == len(result["sounds"]), "sounds differ in their main frequency"


def test_sounds_are_off_until_somebody_switches_them_on(studio):
    result = scenario(studio, "setting", script="sounds.mjs")
    assert not result["checked"]
    assert result["usual"] == {"contexts": 0, "tones": 0}
    assert result["switchedOn"]["tones"] > 0, "one hears that they are on"
    assert result["on"]["tones"] > result["switchedOn"]["tones"]
    assert result["off"] == result["on"]
