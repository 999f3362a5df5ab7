"""Search all files of a solution for the matches of rules."""

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kriterion_tools.analyzer.engine.candidates import OTHER_GRAMMARS, may_match
from kriterion_tools.analyzer.engine.queries import BadQuery, Queries, compile_queries
from kriterion_tools.analyzer.engine.rule import Lint, Measure, Pattern, Query, Rule
from kriterion_tools.analyzer.engine.rule_conditions import UNKNOWN
from kriterion_tools.analyzer.source import Match, Source

if TYPE_CHECKING:
    from kriterion_tools.analyzer.measures.measurer import Measurer

SECONDS = 10.0  # for all rules together


class RuleLeftOut(Exception):
    """A rule was not run on a solution; the message says why."""


class Finder:
    """Finds the matches of rules in a solution. Work that several rules share is done once.

    `lints` are the matches for each linter's code, or a text that says why there are none.
    """

    def __init__(
        self,
        language: str,
        sources: Sequence[Source],
        rules: Iterable[Rule],
        lints: Mapping[str, Sequence[Match] | str],
    ) -> None:
        self._language = language
        self._sources = sources
        self._lints = lints
        self._queries = [rule for rule in rules if isinstance(rule.matcher, Query)]
        self._queried: dict[Rule, list[Match] | str] | None = None
        self._roots: dict[str, Any] = {}
        self._measurer: Measurer | None = None
        self._deadline = time.monotonic() + SECONDS

    def find(self, rule: Rule) -> list[Match]:
        """Return the matches of a rule. Raises RuleLeftOut if the rule cannot be run."""
        match rule.matcher:
            case Pattern():
                return self._find_pattern(rule, rule.matcher)
            case Query():
                return self._find_query(rule)
            case Lint():
                return _unwrap_matches(self._lints.get(rule.matcher.code, ()))
            case Measure():
                return self._find_measured(rule.matcher)

    def _find_pattern(self, rule: Rule, pattern: Pattern) -> list[Match]:
        # ast-grep is not loaded for languages with only queries, such as OCaml.
        from kriterion_tools.analyzer.engine.patterns import UnusableRule, find, parse_code

        matches: list[Match] = []
        names = frozenset((rule.params or {}).values())
        for source in self._sources:
            # Of an absent rule, nobody may believe that it holds if ast-grep refuses it.
            part = pattern if rule.absent else select_part(pattern, source)
            if part is None:
                continue
            if time.monotonic() > self._deadline:
                raise RuleLeftOut(f"the rules before it took {SECONDS:g} seconds")
            try:
                if source.path not in self._roots:
                    self._roots[source.path] = parse_code(source.text, self._language)
                matches += find(part, source, self._roots[source.path], names)
            except UnusableRule as fault:
                raise RuleLeftOut(str(fault)) from fault
        return matches

    def _find_measured(self, measure: Measure) -> list[Match]:
        # Loaded for rules with a measure only.
        from kriterion_tools.analyzer.measures.measurer import Measurer, TooSlow

        if time.monotonic() > self._deadline:
            raise RuleLeftOut(f"the rules before it took {SECONDS:g} seconds")
        if self._measurer is None:
            self._measurer = Measurer(self._sources)
        try:
            return self._measurer.find(measure.name, measure.options)
        except TooSlow as slow:
            raise RuleLeftOut(str(slow)) from slow

    def _find_query(self, rule: Rule) -> list[Match]:
        if self._queried is None:
            self._queried = self._run_queries()
        return _unwrap_matches(self._queried[rule])

    def _run_queries(self) -> dict[Rule, list[Match] | str]:
        """Return the matches of each rule with a query, or a text that says why there are none."""
        if self._queries and not _is_used_often(self._language, self._queries):
            found = self._run_selected()
            if found is not None:
                return found
        usable, faults = _select_usable(self._language, self._queries)
        if usable:
            queries = compile_queries(self._language, _list_queries(usable))
            faults |= self._run_all(usable, queries)
        return faults

    def _run_selected(self) -> dict[Rule, list[Match] | str] | None:
        """Run only the patterns that a node of the solution may match; None if one is invalid.

        Of an absent rule, run all: nobody may believe that it holds if its query is invalid.
        """
        selected: dict[Rule, Query] = {}
        for rule in self._queries:
            assert isinstance(rule.matcher, Query)
            kept = [
                text
                for text, condition in rule.matcher.patterns or [(rule.matcher.text, UNKNOWN)]
                if rule.absent
                or any(may_match(condition, each.index, self._language) for each in self._sources)
            ]
            if kept:
                selected[rule] = Query(text="\n".join(kept), unless=rule.matcher.unless)
        try:
            queries = compile_queries(self._language, tuple(selected.values()))
        except BadQuery:
            return None
        return {rule: [] for rule in self._queries} | self._run_all([*selected], queries)

    def _run_all(self, rules: Sequence[Rule], queries: Queries) -> dict[Rule, list[Match] | str]:
        matches: list[list[Match]] = [[] for _ in rules]
        for source in self._sources:
            for rule_matches, new in zip(matches, queries.find(source), strict=True):
                rule_matches += new
        return dict(zip(rules, matches, strict=True))


