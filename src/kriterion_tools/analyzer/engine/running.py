"""Run rules stage by stage, until a stage makes an essential comment."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from kriterion_tools.analyzer.engine.rule import CAPTURE, Lint, Query, Rule
from kriterion_tools.analyzer.engine.rule_search import Finder, RuleLeftOut
from kriterion_tools.analyzer.engine.rulebook import Rulebook
from kriterion_tools.analyzer.source import Match
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentPlace, CommentType

LONGEST_PARAM = 200  # characters of captured code


@dataclass(kw_only=True, slots=True)
class RuleComments:
    """All comments that rules make, before the selection of those to show."""

    comments: list[Comment] = field(default_factory=list)
    praise: list[Comment] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    log: list[str] = field(default_factory=list)
    approved: bool = False


def run_rules(book: Rulebook, finder: Finder, earlier: Collection[str]) -> RuleComments:
    """Run the rules. `earlier` are pointers of comments on this student's last submissions."""
    results = RuleComments()
    rule_results = _RuleResults(finder, results.log)
    for _, rules in book.stages:
        stopped = False
        for rule in rules:
            if results.approved and not rule.tags:
                continue
            matches = rule_results.matches(rule)
            if matches is None:
                continue
            results.log.append(f"{rule} holds, {_format_count(len(matches))}")
            results.tags.update(rule.tags)
            if rule.comment and not results.approved:
                matches = _drop_repeated(rule, matches, results.comments)
                if matches or rule.absent:
                    results.comments += _make_comments(rule, rule.comment, matches)
            results.approved |= rule.approve
            if rule.stop:
                stopped = True
                break
        if stopped or any(comment.type is CommentType.ESSENTIAL for comment in results.comments):
            break
    _add_praise(book, rule_results, earlier, results)
    return results


class _RuleResults:
    """Finds out which rules hold; searches for each rule once."""

    def __init__(self, finder: Finder, log: list[str]) -> None:
        self._finder = finder
        self._log = log
        self._known: dict[Rule, list[Match] | None] = {}
        self._left_out: set[Rule] = set()

    def matches(self, rule: Rule) -> list[Match] | None:
        """Return the matches of a rule, or None if the rule does not hold.

        An `absent` rule holds without matches.
        """
        if rule not in self._known:
            self._known[rule] = self._find(rule)
        return self._known[rule]

    def is_refuted(self, rule: Rule) -> bool:
        """Whether the rule was run and does not hold."""
        return self.matches(rule) is None and rule not in self._left_out

    def _find(self, rule: Rule) -> list[Match] | None:
        try:
            matches = self._finder.find(rule)
        except RuleLeftOut as reason:
            self._log.append(f"{rule} is left out: {reason}")
            self._left_out.add(rule)
            return None
        if rule.absent:
            return None if matches else []
        return matches or None


def _drop_repeated(rule: Rule, matches: list[Match], comments: Collection[Comment]) -> list[Match]:
    """Drop what another comment says: a linter's findings on lines where the same comment begins,
    and what is on lines with a comment of `unless_said`.
    """
    if isinstance(rule.matcher, Lint):
        begun = {
            (place.file, place.row)
            for comment in comments
            if comment.pointer == rule.comment
            for place in comment.places
        }
        matches = [match for match in matches if (match.place.file, match.place.row) not in begun]
    if not rule.unless_said:
        return matches
    said = {
        (place.file, row)
        for comment in comments
        if comment.pointer in rule.unless_said
        for place in comment.places
        for row in _list_rows(place)
    }
    return [
        match
        for match in matches
        if said.isdisjoint((match.place.file, row) for row in _list_rows(match.place))
    ]


def _list_rows(place: CommentPlace) -> range:
    return range(place.row, place.row + (place.rows or 1))


def _make_comments(rule: Rule, pointer: str, matches: Sequence[Match]) -> list[Comment]:
    """Return one comment for each set of parameters, with all of its places."""
    places: dict[tuple[tuple[str, str], ...], list[CommentPlace]] = {}
    for match in matches:
        params = _fill_params(rule, match)
        places.setdefault(tuple(params.items()), []).append(match.place)
    if not matches:
        places = {tuple(_fill_params(rule, None).items()): []}
    return [
        Comment(pointer=pointer, type=rule.type, params=dict(params), places=tuple(found_places))
        for params, found_places in places.items()
    ]


def _fill_params(rule: Rule, match: Match | None) -> dict[str, str]:
    captured = match.captured if match is not None else {}
    if rule.params is None:
        named = captured if isinstance(rule.matcher, Query) else {}
        return {
            name[1:]: _shorten(text) for name, text in named.items() if not name.startswith("@_")
        }
    return {
        name: _shorten(captured.get(value, "")) if CAPTURE.fullmatch(value) else value
        for name, value in rule.params.items()
    }


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST_PARAM else f"{text[: LONGEST_PARAM - 1]}…"


def _add_praise(
    book: Rulebook, rule_results: _RuleResults, earlier: Collection[str], results: RuleComments
) -> None:
    """Praise for earlier comments that were heeded: their rules were run, and none holds."""
    if any(comment.type is CommentType.ESSENTIAL for comment in results.comments):
        return
    praising = [rule for rule in book.rules if rule.praise and rule.comment in earlier]
    for rule in praising:
        same_comment = [
            other_rule for other_rule in book.rules if other_rule.comment == rule.comment
        ]
        if rule.praise and all(rule_results.is_refuted(other_rule) for other_rule in same_comment):
            results.praise.append(Comment(pointer=rule.praise, type=CommentType.CELEBRATORY))


def _format_count(matches: int) -> str:
    return "1 match" if matches == 1 else f"{matches:,} matches"
