"""Compile the policy on system calls into a filter program for the kernel."""

import errno
import platform
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache

from kriterion.errors import OperatorError, SandboxUnavailable
from kriterion.sandbox.seccomp.policy import (
    ALLOWED,
    RULES,
    ArgumentCondition,
    CallRule,
    Relaxation,
)
from kriterion.sandbox.seccomp.syscalls import ARCHITECTURES, Architecture


@unique
class ForeignArchitecture(StrEnum):
    """What happens to programs of another architecture (i386 and x32 on x86_64)."""

    KILLED = "killed"
    WATCHED = "watched"  # left to a listener, without which they are unrestricted (listener.py)
    ALLOWED = "allowed"  # by the policy's rules, if there is a table of their calls


@dataclass(frozen=True, kw_only=True, slots=True)
class Filter:
    """The filter for one kind of run. `further` rules extend the policy's."""

    relaxations: frozenset[Relaxation] = frozenset()
    foreign: ForeignArchitecture = ForeignArchitecture.KILLED
    further: tuple[CallRule, ...] = ()

    @property
    def rules(self) -> tuple[CallRule, ...]:
        """Return the applicable rules: for one call, the first match decides."""
        return tuple(
            rule for rule in (*self.further, *RULES) if rule.lifted_by not in self.relaxations
        )

    @property
    def allowed(self) -> frozenset[str]:
        """Return the calls that are allowed if no rule matches."""
        lifted = (rule.calls for rule in RULES if rule.lifted_by in self.relaxations)
        return frozenset(
            call for calls in (*(group.calls for group in ALLOWED), *lifted) for call in calls
        )


STRICT = Filter()


@cache
def compile_filter(machine: str | None = None, filter_: Filter = STRICT) -> bytes:
    """Return the filter for this machine (or another one). Raises as `find_architecture` does."""
    architecture = find_architecture(machine)
    if filter_.foreign is ForeignArchitecture.ALLOWED:
        require_foreign(architecture)
    own = _build_search(_list_branches(architecture, filter_))
    foreign = _ALLOW if filter_.foreign is ForeignArchitecture.WATCHED else _KILL
    return b"".join(_compile(architecture, filter_, own=own, foreign=foreign))


def find_architecture(machine: str | None = None) -> Architecture:
    """Return the architecture of this machine (or another, named as by platform.machine()).

    Raises SandboxUnavailable for a machine whose system calls are not in the table.
    """
    machine = machine or platform.machine()
    if machine not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        raise SandboxUnavailable(
            f"{machine}: the system calls of this machine are not known",
            fix=f"run Kriterion on one of: {known}",
        )
    return ARCHITECTURES[machine]


def require_foreign(architecture: Architecture) -> None:
    """Raise OperatorError if foreign architectures cannot be filtered on this machine."""
    if not architecture.foreign:
        raise OperatorError(
            f"foreign_architectures: no other architecture's system calls are known on"
            f" {architecture.name}",
            fix="remove foreign_architectures from the image in kriterion.toml",
        )


# Classic BPF. Source: Linux, include/uapi/linux/{bpf_common,filter,seccomp}.h.
_LOAD, _AND, _RETURN, _JUMP = 0x20, 0x54, 0x06, 0x05
_JUMP_EQUAL, _JUMP_AT_LEAST = 0x15, 0x35
_ALLOW, _ERROR, _KILL, _NOTIFY = 0x7FFF0000, 0x00050000, 0x80000000, 0x7FC00000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_LONGEST_JUMP = 255  # of a conditional jump
_ABSENT = _ERROR | errno.ENOSYS


@cache
def compile_listener_filter(machine: str | None = None, filter_: Filter = STRICT) -> bytes:
    """Return the filter of a listener: it asks about foreign calls and allows native ones.

    Foreign architectures that are allowed follow the policy. Raises as `compile_filter` does.
    """
    architecture = find_architecture(machine)
    if filter_.foreign is ForeignArchitecture.ALLOWED:
        require_foreign(architecture)
    own = [_encode_instruction(_RETURN, _ALLOW)]
    return b"".join(_compile(architecture, filter_, own=own, foreign=_NOTIFY))


def _encode_instruction(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)


def _compile(
    architecture: Architecture, filter_: Filter, *, own: Sequence[bytes], foreign: int
) -> Iterator[bytes]:
    """Yield the program for native calls, allowed foreign ones, and all others."""
    yield _encode_instruction(_LOAD, _ARCHITECTURE)
    for known in architecture.foreign if filter_.foreign is ForeignArchitecture.ALLOWED else ():
        tree = [_encode_instruction(_LOAD, _NUMBER), *_build_search(_list_branches(known, filter_))]
        yield _encode_instruction(_JUMP_EQUAL, known.audit, if_true=1)
        yield _encode_instruction(_JUMP, len(tree))
        yield from tree
    yield _encode_instruction(_JUMP_EQUAL, architecture.audit, if_true=1)
    yield _encode_instruction(_RETURN, foreign)
    yield _encode_instruction(_LOAD, _NUMBER)
    if architecture.first_foreign is not None:
        yield _encode_instruction(_JUMP_AT_LEAST, architecture.first_foreign, if_false=1)
        yield _encode_instruction(_RETURN, foreign)
    yield from own


_Branch = tuple[int, tuple[bytes, ...]]  # the first number, and the instructions from there on


def _list_branches(architecture: Architecture, filter_: Filter) -> list[_Branch]:
    """Return the instructions for each range of numbers, in order; equal neighbours are merged."""
    names = {number: name for name, number in architecture.numbers.items()}
    allowed = filter_.allowed
    rules = filter_.rules
    branches: list[_Branch] = []
    for number in range(max(names) + 2):
        name = names.get(number, "")
        code = tuple(
            _compile_decision([rule for rule in rules if name in rule.calls], name in allowed)
        )
        if not branches or branches[-1][1] != code:
            branches.append((number, code))
    return branches


def _build_search(branches: Sequence[_Branch]) -> list[bytes]:
    """Return a binary search that keeps the number loaded until it finds its range."""
    if len(branches) == 1:
        return list(branches[0][1])
    half = len(branches) // 2
    below, above = _build_search(branches[:half]), _build_search(branches[half:])
    pivot = branches[half][0]
    if len(below) <= _LONGEST_JUMP:
        return [_encode_instruction(_JUMP_AT_LEAST, pivot, if_true=len(below)), *below, *above]
    jumps = [
        _encode_instruction(_JUMP_AT_LEAST, pivot, if_false=1),
        _encode_instruction(_JUMP, len(below)),
    ]
    return [*jumps, *below, *above]


def _compile_decision(rules: Sequence[CallRule], allowed: bool) -> Iterator[bytes]:
    """Yield the decision about a call: the first matching rule, else the default."""
    for rule in rules:
        yield from _compile_refusal(rule.when, rule.error)
        if not rule.when:
            return
    yield _encode_instruction(_RETURN, _ALLOW if allowed else _ABSENT)


def _compile_refusal(conditions: Sequence[ArgumentCondition], error: int) -> list[bytes]:
    code = [_encode_instruction(_RETURN, _ERROR | error)]
    for condition in reversed(conditions):
        past = len(code)
        skip = {"if_false": past} if condition.equal else {"if_true": past}
        code = [
            _encode_instruction(_LOAD, _ARGUMENTS + 8 * condition.argument),
            _encode_instruction(_AND, condition.mask),
            _encode_instruction(_JUMP_EQUAL, condition.value, **skip),
            *code,
        ]
    return code
