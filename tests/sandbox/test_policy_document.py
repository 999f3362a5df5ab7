"""The manual says of every system call what the policy does, in a section made of the policy."""

import errno
from collections.abc import Iterator
from pathlib import Path

from kriterion.sandbox.seccomp.policy import ABSENT, ALLOWED, RULES, ArgumentCondition, CallRule
from tests.conftest import Golden

DOCUMENT = Path(__file__).parents[2] / "docs" / "contributor" / "sandbox.md"
BEGIN, END = (
    "<!-- made by tests/sandbox/test_policy_document.py -->\n",
    "<!-- made until here -->\n",
)


def test_the_manual_lists_every_system_call_with_its_reason(golden: Golden) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert (text.count(BEGIN), text.count(END)) == (1, 1)
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    golden(DOCUMENT, f"{before}{BEGIN}{''.join(make_section())}{END}{after}")


def make_section() -> Iterator[str]:
    yield "**Allowed**, unless an argument is refused below:\n\n| calls | why |\n|---|---|\n"
    for group in ALLOWED:
        yield f"| {_join_names(group.calls)} | {group.reason} |\n"
    yield "\n**Refused**:\n\n| calls | when | error | why | unless |\n|---|---|---|---|---|\n"
    for rule in RULES:
        yield (
            f"| {_join_names(rule.calls)} | {_join_conditions(rule)}"
            f" | {errno.errorcode[rule.error]} | {rule.reason}"
            f" | {f'`{rule.lifted_by}`' if rule.lifted_by else ''} |\n"
        )
    yield "\n**Absent**, like every call that is not listed (ENOSYS):\n\n"
    yield "| calls | why |\n|---|---|\n"
    for group in ABSENT:
        yield f"| {_join_names(group.calls)} | {group.reason} |\n"


def _join_names(calls: tuple[str, ...]) -> str:
    return ", ".join(f"`{call}`" for call in sorted(calls, key=lambda call: call.lstrip("_")))


def _join_conditions(rule: CallRule) -> str:
    return " and ".join(dict.fromkeys(map(_describe_condition, _merge_all(rule.when))))


def _merge_all(
    conditions: tuple[ArgumentCondition, ...],
) -> Iterator[tuple[ArgumentCondition, list[int]]]:
    """Merge conditions that differ only in their values."""
    values_of: dict[tuple[int, int, bool], list[int]] = {}
    for condition in conditions:
        values_of.setdefault((condition.argument, condition.mask, condition.equal), []).append(
            condition.value
        )
    for (argument, mask, equal), values in values_of.items():
        yield ArgumentCondition(argument=argument, value=values[0], mask=mask, equal=equal), values


def _describe_condition(merged: tuple[ArgumentCondition, list[int]]) -> str:
    condition, values = merged
    masked = condition.mask != 0xFFFFFFFF
    subject = f"argument {condition.argument + 1}"
    if masked and values == [0] and not condition.equal:
        return f"{subject} has bits of {condition.mask:#o}"
    if masked:
        subject += f" & {condition.mask:#x}"
    text = ", ".join(str(value) if value < 4096 else f"{value:#x}" for value in values)
    return f"{subject} is {text}" if condition.equal else f"{subject} is not one of {text}"