def select_part(pattern: Pattern, source: Source) -> Pattern | None:
    """Return the part of a rule that a file may match, or None. To search in vain takes ast-grep
    longer than to ask, and so does reading alternatives of which no node is one.
    """
    if not pattern.needs.are_met(source):
        return None
    if source.language in OTHER_GRAMMARS:
        return pattern
    alternatives = _list_alternatives(pattern)
    if len(alternatives) < 2:
        return pattern if may_match(pattern.condition, source.index, source.language) else None
    kept = [
        alternative
        for alternative, condition in zip(alternatives, pattern.condition[1:], strict=True)
        if may_match(condition, source.index, source.language)
    ]
    if not kept:
        return None
    return Pattern(config={**pattern.config, "rule": {"any": kept}})


def _list_alternatives(pattern: Pattern) -> Sequence[object]:
    """List the alternatives of a rule that consists of nothing else. Constraints may refer to
    captures of any of them.
    """
    rule = pattern.config.get("rule") if "constraints" not in pattern.config else None
    if not isinstance(rule, dict) or rule.keys() != {"any"} or pattern.condition[0] != "any":
        return ()
    alternatives: list[object] = rule["any"]
    return alternatives


def _is_used_often(language: str, rules: Sequence[Rule]) -> bool:
    """Whether to compile all queries: it takes a second, and later runs less time than a choice."""
    key = (language, _list_queries(rules))
    _times_used[key] = times = _times_used.get(key, 0) + 1
    return times > _FIRST_USES


_FIRST_USES = 20
_times_used: dict[tuple[str, tuple[Query, ...]], int] = {}


def _unwrap_matches(search_result: Sequence[Match] | str) -> list[Match]:
    """Return the matches. Raises RuleLeftOut if `found` is the reason why there are none."""
    if isinstance(search_result, str):
        raise RuleLeftOut(search_result)
    return list(search_result)


def list_lint_codes(rules: Iterable[Rule]) -> Collection[str]:
    """Return the linter codes that rules need."""
    return {rule.matcher.code for rule in rules if isinstance(rule.matcher, Lint)}


def _select_usable(
    language: str, rules: Sequence[Rule]
) -> tuple[Sequence[Rule], dict[Rule, list[Match] | str]]:
    """Return the rules with valid queries, and for each other rule why its query is invalid."""
    if not rules:
        return (), {}
    try:
        compile_queries(language, _list_queries(rules))
    except BadQuery:
        pass  # compile them one by one, to find the invalid ones
    else:
        return rules, {}
    usable: list[Rule] = []
    faults: dict[Rule, list[Match] | str] = {}
    for rule in rules:
        try:
            Queries(language, _list_queries((rule,)))
        except BadQuery as fault:
            faults[rule] = str(fault)
        else:
            usable.append(rule)
    return usable, faults


def _list_queries(rules: Sequence[Rule]) -> tuple[Query, ...]:
    return tuple(rule.matcher for rule in rules if isinstance(rule.matcher, Query))
