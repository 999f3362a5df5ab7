"""Which rule a comment of a tool follows, and what is left when rules are hidden."""

import pytest
from msgspec.structs import replace

from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus
from kriterion.assessment.soft_block import Demands
from kriterion.feedback.automatic_comments import (
    MAXIMUM_RULES,
    AutomaticComment,
    CommentSource,
    find_annotation_rule,
    find_comment_rule,
    list_automatic_comments,
)
from kriterion.feedback.html.assessment_page import render_feedback
from kriterion.feedback.viewer import Viewer
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    Permission,
    Tab,
)
from kriterion_tools.contracts.exercism_analyzer.analysis import (
    Comment,
    CommentPlace,
    CommentType,
)
from tests.feedback.sample import ASSESSMENT

ANALYZER = AnalyzerRecord(
    status=AnalyzerStatus.COMPLETED,
    summary="Nearly there.",
    comments=(
        Comment(pointer="python.names", type=CommentType.ESSENTIAL, params={"name": "x"}),
        Comment(
            pointer="python.names",
            type=CommentType.ESSENTIAL,
            params={"name": "y"},
            places=(CommentPlace(row=4),),
        ),
        Comment(pointer="python.loop", type=CommentType.ACTIONABLE),
        Comment(pointer="python.missing", type=CommentType.ACTIONABLE),
    ),
    texts={"python.names": "# Names\n\nRename `%{name}`.", "python.loop": "Use a loop."},
)
RECORD = replace(ASSESSMENT, analyzer=ANALYZER)


def compute_digest(text: str, **fields: object) -> str:
    return find_annotation_rule(Annotation(row=1, text=text, **fields)).digest  # type: ignore[arg-type]


def list_comments_by(source: CommentSource) -> list[AutomaticComment]:
    return [comment for comment in list_automatic_comments(RECORD) if comment.rule.source is source]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Unused variable 'total'", "Unused variable 'n'"),
        ('the name "a" is short', 'the name "bb" is short'),
        ("line too long (81/79)", "line too long (120/79)"),
        ("rename `x`", "rename  `y`"),
    ],
)
def test_annotations_that_differ_in_names_and_numbers_follow_one_rule(one: str, other: str) -> None:
    assert compute_digest(one) == compute_digest(other)


def test_other_annotations_follow_other_rules() -> None:
    texts = ["Don't use a loop, it isn't short", "Don't use a list, it isn't short", "x", "y"]
    digests = {compute_digest(text) for text in texts} | {
        compute_digest("x", type=AnnotationSeverity.ERROR)
    }
    assert len(digests) == len(texts) + 1


def test_an_address_identifies_the_rule_whatever_the_text() -> None:
    url = "https://linter.example/unused"
    assert compute_digest("one", external_url=url) == compute_digest("other", external_url=url)
    assert compute_digest("one", external_url=url) != compute_digest("one")


def test_an_analyzers_comments_are_listed_once_per_rule_as_students_read_them() -> None:
    names, loop = list_comments_by(CommentSource.ANALYZER)
    assert (names.text, names.demands) == ("Rename `x`.", Demands(essential=2))
    assert (loop.text, loop.demands) == ("Use a loop.", Demands(suggestions=1))
    assert names.rule.code == "python.names"


def test_annotations_in_a_tab_for_staff_are_not_listed() -> None:
    judge = RECORD.judge
    assert judge is not None
    data = {"source_annotations": [{"line": 3, "description": "Secret.", "type": "info"}]}
    hidden = Tab(description="Secret", permission=Permission.STAFF, data=data)
    for tab, expected in ((hidden, False), (replace(hidden, permission=Permission.STUDENT), True)):
        feedback = replace(judge.feedback, groups=(tab,))
        record = replace(RECORD, judge=replace(judge, feedback=feedback))
        texts = [comment.text for comment in list_automatic_comments(record)]
        assert ("Secret." in texts) is expected


def test_a_flood_of_rules_is_limited() -> None:
    comments = tuple(Comment(pointer=f"python.{n}") for n in range(5_000))
    texts = {comment.pointer: "Text." for comment in comments}
    record = replace(RECORD, analyzer=replace(ANALYZER, comments=comments, texts=texts))
    assert len(list_automatic_comments(record)) == MAXIMUM_RULES


def test_a_viewer_does_not_read_what_hidden_rules_comment() -> None:
    annotation = Annotation(row=2, text="Unused variable 'total'")
    judge = RECORD.judge
    assert judge is not None
    output = replace(judge.feedback, annotations=(annotation,))
    record = replace(RECORD, judge=replace(judge, feedback=output))
    names = find_comment_rule(ANALYZER.comments[0]).digest
    html = render_feedback(record, "x", Viewer())
    assert "Rename" in html
    assert "Unused variable" in html
    rules = frozenset({names, find_annotation_rule(annotation).digest})
    html = render_feedback(record, "x", Viewer(hidden_rules=rules))
    assert "Rename" not in html
    assert "Unused variable" not in html
    assert "Use a loop." in html
    assert "Nearly there." in html


def test_comments_name_their_rules_only_where_scripts_need_them() -> None:
    rules = [comment.rule.digest for comment in list_automatic_comments(RECORD)]
    assert "data-rule" not in render_feedback(RECORD, "x", Viewer())
    html = render_feedback(RECORD, "x", Viewer(marks_rules=True))
    assert all(f'data-rule="{rule}"' in html for rule in rules)


def test_the_summary_goes_with_the_last_comment() -> None:
    rules = frozenset(find_comment_rule(comment).digest for comment in ANALYZER.comments)
    html = render_feedback(RECORD, "x", Viewer(hidden_rules=rules))
    assert "Nearly there." not in html
