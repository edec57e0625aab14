"""Random physics within their bounds, for property tests."""

from hypothesis import strategies as st

from ludus.games.platformer.movement import RANGES, Physics


@st.composite
def any_physics(draw, extended=None):
    """A physics of which every number may be anything in its range, often one near the thesis's."""
    thesis, numbers = Physics(), {}
    for key, (low, high) in RANGES.items():
        usual = getattr(thesis, key)
        near = st.integers(max(low, usual * 2 // 3), min(high, max(usual * 3 // 2, 1)))
        numbers[key] = draw(st.one_of(st.just(usual), near, st.integers(low, high)))
    slowest = numbers["gravity"] + 1
    for key in ("jump_speed", "air_jump_speed", "wall_jump_speed"):
        numbers[key] = max(numbers[key], slowest)
    if extended is False:
        numbers |= {"coyote_ticks": 0, "air_jumps": 0, "wall_jump": 0}
    elif extended:
        numbers["air_jumps"] = max(numbers["air_jumps"], 1)
    return Physics("random", **numbers)
