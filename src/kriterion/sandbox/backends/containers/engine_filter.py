"""The system-call filter as a profile for engines.

A profile has no order of rules and no "not equal", and treats two comparisons of one argument as
alternatives. So the possible values of a call's arguments are split into patterns of fixed bits,
until each has one decision. Source: opencontainers/runtime-spec, config-linux.md, "Seccomp";
opencontainers/runc, libcontainer/seccomp/seccomp_linux.go.
"""

import errno
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kriterion.sandbox.seccomp.filter_program import (
    STRICT,
    Filter,
    ForeignArchitecture,
    find_architecture,
    require_foreign,
)
from kriterion.sandbox.seccomp.policy import ArgumentCondition, CallRule

_HIGHEST_BIT = 1 << 31
_X32 = "SCMP_ARCH_X32"
# On i386 these are parts of one call, and libseccomp rejects two rules that become equal. What
# would be refused of them is left to the default.
_MULTIPLEXED = frozenset(("socket", "socketpair", "setsockopt", "socketcall"))
_ALLOWED = 0  # the error of an allowed call


@dataclass(frozen=True, slots=True)
class ArgumentPattern:
    """Matches a value whose bits in `mask` equal those of `value`."""

    mask: int
    value: int

    def intersect(self, other: "ArgumentPattern") -> "ArgumentPattern | None":
        """Return the pattern that matches both, or None if nothing does."""
        if self.value & other.mask != other.value & self.mask:
            return None
        return ArgumentPattern(self.mask | other.mask, self.value | other.value)


_ANYTHING = ArgumentPattern(0, 0)
_Box = Mapping[int, ArgumentPattern]  # argument → pattern; other arguments may have any value


@cache
def filter_profile(machine: str | None = None, filter_: Filter = STRICT) -> bytes:
    """Return the profile for this machine (or another, named as by platform.machine()).

    Foreign architectures missing from the profile kill the process. Otherwise they are in it, and a
    filter around the engine decides on them (listener.py). Raises SandboxUnavailable on an unknown
    machine.
    """
    architecture = find_architecture(machine)
    profiles, names = [architecture.profile_name], set(architecture.numbers)
    if filter_.foreign is ForeignArchitecture.ALLOWED:
        require_foreign(architecture)
    if filter_.foreign is not ForeignArchitecture.KILLED:
        profiles += [foreign.profile_name for foreign in architecture.foreign]
        names.update(*(foreign.numbers for foreign in architecture.foreign))
    if filter_.foreign is ForeignArchitecture.WATCHED and architecture.first_foreign is not None:
        profiles.append(_X32)
    profile = {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": errno.ENOSYS,
        "architectures": profiles,
        "syscalls": [
            entry
            for entry in _list_entries(filter_, sorted(names))
            if len(profiles) == 1 or not _is_multiplexed(entry)
        ],
    }
    return json.dumps(profile).encode()


def _list_entries(filter_: Filter, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the exceptions to the default: calls without conditions in one entry, others
    separately.
    """
    always: dict[int, list[str]] = {}
    for name in names:
        rules = [rule for rule in filter_.rules if name in rule.calls]
        default = _ALLOWED if name in filter_.allowed else errno.ENOSYS
        decided = list(list_decisions(rules, default))
        if len(decided) == 1:
            always.setdefault(decided[0][1], []).append(name)
            continue
        for box, error in decided:
            if error != errno.ENOSYS:
                yield _make_entry([name], error, box)
    for error, names_of_error in always.items():
        if error != errno.ENOSYS:
            yield _make_entry(names_of_error, error, {})


def list_decisions(rules: Sequence[CallRule], default: int) -> Iterator[tuple[_Box, int]]:
    """Yield disjoint boxes of arguments that cover everything, with the error of each."""
    undecided: list[_Box] = [{}]
    for rule in rules:
        for box in undecided:
            yield from ((fitting, rule.error) for fitting in _restrict_box(box, rule.when))
        undecided = _subtract_rule(undecided, rule) if rule.when else []
    yield from ((box, default) for box in undecided)


def _subtract_rule(boxes: Iterable[_Box], rule: CallRule) -> list[_Box]:
    """Split the boxes by the first failing condition, so that the rule's matches are left out."""
    left: list[_Box] = []
    for box in boxes:
        fitting: list[_Box] = [box]
        for condition in rule.when:
            for architecture in fitting:
                left.extend(_split_box(architecture, _negate(condition)))
            fitting = [
                narrow for architecture in fitting for narrow in _split_box(architecture, condition)
            ]
    return left


def _restrict_box(box: _Box, conditions: Iterable[ArgumentCondition]) -> list[_Box]:
    boxes = [box]
    for condition in conditions:
        boxes = [narrow for architecture in boxes for narrow in _split_box(architecture, condition)]
    return boxes


def _split_box(box: _Box, condition: ArgumentCondition) -> Iterator[_Box]:
    """Yield the parts of a box in which a condition holds."""
    known = box.get(condition.argument, _ANYTHING)
    for pattern in list_patterns(condition):
        both = known.intersect(pattern)
        if both is not None:
            yield {**box, condition.argument: both}


def _negate(condition: ArgumentCondition) -> ArgumentCondition:
    return ArgumentCondition(
        argument=condition.argument,
        value=condition.value,
        mask=condition.mask,
        equal=not condition.equal,
    )


def list_patterns(condition: ArgumentCondition) -> Iterator[ArgumentPattern]:
    """Return one pattern for equality; for inequality, one per possible first differing bit."""
    if condition.equal:
        yield ArgumentPattern(condition.mask, condition.value)
        return
    higher_bits, bit = 0, _HIGHEST_BIT
    while bit:
        if condition.mask & bit:
            yield ArgumentPattern(
                higher_bits | bit, condition.value & higher_bits | ~condition.value & bit
            )
            higher_bits |= bit
        bit >>= 1


def _is_multiplexed(entry: Mapping[str, Any]) -> bool:
    """Whether an entry refuses a part of a multiplexed call."""
    return not _MULTIPLEXED.isdisjoint(entry["names"]) and "errnoRet" in entry


def _make_entry(names: Sequence[str], error: int, box: _Box) -> dict[str, Any]:
    action: dict[str, Any] = {"action": "SCMP_ACT_ALLOW"}
    if error != _ALLOWED:
        action = {"action": "SCMP_ACT_ERRNO", "errnoRet": error}
    arguments = [
        {
            "index": argument,
            "value": pattern.mask,
            "valueTwo": pattern.value,
            "op": "SCMP_CMP_MASKED_EQ",
        }
        for argument, pattern in sorted(box.items())
    ]
    return {"names": list(names), **action, "args": arguments}
