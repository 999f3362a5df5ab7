"""A profile for engines decides as our own filter does; that engines agree is in test_attacks."""

import errno
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.errors import SandboxUnavailable
from kriterion.sandbox.engine_filter import filter_profile, patterns
from kriterion.sandbox.seccomp import RULES, Condition
from kriterion.sandbox.syscalls import ARCHITECTURES
from tests.sandbox.test_seccomp import ALLOW, on, refused

# What the rules speak of, and its neighbours.
TELLING = sorted(
    {
        (condition.value ^ bits) & 0xFFFFFFFF
        for rule in RULES
        for condition in rule.when
        for bits in (0, 1, 2, 16, 0x80000000, condition.mask)
    }
    | {0o644, 0o4755, 0o101, 0x01200011, 0x10000011}
)
VALUES = st.one_of(st.sampled_from(TELLING), st.integers(0, 2**64 - 1))
CONDITIONAL = sorted({call for rule in RULES if rule.when for call in rule.calls})


def decide(machine: str, call: str, *values: int) -> int:
    """What a profile says of a system call, read as engines read it."""
    for rule in json.loads(filter_profile(machine))["syscalls"]:
        fits = (values[one["index"]] & one["value"] == one["valueTwo"] for one in rule["args"])
        if call in rule["names"] and all(fits):
            return refused(rule["errnoRet"])
    return ALLOW


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize("call", CONDITIONAL)
@given(values=st.tuples(*[VALUES] * 6))
def test_a_profile_decides_as_the_filter_does(
    machine: str, call: str, values: tuple[int, ...]
) -> None:
    if call in ARCHITECTURES[machine].numbers:
        assert decide(machine, call, *values) == on(machine, call, *values)


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_a_profile_refuses_the_calls_that_a_filter_refuses_always(machine: str) -> None:
    always = {call for rule in RULES if not rule.when for call in rule.calls}
    for call in always & ARCHITECTURES[machine].numbers.keys():
        assert decide(machine, call) == on(machine, call) != ALLOW
    assert decide(machine, "clone3") == refused(errno.ENOSYS)


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_no_argument_is_compared_twice_in_one_rule(machine: str) -> None:
    """Engines would take the two for alternatives."""
    profile = json.loads(filter_profile(machine))
    assert len(profile["architectures"]) == 1
    for rule in profile["syscalls"]:
        places = [one["index"] for one in rule["args"]]
        assert len(places) == len(set(places))
        assert all(re.fullmatch("[a-z_0-9]+", name) for name in rule["names"])


@given(value=st.integers(0, 2**32 - 1), others=st.lists(st.integers(0, 2**32 - 1), max_size=4))
def test_patterns_of_what_differs_leave_out_exactly_that(value: int, others: list[int]) -> None:
    conditions = [Condition(argument=0, value=other, equal=False) for other in others]
    found = [one for one in patterns(conditions) if value & one.mask == one.value]
    assert len(found) == (value not in others)


def test_conditions_that_contradict_each_other_have_no_pattern() -> None:
    assert patterns([Condition(argument=0, value=value) for value in (1, 2)]) == []


def test_an_unknown_machine_is_told_rather_than_left_open() -> None:
    with pytest.raises(SandboxUnavailable, match="sparc64"):
        filter_profile("sparc64")
