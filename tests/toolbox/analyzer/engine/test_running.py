"""Rules in stages: what is said, what is not said any more, and what is praised."""

import pytest

from kriterion_tools.analyzer.measures import token_outline
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentPlace, CommentType
from tests.toolbox.analyzer.written import analyse_code, build_book, get_comment, list_comments


def call(name: str, more: str = "", stage: str = "idiom", **keys: str) -> str:
    """A rule that holds where a function of that name is called."""
    text = "".join(f"\n    {key}: {value}" for key, value in keys.items())
    return f"""
  - id: {name}{more}
    stage: {stage}
    rule: {{pattern: {name}()}}
    comment: python.general.{name}{more}{text}
"""


def make_rules(*written: str) -> str:
    return "language: python\nrules:\n" + "".join(written)


def test_comments_are_ordered_by_stage_then_by_file() -> None:
    book = build_book(make_rules(call("last", stage="style"), call("first"), call("second")))
    assert list_comments(book, "last()\nsecond()\nfirst()\n") == [
        "python.general.first",
        "python.general.second",
        "python.general.last",
    ]


def test_no_comments_follow_a_stage_with_an_essential_one() -> None:
    essential = call("grave", stage="essential", type="essential")
    beside = call("beside", stage="essential")
    book = build_book(make_rules(call("late"), essential, beside, call("early", stage="shape")))
    listed = list_comments(book, "late()\ngrave()\nbeside()\nearly()\n")
    assert listed == ["python.general.grave", "python.general.early", "python.general.beside"]
    assert list_comments(book, "late()\nbeside()\n") == [
        "python.general.beside",
        "python.general.late",
    ]


def test_nothing_runs_after_a_stopping_rule() -> None:
    book = build_book(
        make_rules(call("end", stop="true"), call("late", tags="[technique:looping]"))
    )
    analysis = analyse_code(book, "end()\nlate()\n")
    assert [selected.pointer for selected in analysis.analysis.comments] == ["python.general.end"]
    assert "technique:looping" not in analysis.tags


def test_an_approved_solution_gets_no_comments_and_all_its_tags() -> None:
    approved = "\n  - {id: ok, stage: shape, rule: {pattern: ok()}, approve: true}\n"
    book = build_book(make_rules(call("late", tags="[technique:looping]"), approved))
    analysis = analyse_code(book, "ok()\nlate()\n")
    assert analysis.analysis.comments == ()
    assert "technique:looping" in analysis.tags


def test_an_absence_rule_matches_if_no_file_matches() -> None:
    book = build_book(make_rules(call("needed", absent="true")))
    assert list_comments(book, {"a.py": "x()\n", "b.py": "y()\n"}) == ["python.general.needed"]
    assert list_comments(book, {"a.py": "x()\n", "b.py": "needed()\n"}) == []


@pytest.mark.parametrize(
    ("orders", "merged"),
    [
        (["[a, b, c]", "[c]", "[a]"], "abc"),
        (["[a, b, c]", "[a]", "[c]"], "abc"),
        (["[a, b, c]", "[b, own]", "[c]"], "abcown"),
        (["[a, b, c]", "[b, own, c]", "[a]"], "abownc"),
        (["[a, b]", "[b, a]"], "ba"),
        (["[a, b]", "[b, a]", "[a, b]"], "ab"),
    ],
)
def test_a_file_orders_the_stages_it_names_and_the_stronger_file_is_right(
    orders: list[str], merged: str
) -> None:
    book = build_book(*(f"language: python\nstages: {order}\n" for order in orders))
    assert "".join(stage for stage, _ in book.stages) == merged


def test_the_stages_of_a_file_can_be_placed_between_others() -> None:
    own = "language: python\nexercise: two-fer\nstages: [essential, special, style]\nrules:"
    book = build_book(
        make_rules(call("idiom"), call("shape", stage="shape")), own + call("own", stage="special")
    )
    stages = [stage for stage, _ in book.stages]
    assert sorted(stages) == ["essential", "idiom", "shape", "special", "style"]
    assert stages.index("shape") < stages.index("essential") < stages.index("idiom")
    assert stages.index("essential") < stages.index("special") < stages.index("style")
    assert len(list_comments(book, "own()\nidiom()\nshape()\n")) == 3


def test_fixing_an_earlier_comment_is_praised() -> None:
    book = build_book(make_rules(call("bad", praise="python.general.good")))
    before = ["python.general.bad"]
    assert list_comments(book, "better()\n", earlier=before) == ["python.general.good"]
    assert list_comments(book, "better()\n", earlier=[]) == []
    assert list_comments(book, "bad()\n", earlier=before) == ["python.general.bad"]


def test_no_praise_for_what_another_rule_still_finds() -> None:
    twin = call("other").replace("python.general.other", "python.general.bad")
    book = build_book(make_rules(call("bad", praise="python.general.good"), twin))
    assert list_comments(book, "other()\n", earlier=["python.general.bad"]) == [
        "python.general.bad"
    ]


@pytest.mark.parametrize("code", ["", "\n\n", "grave()\n"])
def test_no_praise_for_an_empty_or_worse_solution(code: str) -> None:
    essential = call("grave", stage="essential", type="essential")
    book = build_book(make_rules(call("bad", praise="python.general.good"), essential))
    assert "python.general.good" not in list_comments(book, code, earlier=["python.general.bad"])


