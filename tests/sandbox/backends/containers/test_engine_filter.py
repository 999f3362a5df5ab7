"""A profile for engines decides as our own filter does; that engines agree is in test_attacks."""

import errno
import json
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.errors import SandboxUnavailable
from kriterion.sandbox.backends.containers.engine_filter import (
    filter_profile,
    list_decisions,
    list_patterns,
)
from kriterion.sandbox.seccomp.filter_program import STRICT, Filter, ForeignArchitecture
from kriterion.sandbox.seccomp.policy import RULES, ArgumentCondition, CallRule, Relaxation
from kriterion.sandbox.seccomp.syscalls import ARCHITECTURES
from tests.sandbox.seccomp.test_filter_program import ALLOW, decide_call, encode_refusal

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
FILTERS = [STRICT, Filter(relaxations=frozenset(Relaxation))]
MULTIPLEXED = ("socket", "socketpair", "setsockopt", "socketcall")


def decide(machine: str, call: str, *values: int, filter_: Filter = STRICT) -> int:
    """What a profile says of a system call, read as engines read it."""
    rules, default = run_filter(machine, call, filter_)
    messages = {
        encode_refusal(rule["errnoRet"]) if "errnoRet" in rule else ALLOW
        for rule in rules
        if all(values[arg["index"]] & arg["value"] == arg["valueTwo"] for arg in rule["args"])
    }
    assert len(messages) <= 1, "engines know no order of rules"
    return messages.pop() if messages else encode_refusal(default)


@cache
def run_filter(machine: str, call: str, filter_: Filter) -> tuple[list[dict[str, Any]], int]:
    """The rules about a call, and the error of calls without any."""
    profile = load_profile(machine, filter_)
    rules = [rule for rule in profile["syscalls"] if call in rule["names"]]
    return rules, profile["defaultErrnoRet"]


@cache
def load_profile(machine: str, filter_: Filter) -> dict[str, Any]:
    profile = json.loads(filter_profile(machine, filter_))
    assert isinstance(profile, dict)
    return profile


@pytest.mark.parametrize("filter_", FILTERS, ids=["strict", "relaxed"])
@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize("call", CONDITIONAL)
@given(values=st.tuples(*[VALUES] * 6))
def test_a_profile_decides_like_the_filter(
    machine: str, call: str, filter_: Filter, values: tuple[int, ...]
) -> None:
    if call in ARCHITECTURES[machine].numbers:
        decision = decide_call(machine, call, *values, filter_=filter_)
        assert decide(machine, call, *values, filter_=filter_) == decision


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_a_profile_decides_about_every_call(machine: str) -> None:
    nothing = (0,) * 6
    for call in ARCHITECTURES[machine].numbers:
        assert decide(machine, call, *nothing) == decide_call(machine, call, *nothing), call
    assert decide(machine, "a_call_of_the_future") == encode_refusal(errno.ENOSYS)


def test_a_profile_with_other_architectures_allows_nothing_more() -> None:
    """What libseccomp cannot tell apart there fails by default instead of with its own error."""
    for foreign in (ForeignArchitecture.WATCHED, ForeignArchitecture.ALLOWED):
        filter_ = Filter(foreign=foreign)
        profile = json.loads(filter_profile("x86_64", filter_))
        assert "SCMP_ARCH_X86" in profile["architectures"]
        for entry in profile["syscalls"]:
            assert not ("errnoRet" in entry and set(entry["names"]) & set(MULTIPLEXED))
        for values in ((40, 1, 0), (16, 3, 9), (2, 3, 6), (2, 1, 132)):
            both = [
                decide_call("x86_64", "socket", *values),
                decide("x86_64", "socket", *values, 0, filter_=filter_),
            ]
            assert ALLOW not in both
        assert decide("x86_64", "socket", 2, 1, 6, filter_=filter_) == ALLOW
        assert decide("x86_64", "mmap2", filter_=filter_) == ALLOW


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_no_rule_compares_an_argument_twice(machine: str) -> None:
    """Engines would take the two for alternatives."""
    profile = json.loads(filter_profile(machine))
    assert len(profile["architectures"]) == 1
    for rule in profile["syscalls"]:
        places = [arg["index"] for arg in rule["args"]]
        assert len(places) == len(set(places))
        assert all(re.fullmatch("[a-z_0-9]+", name) for name in rule["names"])


@given(value=st.integers(0, 2**32 - 1), others=st.lists(st.integers(0, 2**32 - 1), max_size=4))
def test_decisions_exclude_exactly_the_differing_values(value: int, others: list[int]) -> None:
    differs = tuple(ArgumentCondition(argument=0, value=other, equal=False) for other in others)
    rule = CallRule(reason="", calls=("ioctl",), error=1, when=differs)
    found = [
        error
        for box, error in list_decisions([rule], 0)
        if all(value & pattern.mask == pattern.value for pattern in box.values())
    ]
    assert found == [int(value not in others)]


def test_a_difference_has_one_pattern_per_bit() -> None:
    differs = ArgumentCondition(argument=0, value=0b101, mask=0b111, equal=False)
    assert [(pattern.mask, pattern.value) for pattern in list_patterns(differs)] == [
        *((0b100, 0b000), (0b110, 0b110), (0b111, 0b100))
    ]


def test_an_unknown_machine_is_reported_instead_of_left_open() -> None:
    with pytest.raises(SandboxUnavailable, match="sparc64"):
        filter_profile("sparc64")
