"""The comments that Exercism's analyzers have today: all of them can be shown."""

import os
import re
from pathlib import Path

import pytest

from kriterion.authoring.comments.comment_check import check_comments
from kriterion.exercises.comment_library import CommentFile, list_comments, load_comments
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files
from kriterion.feedback.analysis.prepared_comments import prepare_comments
from kriterion.feedback.viewer import Viewer
from kriterion.markup.html.plain_text import read_html
from kriterion.markup.markdown.exercism_comment import render_comment
from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis, Comment
from kriterion_tools.contracts.exercism_analyzer.templates import find_placeholders
from kriterion_tools.diagnostic import Severity

REFERENCES = os.environ.get("KRITERION_REFERENCES", "")
LIBRARY = Path(REFERENCES, "exercism+website-copy", "analyzer-comments")

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES, reason="KRITERION_REFERENCES names no directory"),
]

# No pointer leads to it: its name is a pointer itself.
UNREACHABLE = "javascript/general/javascript.general.remove_stub_throw.md"
NAMED_IN_TITLE = "crystal.weighing-machine.missing_method"
# The backticks of its fence are escaped.
NO_FENCE = "typescript.general.prefer_explicit_return_type"


@pytest.fixture(scope="module")
def comments() -> list[CommentFile]:
    return list(list_comments(Files(LIBRARY.resolve()), Problems()))


@pytest.fixture(scope="module")
def texts(comments: list[CommentFile]) -> dict[str, str]:
    texts, problems = load_comments([LIBRARY], (comment.pointer for comment in comments), "en")
    assert not problems
    return texts


def test_every_file_is_a_comment_that_can_be_shown(
    comments: list[CommentFile], texts: dict[str, str]
) -> None:
    assert len(comments) + 1 == len(list(LIBRARY.rglob("*.md"))) == 519
    assert render_comment((LIBRARY / UNREACHABLE).read_text())
    for pointer, text in texts.items():
        params = {
            name: f"https://value{number}.example"
            for number, name in enumerate(find_placeholders(text))
        }
        prepared = prepare_comments(
            Analysis(comments=(Comment(pointer=pointer, params=params),)), texts, Viewer()
        )
        assert prepared.faults == ()
        (comment,) = prepared.comments
        output = read_html(comment.html).plain
        lost = [name for name, value in params.items() if value not in output + comment.html]
        assert lost == (["method_name"] if pointer == NAMED_IN_TITLE else []), pointer
        assert not re.search(r"%\{|%%", output), pointer
        assert "<h1" not in comment.html
        assert ("```" in output) is (pointer == NO_FENCE), pointer


def test_placeholders_the_website_shows_raw_are_filled_in(texts: dict[str, str]) -> None:
    raw = [
        (pointer, placeholder)
        for pointer, text in texts.items()
        for placeholder in re.findall(r"%\{([\w./-]*[./-][\w./-]*)\}", text)
    ]
    assert len(raw) == 32
    assert len({pointer for pointer, _ in raw}) == 18
    for pointer, name in raw:
        analysis = Analysis(comments=(Comment(pointer=pointer, params={name: "filled"}),))
        (comment,) = prepare_comments(analysis, texts, Viewer()).comments
        assert "filled" in comment.html


def test_the_faults_of_the_library_are_found() -> None:
    report = check_comments("website-copy", LIBRARY)
    grave = [
        (finding.file, finding.where, finding.what)
        for finding in report.findings
        if finding.severity is not Severity.NOTICE
    ]
    no_placeholder = [
        ("prefer_const_over_let_and_var", 3, "kind"),
        ("prefer_const_over_let_and_var", 3, "name"),
        ("prefer_explicit_return_type", 7, "signature"),
        ("unexpected_boxed_type", 3, "literal.type"),
        ("unexpected_boxed_type", 3, "boxed.type"),
        ("unexpected_required_parameter", 3, "parameter.name"),
        ("unexpected_required_parameter", 9, "parameter.name"),
        ("unexpected_required_parameter", 9, "parameter.type"),
        ("unexpected_required_parameter", 17, "parameter.name"),
        ("unexpected_required_parameter", 17, "parameter.type"),
    ]
    assert sorted(grave) == sorted(
        [
            (
                "crystal/collatz-conjecture/modulo.md",
                "line 4",
                "contains a link without an address",
            ),
            ("crystal/darts/hypot.md", "line 14", "contains a % that does not start a placeholder"),
            (
                f"{NAMED_IN_TITLE.replace('.', '/')}.md",
                "",
                "%{method_name} is used only in the title, which is not displayed",
            ),
            (UNREACHABLE, "", "cannot be reached by any pointer"),
            (
                f"{NO_FENCE.replace('.', '/')}.md",
                "line 6",
                "contains a fence that does not enclose code (other lines: 8)",
            ),
            *(
                (
                    f"typescript/general/{name}.md",
                    f"line {line}",
                    f"${{'{placeholder}'}} is not a valid placeholder",
                )
                for name, line, placeholder in no_placeholder
            ),
        ]
    )
    notices = [finding for finding in report.findings if finding.severity is Severity.NOTICE]
    assert len([finding for finding in notices if "has no title" in finding.what]) == 10
    assert len([finding for finding in notices if "comments should avoid" in finding.what]) > 50
