"""The filter of system calls as an engine wants it told: our rules, as a profile.

A profile knows no "differs", and takes two comparisons of one argument for alternatives. So every
rule is told in patterns: bits of an argument that must be as they are there.
Source: opencontainers/runtime-spec, config-linux.md, "Seccomp"; opencontainers/runc,
libcontainer/seccomp/seccomp_linux.go.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from kriterion.sandbox.seccomp import RULES, Condition, Rule, find_architecture

_HIGHEST_BIT = 1 << 31


@dataclass(frozen=True, slots=True)
class Pattern:
    """The bits of `mask` are those of `value`."""

    mask: int
    value: int


@cache
def filter_profile(machine: str | None = None) -> bytes:
    """The profile for this machine (or the one named as platform.machine() does).

    The numberings of other machines are not in it, and therefore deadly.
    Raises SandboxUnavailable on a machine whose system calls are not known.
    """
    architecture = find_architecture(machine)
    profile = {
        "defaultAction": "SCMP_ACT_ALLOW",
        "architectures": [architecture.profile_name],
        "syscalls": [
            {
                "names": [name for name in rule.calls if name in architecture.numbers],
                "action": "SCMP_ACT_ERRNO",
                "errnoRet": rule.error,
                "args": arguments,
            }
            for rule in RULES
            for arguments in _alternatives(rule)
        ],
    }
    return json.dumps(profile).encode()


def patterns(conditions: Iterable[Condition]) -> list[Pattern]:
    """What a value fits one of when it meets all conditions, whatever argument they are about."""
    met = [Pattern(0, 0)]
    for condition in conditions:
        met = [
            Pattern(one.mask | other.mask, one.value | other.value)
            for one, other in product(met, _patterns_of(condition))
            if one.value & other.mask == other.value & one.mask
        ]
    return met


def _patterns_of(condition: Condition) -> Iterator[Pattern]:
    """One for what is equal; for what is not, one for each bit that may be the first to differ."""
    if condition.equal:
        yield Pattern(condition.mask, condition.value)
        return
    alike, bit = 0, _HIGHEST_BIT
    while bit:
        if condition.mask & bit:
            yield Pattern(alike | bit, condition.value & alike | ~condition.value & bit)
            alike |= bit
        bit >>= 1


def _alternatives(rule: Rule) -> Iterator[list[dict[str, object]]]:
    """Comparisons of arguments, of which one list must hold whole."""
    arguments = sorted({condition.argument for condition in rule.when})
    fitting = [
        patterns(condition for condition in rule.when if condition.argument == argument)
        for argument in arguments
    ]
    for chosen in product(*fitting):
        yield [
            {
                "index": argument,
                "value": pattern.mask,
                "valueTwo": pattern.value,
                "op": "SCMP_CMP_MASKED_EQ",
            }
            for argument, pattern in zip(arguments, chosen, strict=True)
        ]
