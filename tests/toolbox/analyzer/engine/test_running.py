"""Rules in stages: what is said, what is not said any more, and what is praised."""

import pytest

from kriterion_tools.contracts.exercism_analyzer.analysis import CommentPlace, CommentType
from tests.toolbox.analyzer.written import analysed, book_of, comment, comments


def call(name: str, more: str = "", stage: str = "idiom", **keys: str) -> str:
    """A rule that holds where a function of that name is called."""
    told = "".join(f"\n    {key}: {value}" for key, value in keys.items())
    return f"""
  - id: {name}{more}
    stage: {stage}
    rule: {{pattern: {name}()}}
    comment: python.general.{name}{more}{told}
"""


def rules(*written: str) -> str:
    return "language: python\nrules:\n" + "".join(written)


def test_comments_come_in_the_order_of_stages_then_of_the_file() -> None:
    book = book_of(rules(call("last", stage="style"), call("first"), call("second")))
    assert comments(book, "last()\nsecond()\nfirst()\n") == [
        "python.general.first",
        "python.general.second",
        "python.general.last",
    ]


def test_nothing_is_said_after_a_stage_with_something_essential() -> None:
    essential = call("grave", stage="essential", type="essential")
    beside = call("beside", stage="essential")
    book = book_of(rules(call("late"), essential, beside, call("early", stage="shape")))
    said = comments(book, "late()\ngrave()\nbeside()\nearly()\n")
    assert said == ["python.general.grave", "python.general.early", "python.general.beside"]
    assert comments(book, "late()\nbeside()\n") == ["python.general.beside", "python.general.late"]


def test_nothing_runs_after_a_rule_that_stops() -> None:
    book = book_of(rules(call("end", stop="true"), call("late", tags="[technique:looping]")))
    found = analysed(book, "end()\nlate()\n")
    assert [one.pointer for one in found.analysis.comments] == ["python.general.end"]
    assert "technique:looping" not in found.tags


def test_nothing_is_said_of_an_approved_shape_and_it_has_all_its_tags() -> None:
    approved = "\n  - {id: ok, stage: shape, rule: {pattern: ok()}, approve: true}\n"
    book = book_of(rules(call("late", tags="[technique:looping]"), approved))
    found = analysed(book, "ok()\nlate()\n")
    assert found.analysis.comments == ()
    assert "technique:looping" in found.tags


def test_an_absent_rule_holds_when_no_file_has_a_match() -> None:
    book = book_of(rules(call("needed", absent="true")))
    assert comments(book, {"a.py": "x()\n", "b.py": "y()\n"}) == ["python.general.needed"]
    assert comments(book, {"a.py": "x()\n", "b.py": "needed()\n"}) == []


def test_a_file_may_have_stages_of_its_own_between_those_of_others() -> None:
    own = "language: python\nexercise: two-fer\nstages: [essential, special, style]\nrules:"
    book = book_of(
        rules(call("idiom"), call("shape", stage="shape")), own + call("own", stage="special")
    )
    stages = [stage for stage, _ in book.stages]
    assert sorted(stages) == ["essential", "idiom", "shape", "special", "style"]
    assert stages.index("shape") < stages.index("essential") < stages.index("idiom")
    assert stages.index("essential") < stages.index("special") < stages.index("style")
    assert len(comments(book, "own()\nidiom()\nshape()\n")) == 3


def test_what_was_said_before_and_is_mended_is_praised() -> None:
    book = book_of(rules(call("bad", praise="python.general.good")))
    before = ["python.general.bad"]
    assert comments(book, "better()\n", earlier=before) == ["python.general.good"]
    assert comments(book, "better()\n", earlier=[]) == []
    assert comments(book, "bad()\n", earlier=before) == ["python.general.bad"]


def test_nothing_is_praised_that_another_rule_still_finds() -> None:
    twin = call("other").replace("python.general.other", "python.general.bad")
    book = book_of(rules(call("bad", praise="python.general.good"), twin))
    assert comments(book, "other()\n", earlier=["python.general.bad"]) == ["python.general.bad"]