def test_no_praise_for_rules_that_did_not_run() -> None:
    broken = "{id: bad, stage: idiom, rule: {kind: nonsense}, comment: p.g.bad, praise: p.g.good}"
    book = build_book(f"language: python\nrules:\n  - {broken}\n")
    analysis = analyse_code(book, "x()\n", earlier=["p.g.bad"])
    assert analysis.analysis.comments == ()
    assert "left out" in analysis.log[-1]


def test_captured_code_fills_the_comment_and_columns_count_characters() -> None:
    book = build_book("""
language: python
rules:
  - id: a
    stage: idiom
    rule: {pattern: "$FUNCTION($FIRST, $$$REST)"}
    comment: python.general.a
    params: {function: $FUNCTION, rest: $$$REST, how: well, none: $NOTHING}
""")
    only = get_comment(book, "é = '😀'; f(1, 'x', y)\n")
    assert dict(only.params) == {"function": "f", "rest": "'x', y", "how": "well", "none": ""}
    assert only.places == (CommentPlace(row=0, column=9, rows=1, columns=12, file="a"),)


def test_all_locations_of_a_finding_share_one_comment() -> None:
    book = build_book(make_rules(call("bad")))
    only = get_comment(book, "bad()\n" * 30)
    assert [place.row for place in only.places] == list(range(20))


def test_a_location_of_several_lines_ends_with_its_code() -> None:
    text = "{id: a, stage: idiom, comment: p.g.a, rule: {kind: for_statement}}"
    book = build_book(f"language: python\nrules:\n  - {text}")
    (place,) = get_comment(book, "if x:\n    for a in b:\n        c()\n\n\nd()\n").places
    assert place == CommentPlace(row=1, column=4, rows=2, columns=11, file="a")


def test_captured_code_is_limited() -> None:
    text = "{id: a, stage: idiom, comment: p.g.a, rule: {pattern: f($X)}, params: {x: $X}}"
    only = get_comment(build_book(f"language: python\nrules:\n  - {text}"), f"f({'a' * 1000})")
    assert len(only.params["x"]) == 200


def test_a_comment_without_a_type_is_informative() -> None:
    assert get_comment(build_book(make_rules(call("bad"))), "bad()").type is CommentType.INFORMATIVE


def test_a_faulty_rule_costs_only_itself_and_is_named() -> None:
    faulty = "\n  - {id: f, stage: nowhere, rule: {kind: call}, comment: p.g.f}"
    refused = '\n  - {id: g, stage: idiom, rule: {pattern: "a\\nb"}, comment: p.g.g}'
    book = build_book(make_rules(call("bad"), faulty, refused))
    analysis = analyse_code(book, "bad()\na\nb\n")
    assert [selected.pointer for selected in analysis.analysis.comments] == ["python.general.bad"]
    text = "\n".join(analysis.log)
    assert "0.yaml line 9, column 20: 'nowhere' is not one of" in text
    assert "rule g is left out" in text


def test_javascript_rules_apply_to_typescript_and_tsx_on_request() -> None:
    text = "{id: a, stage: idiom, comment: javascript.general.a, rule: {pattern: var $A = $B}}"
    both = f"languages: [javascript, typescript]\nrules:\n  - {text}"
    for language, code in {
        "typescript": "var a: number = 1;\nvar b = 2;",
        "tsx": "var b = <p/>;",
    }.items():
        book = build_book(both, language=language)
        assert get_comment(book, code, language).pointer == "javascript.general.a"
        assert not build_book(f"language: javascript\nrules:\n  - {text}", language=language).rules


MEASURED = """
  - id: branches
    stage: style
    measure: {branches-of-function: {above: 2}}
    comment: python.general.branches
    params: {name: $NAME, count: $COUNT, limit: $LIMIT}
"""


def test_a_measure_points_to_the_function_with_what_was_measured() -> None:
    code = "def f(a):\n    if a:\n        if b:\n            c()\n\ndef g():\n    pass\n"
    (comment,) = analyse_code(build_book(make_rules(MEASURED)), code).analysis.comments
    assert comment.params == {"name": "f", "count": "3", "limit": "2"}
    assert [(place.row, place.rows) for place in comment.places] == [(0, 1)]


def test_a_file_that_takes_too_long_to_walk_costs_only_its_measures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(token_outline, "SECONDS", -1.0)
    monkeypatch.setattr(token_outline, "CLOCK_INTERVAL", 1)
    analysis = analyse_code(build_book(make_rules(MEASURED, call("f"))), "f()\n")
    assert [comment.pointer for comment in analysis.analysis.comments] == ["python.general.f"]
    assert any("rule branches is left out: " in line for line in analysis.log)


def test_a_rule_is_silent_on_lines_for_which_another_comment_says_it() -> None:
    general = call("f", "2", **{"unless-said": "[python.general.f]"})
    special = call("f")
    assert list_comments(build_book(make_rules(special, general)), "f()\n") == ["python.general.f"]
    assert list_comments(build_book(make_rules(general)), "f()\n") == ["python.general.f2"]
    other = list_comments(build_book(make_rules(call("g"), general)), "g()\nf()\n")
    assert other == ["python.general.g", "python.general.f2"]
