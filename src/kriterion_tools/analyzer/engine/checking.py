"""Check rule files: try every pattern and query, and run every rule on its examples."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import tree_sitter
import yaml
from ast_grep_py import SgNode

from kriterion_tools.analyzer.engine.patterns import (
    UNKNOWN,
    VARIABLE,
    UnusableRule,
    check_pattern,
    parse_code,
)
from kriterion_tools.analyzer.engine.queries import BadQuery, Queries
from kriterion_tools.analyzer.engine.rule import (
    CAPTURE,
    Lint,
    Measure,
    Pattern,
    Query,
    Rule,
    RuleFile,
)
from kriterion_tools.analyzer.engine.rule_fault import RuleFault
from kriterion_tools.analyzer.engine.rule_reader import read_rules
from kriterion_tools.analyzer.engine.rule_search import Finder, RuleLeftOut, list_lint_codes
from kriterion_tools.analyzer.engine.shipped import load_rulebook
from kriterion_tools.analyzer.engine.yaml_places import YamlDocument, walk
from kriterion_tools.analyzer.findings.linters import Linters
from kriterion_tools.analyzer.findings.linting import CAPTURES
from kriterion_tools.analyzer.measures.measure_catalog import MEASURES
from kriterion_tools.analyzer.source import Source
from kriterion_tools.grammars import find_grammar
from kriterion_tools.linter_catalog import find_linter, list_linters
from kriterion_tools.solution.parsing import find_first_error_line, parse

MAXIMUM_EXAMPLE = 20_000  # characters
PATIENCE = 60.0  # seconds for a linter on an example; long, since only the author of the rule waits

# Metavariables, which stand for a piece of code in a pattern.
_ANY = re.compile(r"\$(\$\$)?[A-Z_][A-Z0-9_]*|\$\$\$")


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckedFile:
    """The result of checking a file. `file` is None if all of it is unusable."""

    file: RuleFile | None
    faults: tuple[RuleFault, ...]


def check_file(text: str, name: str) -> CheckedFile:
    """Check the text of the rule file called `name`."""
    file, faults = read_rules(text, name, examples=True)
    if file is None:
        return CheckedFile(file=None, faults=tuple(faults))
    nodes = _locate_rules(text, name)
    for rule in file.rules:
        faults += _check_rule(rule, file.languages, nodes.get(rule.line))
    faults.sort(key=lambda fault: (fault.line, fault.column))
    return CheckedFile(file=file, faults=tuple(faults))


def check_disabled(files: Sequence[RuleFile]) -> Iterator[RuleFault]:
    """Report disabled rules that neither another of these files nor our own files define."""
    for file in files:
        known = {rule.id for other in files if other is not file for rule in other.rules}
        for language in file.languages:
            for slug in file.exercises or ("",):
                known |= {rule.id for rule in load_rulebook(language, slug).rules}
        for identity in sorted(file.disabled - known):
            what = f"cannot disable {identity!r}: unknown rule"
            yield RuleFault(file=file.name, what=what, grave=False)


def find_failing_examples(rule: Rule, language: str) -> Iterator[str]:
    """Describe each example in a language that the rule treats wrongly."""
    for must_match, examples in ((True, rule.examples.match), (False, rule.examples.passing)):
        for number, text in enumerate(examples, start=1):
            kind = "match" if must_match else "pass"
            problem = _describe_example(rule, language, text, must_match=must_match)
            if problem:
                yield f"example {number} of {kind!r} {problem}"


def _describe_example(rule: Rule, language: str, text: str, *, must_match: bool) -> str:
    if len(text) > MAXIMUM_EXAMPLE:
        return f"is longer than {MAXIMUM_EXAMPLE:,} characters"
    source = _parse_example(text, language)
    if isinstance(source, str):
        return source
    codes = list_lint_codes((rule,))
    lints = Linters({source.path: text}, codes, language, seconds=PATIENCE).matches()
    finder = Finder(language, (source,), (rule,), lints)
    try:
        matches = finder.find(rule)
    except RuleLeftOut as reason:
        return f"cannot be tried: {reason}"
    if bool(matches) is not rule.absent:
        return "" if must_match else f"({language}) must not match, and does"
    return "" if not must_match else f"({language}) must match, and does not"


def _parse_example(text: str, language: str) -> Source | str:
    content = text.encode("utf-8", "replace")
    root = parse(content, tree_sitter.Parser(find_grammar(language)))
    if root is None or root.has_error:
        line = find_first_error_line(root) if root else 1
        return f"is not valid {language}: syntax error in line {line}"
    return Source(path="example", language=language, text=text, content=content, root=root)


def _check_rule(
    rule: Rule, languages: Sequence[str], node: yaml.Node | None
) -> Iterator[RuleFault]:
    """Check a rule that could be read."""
    entries = _list_entries(node)

    def fault(
        key: str, what: str, *, grave: bool = True, below: tuple[int, int] = (0, 0)
    ) -> RuleFault:
        mark = entries[key].start_mark if key in entries else None
        line = mark.line + 1 if mark else rule.line
        column = mark.column + 1 if mark else 0
        if below != (0, 0):
            line, column = _locate_in_file(entries[key], *below)
        problem = f"rule {rule.id}: {what}"
        return RuleFault(file=rule.file, line=line, column=column, what=problem, grave=grave)

    match rule.matcher:
        case Pattern():
            faults = [_find_pattern_fault(rule.matcher, language) for language in languages]
            first_fault = next(filter(None, faults), None)
            if first_fault:
                yield fault("rule", first_fault)
                return
            yield from _check_patterns(rule, languages, entries["rule"])
        case Query():
            for key, text in (("query", rule.matcher.text), ("unless", rule.matcher.unless)):
                for language in languages:
                    try:
                        Queries(language, (Query(text=text),))
                    except BadQuery as bad:
                        yield fault(key, f"{bad} ({language})", below=(bad.line, bad.column))
                        return
        case Lint():
            for language in languages:
                if find_linter(language, rule.matcher.code) is None:
                    yield fault("lint", _explain_unknown_code(language, rule.matcher.code))
                    return
        case Measure():
            pass  # the reader has checked it
    yield from (fault("params", what) for what in _find_unknown_params(rule))
    for language in languages:
        for problem in find_failing_examples(rule, language):
            yield fault("examples", problem)
    if not rule.examples.match:
        yield fault("examples", "has no example that must match", grave=False)
    if not rule.examples.passing:
        yield fault("examples", "has no example that must not match", grave=False)


def _explain_unknown_code(language: str, code: str) -> str:
    examples = [f"{linter.example} ({linter.name})" for linter in list_linters(language)]
    if not examples:
        return f"there is no linter for {language}"
    return f"{code!r} is not a code of a linter for {language}, such as {' or '.join(examples)}"


def _find_pattern_fault(pattern: Pattern, language: str) -> str:
    """Return why ast-grep refuses a pattern, or "" if it accepts it."""
    if language in UNKNOWN:
        return f"ast-grep does not support {language}: write a query"
    try:
        check_pattern(pattern, language)
    except UnusableRule as why:
        return f"ast-grep refuses it for {language}: {why}"
    return ""


def _check_patterns(rule: Rule, languages: Sequence[str], node: yaml.Node) -> Iterator[RuleFault]:
    """Report patterns that are not code of the language: ast-grep accepts them but never finds a
    match.
    """
    for key, child in walk(node):
        is_code = key in ("pattern", "context") and isinstance(child, yaml.ScalarNode)
        if not is_code or _ANY.fullmatch(child.value):
            continue
        for language in languages:
            code = _ANY.sub("some", str(child.value))
            if _is_broken(parse_code(code, language)):
                mark = child.start_mark
                what = f"rule {rule.id}: the pattern alone is not valid {language}"
                what += ": give it a context and a selector"
                line, column = mark.line + 1, mark.column + 1
                yield RuleFault(file=rule.file, line=line, column=column, what=what, grave=False)


def _is_broken(node: SgNode) -> bool:
    """Whether the node that ast-grep searches for (the innermost without siblings) has an error."""
    while len(children := node.children()) == 1:
        node = children[0]
    return node.kind() == "ERROR" or node.find(kind="ERROR") is not None


def _find_unknown_params(rule: Rule) -> Iterator[str]:
    """Yield parameters that name something the rule does not capture."""
    for name, value in (rule.params or {}).items():
        if not CAPTURE.fullmatch(value):
            continue
        match rule.matcher:
            case Pattern():
                names = {match[0] for match in VARIABLE.finditer(str(rule.matcher.config))}
            case Query():
                names = set(re.findall(r"@[\w.-]+", rule.matcher.text))
            case Lint():
                names = set(CAPTURES)
            case Measure():
                names = set(MEASURES[rule.matcher.name].captures)
        if value not in names:
            yield f"the parameter {name!r} is {value}, which the rule does not capture"


def _locate_rules(text: str, name: str) -> dict[int, yaml.Node]:
    """Return the nodes of a file's rules by the line on which they begin."""
    document = YamlDocument(name)
    root = document.root(text)
    entries = _list_entries(root)
    rules = entries.get("rules")
    return (
        {node.start_mark.line + 1: node for node in rules.value}
        if isinstance(rules, yaml.SequenceNode)
        else {}
    )


def _list_entries(node: yaml.Node | None) -> dict[str, yaml.Node]:
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {str(key.value): value for key, value in node.value}


def _locate_in_file(node: yaml.Node, line: int, column: int) -> tuple[int, int]:
    """Translate a position in a text to one in the file; the text of a block begins on the line
    after its "|".
    """
    is_block = getattr(node, "style", None) in ("|", ">")
    if is_block:
        return node.start_mark.line + 1 + line, 0
    return node.start_mark.line + 1, 0
