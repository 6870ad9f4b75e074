"""Keys that come twice are found, whatever their number."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ema_cli.personas.repeated_keys import RepeatedKeys


@given(st.lists(st.text(max_size=2)))
def test_tells_the_second_and_later_ones(keys: list[str]) -> None:
    repeated = RepeatedKeys()
    for key in keys:
        repeated.add(key)
    suspects = repeated.suspects()
    told = [number for number, key in enumerate(keys) if suspects.again(key)]
    assert told == [number for number, key in enumerate(keys) if key in keys[:number]]
    assert bool(suspects) == bool(told)
