"""Read rule files: YAML in, rules and faults out. A faulty rule does not affect the others."""

import re
from collections.abc import Mapping

import yaml

from kriterion_tools.analyzer.engine.needs import find_needs
from kriterion_tools.analyzer.engine.query_conditions import split_query
from kriterion_tools.analyzer.engine.rule import (
    STAGES,
    Examples,
    Lint,
    Matcher,
    Measure,
    Pattern,
    Query,
    Rule,
    RuleFile,
)
from kriterion_tools.analyzer.engine.rule_conditions import find_condition
from kriterion_tools.analyzer.engine.rule_fault import RuleFault
from kriterion_tools.analyzer.engine.yaml_places import YamlDocument, find_line
from kriterion_tools.analyzer.measures.measure_catalog import MEASURES
from kriterion_tools.contracts.exercism_analyzer.analysis import DEFAULT_TYPE, CommentType
from kriterion_tools.languages import SUFFIXES, find_canonical_name

_FILE_KEYS = ("language", "languages", "exercise", "exercises", "stages", "disable", "rules")
_MATCHERS = ("rule", "query", "lint", "measure")
_RULE_KEYS = (
    *("id", "stage", *_MATCHERS, "constraints", "utils", "unless", "unless-said", "absent"),
    *("comment", "type", "params", "tags", "stop", "approve", "praise", "examples"),
)
_POINTER = re.compile(r"[\w-]+(\.[\w-]+)+")
_TAG = re.compile(r"(paradigm|technique|construct|uses):\S.{0,150}")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Keys that are valid for one matcher only.
_BELONGS = {"constraints": "rule", "utils": "rule", "unless": "query"}
_CODE = re.compile(r"[A-Za-z][\w.+ /'-]{0,80}")
_TYPES = tuple(CommentType)


def read_rules(
    text: str, name: str, *, examples: bool = False
) -> tuple[RuleFile | None, list[RuleFault]]:
    """Read the text of the rule file called `name`; return its rules and its faults.

    Without `examples`, examples are not read. The rules are None if the whole file is unusable.
    """
    document = YamlDocument(name)
    root = document.root(text)
    file = None if root is None else _read_file(document, root, examples=examples)
    return file, document.faults


def _read_file(document: YamlDocument, root: yaml.Node, *, examples: bool) -> RuleFile | None:
    entries = document.entries(root, _FILE_KEYS)
    if not isinstance(root, yaml.MappingNode):
        return None
    languages = _read_languages(document, root, entries)
    if not languages:
        return None
    exercises = _read_one_or_more(document, entries, "exercise", "exercises")
    stages = document.texts(entries["stages"]) if "stages" in entries else ()
    stages = tuple(dict.fromkeys(stages)) or STAGES
    disabled = document.texts(entries["disable"]) if "disable" in entries else ()
    rules: dict[str, Rule] = {}
    for node in document.items(entries["rules"]) if "rules" in entries else ():
        rule = _read_rule(document, node, stages, specific=bool(exercises), examples=examples)
        if rule is None:
            continue
        if rule.id in rules:
            what = f"line {rules[rule.id].line} already has a rule {rule.id!r}"
            document.refuse(node, what)
        else:
            rules[rule.id] = rule
    for node in document.items(entries["stages"]) if "stages" in entries else ():
        is_text = isinstance(node, yaml.ScalarNode)  # others are refused already
        if is_text and not any(rule.stage == node.value for rule in rules.values()):
            document.warn(node, f"no rule of this file is in the stage {node.value!r}")
    if not rules and not disabled and not document.faults:
        document.refuse(root, "has no rules")
    return RuleFile(
        name=document.file,
        languages=languages,
        exercises=exercises,
        stages=stages,
        rules=tuple(rules.values()),
        disabled=frozenset(disabled),
    )


def _read_languages(
    document: YamlDocument, root: yaml.Node, entries: Mapping[str, yaml.Node]
) -> tuple[str, ...]:
    written = _read_one_or_more(document, entries, "language", "languages")
    names = tuple(dict.fromkeys(find_canonical_name(name) for name in written))
    for name in names:
        if name not in SUFFIXES:
            place = entries.get("language", entries.get("languages", root))
            document.refuse(place, f"{name!r} is not one of {', '.join(SUFFIXES)}")
    if not written:
        document.refuse(root, "needs the key 'language'")
    return tuple(name for name in names if name in SUFFIXES)


def _read_one_or_more(
    document: YamlDocument, entries: Mapping[str, yaml.Node], single: str, several: str
) -> tuple[str, ...]:
    texts = document.texts(entries[several]) if several in entries else ()
    if single in entries:
        text = document.text(entries[single])
        texts = (text, *texts) if text else texts
    return texts