@pytest.mark.parametrize("code", ["", "\n\n", "grave()\n"])
def test_neither_nothing_nor_something_worse_is_praised(code: str) -> None:
    essential = call("grave", stage="essential", type="essential")
    book = book_of(rules(call("bad", praise="python.general.good"), essential))
    assert "python.general.good" not in comments(book, code, earlier=["python.general.bad"])


def test_what_nothing_was_looked_for_is_not_praised() -> None:
    broken = "{id: bad, stage: idiom, rule: {kind: nonsense}, comment: p.g.bad, praise: p.g.good}"
    book = book_of(f"language: python\nrules:\n  - {broken}\n")
    found = analysed(book, "x()\n", earlier=["p.g.bad"])
    assert found.analysis.comments == ()
    assert "left out" in found.log[-1]


def test_captured_code_fills_in_the_comment_and_places_have_characters() -> None:
    book = book_of("""
language: python
rules:
  - id: a
    stage: idiom
    rule: {pattern: "$FUNCTION($FIRST, $$$REST)"}
    comment: python.general.a
    params: {function: $FUNCTION, rest: $$$REST, how: well, none: $NOTHING}
""")
    only = comment(book, "é = '😀'; f(1, 'x', y)\n")
    assert dict(only.params) == {"function": "f", "rest": "'x', y", "how": "well", "none": ""}
    assert only.places == (CommentPlace(row=0, column=9, rows=1, columns=12, file="a"),)


def test_all_places_of_one_finding_are_under_one_comment() -> None:
    book = book_of(rules(call("bad")))
    only = comment(book, "bad()\n" * 30)
    assert [place.row for place in only.places] == list(range(20))


def test_a_place_of_several_lines_ends_where_its_code_does() -> None:
    text = "{id: a, stage: idiom, comment: p.g.a, rule: {kind: for_statement}}"
    book = book_of(f"language: python\nrules:\n  - {text}")
    (place,) = comment(book, "if x:\n    for a in b:\n        c()\n\n\nd()\n").places
    assert place == CommentPlace(row=1, column=4, rows=2, columns=11, file="a")


def test_captured_code_has_a_bound() -> None:
    text = "{id: a, stage: idiom, comment: p.g.a, rule: {pattern: f($X)}, params: {x: $X}}"
    only = comment(book_of(f"language: python\nrules:\n  - {text}"), f"f({'a' * 1000})")
    assert len(only.params["x"]) == 200


def test_a_comment_that_says_nothing_of_its_type_is_informative() -> None:
    assert comment(book_of(rules(call("bad"))), "bad()").type is CommentType.INFORMATIVE


def test_a_faulty_rule_costs_itself_and_is_named() -> None:
    faulty = "\n  - {id: f, stage: nowhere, rule: {kind: call}, comment: p.g.f}"
    refused = '\n  - {id: g, stage: idiom, rule: {pattern: "a\\nb"}, comment: p.g.g}'
    book = book_of(rules(call("bad"), faulty, refused))
    found = analysed(book, "bad()\na\nb\n")
    assert [one.pointer for one in found.analysis.comments] == ["python.general.bad"]
    told = "\n".join(found.log)
    assert "0.yaml line 9, column 20: 'nowhere' is none of" in told
    assert "rule g is left out" in told


def test_rules_of_javascript_serve_typescript_and_tsx_where_they_say_so() -> None:
    text = "{id: a, stage: idiom, comment: javascript.general.a, rule: {pattern: var $A = $B}}"
    both = f"languages: [javascript, typescript]\nrules:\n  - {text}"
    for language, code in {
        "typescript": "var a: number = 1;\nvar b = 2;",
        "tsx": "var b = <p/>;",
    }.items():
        book = book_of(both, language=language)
        assert comment(book, code, language).pointer == "javascript.general.a"
        assert not book_of(f"language: javascript\nrules:\n  - {text}", language=language).rules
