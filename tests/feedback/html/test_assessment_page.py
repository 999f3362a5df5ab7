import re
from html import unescape

import pytest
from msgspec.structs import replace

from kriterion.assessment.assessment_record import AssessmentRecord, JudgeRecord
from kriterion.feedback.html.assessment_page import render_feedback
from kriterion.feedback.viewer import Viewer
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    FullOutput,
    Message,
    Permission,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.feedback.golden import assert_golden
from tests.feedback.rendered import render_page
from tests.feedback.sample import ASSESSMENT, OUTPUT
from tests.markup.parsed import list_elements


def get_page(
    assessment: AssessmentRecord = ASSESSMENT, language: str = "en", title: str = "x"
) -> str:
    return render_page(assessment, role=Permission.STUDENT, language=language, title=title)


def judge_output(status: Status, *, accepted: bool, summary: str | None = None) -> AssessmentRecord:
    return replace(
        ASSESSMENT,
        judge=JudgeRecord(
            status=status,
            accepted=accepted,
            summary=summary,
            feedback=FullOutput(accepted=accepted, status=status, description=summary),
        ),
    )


@pytest.mark.parametrize(("role", "language"), [("student", "nl"), ("zeus", "en")])
def test_the_page_of_a_rich_assessment_matches_its_golden_file(
    pytestconfig: pytest.Config, role: str, language: str
) -> None:
    viewer = Viewer(role=Permission(role), translator=load_translator(language))
    html = render_feedback(ASSESSMENT, "Countdown", viewer).replace("><", ">\n<")
    assert_golden(pytestconfig, f"page-{role}-{language}.html", html + "\n")


def test_the_policy_allows_only_our_stylesheet_and_script() -> None:
    policy = next(
        attributes["content"]
        for tag, attributes in list_elements(get_page())
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["img-src"] == "data:"
    assert re.fullmatch(r"'sha256-[\w+/]{43}='", rules["style-src"])
    assert re.fullmatch(r"'sha256-[\w+/]{43}='", rules["script-src"])
    assert rules["base-uri"] == rules["form-action"] == "'none'"


def test_ids_are_unique() -> None:
    ids = [attributes["id"] for _, attributes in list_elements(get_page()) if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_every_link_within_the_page_has_a_target() -> None:
    elements = list_elements(get_page())
    ids = {attributes.get("id") for _, attributes in elements}
    inner = [a["href"][1:] for tag, a in elements if tag == "a" and a["href"].startswith("#")]
    assert inner
    assert set(inner) <= ids


def test_title_and_language_are_escaped() -> None:
    html = get_page(title="</title><script>1</script>", language='"><script>1</script>')
    assert [tag for tag, _ in list_elements(html)].count("script") == 1


def test_the_code_tab_always_exists() -> None:
    assert 'href="#code"' in get_page(judge_output(Status.INTERNAL_ERROR, accepted=False))


def test_a_summary_that_repeats_the_status_is_left_out() -> None:
    for said, is_shown in (("correct", False), (" Correct ", False), ("All fine", True)):
        html = get_page(judge_output(Status.CORRECT, accepted=True, summary=said))
        assert ('class="summary"' in html) is is_shown


def test_a_failing_judge_is_never_the_students_fault() -> None:
    html = get_page(
        judge_output(Status.INTERNAL_ERROR, accepted=False, summary="boom"), language="nl"
    )
    assert "De judge heeft gefaald, je oplossing werd niet beoordeeld." in html
    assert "boom" not in html


def test_a_correct_but_not_accepted_submission_is_not_called_correct() -> None:
    html = get_page(judge_output(Status.CORRECT, accepted=False))
    assert "Not accepted" in html
    assert 'class="verdict wrong"' in html


def test_an_unjudged_submission_has_a_page() -> None:
    html = get_page(AssessmentRecord(submission=ASSESSMENT.submission))
    assert "No tests were run." in html
    assert "code-line-13" in html


def test_a_lone_surrogate_does_not_break_the_page() -> None:
    assert ASSESSMENT.judge is not None
    output = replace(OUTPUT, messages=(Message(description="half \ud83d"),))
    get_page(replace(ASSESSMENT, judge=replace(ASSESSMENT.judge, feedback=output))).encode()


def test_faults_of_the_judge_are_shown_to_staff() -> None:
    text = "Errors in the judge&#x27;s output: 1"  # a message for the staff lists them
    assert text not in get_page()
    assert text in render_page(ASSESSMENT, role=Permission.STAFF, language="en", title="x")


def test_a_compile_error_is_shown_once() -> None:
    error = "SyntaxError: expected ':'"
    annotation = Annotation(row=4, text=error, type=AnnotationSeverity.ERROR)
    record = judge_output(
        Status.COMPILATION_ERROR, accepted=False, summary=f"countdown.py:5: {error}"
    )
    assert record.judge is not None
    excerpt = Message(format="code", description=f"countdown.py:5: {error}\n\n  def f()\n        ^")
    feedback = replace(record.judge.feedback, messages=(excerpt,), annotations=(annotation,))
    html = get_page(replace(record, judge=replace(record.judge, feedback=feedback)))
    assert unescape(html).count(error) == 1
    assert 'href="#code-line-5"' in html


def test_only_the_open_tab_is_shown_before_scripts_are_loaded() -> None:
    html = get_page()
    closed = [
        part.split('"')[1] for part in html.split('<div class="later-panel"><section id=')[1:]
    ]
    assert closed == ["tab-2", "code"]
    opened = [a["id"] for tag, a in list_elements(html) if a.get("class") == "opened"]
    assert opened == ["tab-1-link"]