def _read_rule(
    document: YamlDocument,
    node: yaml.Node,
    stages: tuple[str, ...],
    *,
    specific: bool,
    examples: bool,
) -> Rule | None:
    """Read one rule; add a fault and return None if it is unusable."""
    before = len(document.faults)
    entries = document.entries(node, _RULE_KEYS)
    if not isinstance(node, yaml.MappingNode):
        return None

    def text(key: str) -> str | None:
        return document.text(entries[key]) if key in entries else None

    def flag(key: str) -> bool:
        return key in entries and document.flag(entries[key])

    identity = text("id")
    if identity is None:
        document.refuse(node, "needs the key 'id'")
    elif not _ID.fullmatch(identity):
        document.refuse(
            entries["id"], f"{identity!r}: an id consists of small letters, digits and '-'"
        )
    stage = document.choice(entries["stage"], stages) if "stage" in entries else None
    if stage is None and "stage" not in entries:
        document.refuse(node, f"needs the key 'stage', one of {', '.join(stages)}")
    matcher = _read_matcher(document, node, entries)
    type_ = document.choice(entries["type"], _TYPES) if "type" in entries else None
    rule = Rule(
        id=identity or "",
        file=document.file,
        line=find_line(node),
        matcher=matcher or Query(text=""),
        stage=stage or "",
        specific=specific,
        absent=flag("absent"),
        unless_said=_read_pointers(document, entries["unless-said"])
        if "unless-said" in entries
        else (),
        comment=_read_pointer(document, entries, "comment"),
        type=CommentType(type_) if type_ else DEFAULT_TYPE,
        params=_read_params(document, entries["params"]) if "params" in entries else None,
        tags=_read_tags(document, entries["tags"]) if "tags" in entries else (),
        stop=flag("stop"),
        approve=flag("approve"),
        praise=_read_pointer(document, entries, "praise"),
        examples=_read_examples(document, entries["examples"])
        if examples and "examples" in entries
        else Examples(),
    )
    if not (rule.comment or rule.tags or rule.approve or rule.stop):
        document.refuse(node, "has no effect: give it comment, tags, approve or stop")
    if rule.praise and not rule.comment:
        document.refuse(entries["praise"], "praise needs a comment in the same rule")
    return None if any(fault.grave for fault in document.faults[before:]) else rule


def _read_matcher(
    document: YamlDocument, node: yaml.Node, entries: Mapping[str, yaml.Node]
) -> Matcher | None:
    given = [key for key in _MATCHERS if key in entries]
    if len(given) != 1:
        document.refuse(node, f"needs one of the keys {', '.join(_MATCHERS)}, and has {len(given)}")
        return None
    for key, matcher in _BELONGS.items():
        if key in entries and matcher not in given:
            document.refuse(entries[key], f"{key!r} goes with {matcher!r}")
    if given == ["rule"]:
        keys = ("rule", "constraints", "utils")
        config = {key: document.code(entries[key]) for key in keys if key in entries}
        return Pattern(config=config, needs=find_needs(config), condition=find_condition(config))
    if given == ["measure"]:
        return _read_measure(document, entries["measure"])
    text = document.text(entries[given[0]])
    if text is None:
        return None
    if given == ["query"]:
        unless = document.text(entries["unless"]) if "unless" in entries else None
        return Query(text=text, unless=unless or "", patterns=split_query(text))
    if not _CODE.fullmatch(text):
        what = "is not a linter's code, such as F401 (ruff) or no-unused-vars (eslint)"
        document.refuse(entries["lint"], f"{text!r} {what}")
    return Lint(code=text)


def _read_measure(document: YamlDocument, node: yaml.Node) -> Measure | None:
    """Read a measure: one name with its options."""
    entries = document.entries(node, tuple(MEASURES))
    if not isinstance(node, yaml.MappingNode):
        return None
    if len(node.value) != 1:
        document.refuse(node, f"needs one of {', '.join(MEASURES)}, and has {len(node.value)}")
        return None
    for name, value in entries.items():
        return Measure(name=name, options=_read_options(document, value, name))
    return None


def _read_options(document: YamlDocument, node: yaml.Node, name: str) -> dict[str, int]:
    options = MEASURES[name].options
    given = document.entries(node, tuple(options))
    if not options:
        for value in given.values():
            document.refuse(value, f"{name!r} has no options")
    values: dict[str, int] = {}
    for key, option in options.items():
        if key in given:
            values[key] = document.number(given[key], option.least, option.most)
        elif option.default is not None:
            values[key] = option.default
        elif isinstance(node, yaml.MappingNode):
            document.refuse(node, f"{name!r} needs the key {key!r}")
    return values


def _read_pointer(document: YamlDocument, entries: Mapping[str, yaml.Node], key: str) -> str | None:
    if key not in entries:
        return None
    pointer = document.text(entries[key])
    if pointer is not None:
        _check_pointer(document, entries[key], pointer)
    return pointer


def _read_pointers(document: YamlDocument, node: yaml.Node) -> tuple[str, ...]:
    pointers = document.texts(node)
    for pointer in pointers:
        _check_pointer(document, node, pointer)
    return pointers


def _check_pointer(document: YamlDocument, node: yaml.Node, pointer: str) -> None:
    if not _POINTER.fullmatch(pointer):
        document.refuse(node, f"{pointer!r} is not a pointer such as python.general.dead-code")


def _read_params(document: YamlDocument, node: yaml.Node) -> dict[str, str]:
    texts = {name: document.text(value) for name, value in document.entries(node).items()}
    return {name: value for name, value in texts.items() if value is not None}


def _read_tags(document: YamlDocument, node: yaml.Node) -> tuple[str, ...]:
    tags = document.texts(node)
    for tag in tags:
        if not _TAG.fullmatch(tag):
            form = "write paradigm, technique, construct or uses, then ':' and a name"
            document.refuse(node, f"{tag!r} is not a tag: {form}")
    return tags


def _read_examples(document: YamlDocument, node: yaml.Node) -> Examples:
    entries = document.entries(node, ("match", "pass"))
    return Examples(
        match=document.texts(entries["match"]) if "match" in entries else (),
        passing=document.texts(entries["pass"]) if "pass" in entries else (),
    )
