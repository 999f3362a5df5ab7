"""The rules that apply to solutions of an exercise in a language.

A rule replaces an earlier file's rule with the same id, if both are for all exercises or both for
specific ones; a file can also disable earlier rules.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from kriterion_tools.analyzer.engine.rule import STAGES, Rule, RuleFile
from kriterion_tools.analyzer.engine.rule_fault import RuleFault

SAME_RULES = {"tsx": "typescript"}  # languages to which all rules of another one apply


@dataclass(frozen=True, kw_only=True, slots=True)
class Rulebook:
    """The rules in the order in which they run, stage by stage, and the faults of their files."""

    stages: tuple[tuple[str, tuple[Rule, ...]], ...]
    faults: tuple[RuleFault, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules in that order."""
        return tuple(rule for _, rules in self.stages for rule in rules)


def build_rulebook(
    files: Iterable[RuleFile], language: str, slug: str, faults: Iterable[RuleFault] = ()
) -> Rulebook:
    """Collect the rules of the files that apply to an exercise, the strongest file last."""
    rules: dict[tuple[str, bool], Rule] = {}
    orders: list[tuple[str, ...]] = []
    for file in files:
        if not _is_for_language(file, language) or (file.exercises and slug not in file.exercises):
            continue
        orders.insert(0, file.stages)
        rules = {key: rule for key, rule in rules.items() if key[0] not in file.disabled}
        for rule in file.rules:
            rules[rule.id, rule.specific] = rule
    return Rulebook(
        stages=tuple(
            (stage, tuple(rule for rule in rules.values() if rule.stage == stage))
            for stage in _merge_orders(orders)
        ),
        faults=tuple(faults),
    )


def _merge_orders(orders: Iterable[Sequence[str]]) -> list[str]:
    """Merge the stages of several files, the strongest first. A file orders only the stages that it
    names; where two files contradict each other, the stronger one is right.
    """
    strongest_first = list(orders)
    earlier: dict[str, set[str]] = {}  # for each stage, those that run before it
    for order in strongest_first:
        earlier |= {stage: set() for stage in order if stage not in earlier}
        for first, then in combinations(order, 2):
            if then not in earlier[first]:
                for stage, before in earlier.items():
                    if stage == then or then in before:
                        before |= {first, *earlier[first]}
    weakest_first = dict.fromkeys(stage for order in reversed(strongest_first) for stage in order)
    merged: list[str] = []
    while len(merged) < len(earlier):
        left = (stage for stage in weakest_first if stage not in merged)
        merged.append(next(stage for stage in left if earlier[stage].issubset(merged)))
    return merged or list(STAGES)


def _is_for_language(file: RuleFile, language: str) -> bool:
    return language in file.languages or SAME_RULES.get(language) in file.languages
