"""Renderers, runners and the ends of annotations, by today's names and older ones."""

import json

import pytest

from kriterion_tools.contracts.dodona_judge.dialect import (
    AnnotationEnds,
    Dialect,
    Renderer,
    Runner,
    read_renderer,
    read_runner,
)
from kriterion_tools.contracts.dodona_judge.output_records import Annotation
from tests.contracts.dodona_judge.writing import CLOSE, START, read, run_command

LAST_INDEX = Dialect(annotation_ends=AnnotationEnds.LAST_INDEX)


@pytest.mark.parametrize(
    ("name", "renderer"),
    [
        ("", Renderer.AUTOMATIC),
        ("FeedbackRenderer", Renderer.FEEDBACK_TABLE),
        ("FeedbackTableRenderer", Renderer.FEEDBACK_TABLE),
        ("PythiaFeedbackRenderer", Renderer.PYTHIA),
        ("PythiaRenderer", Renderer.PYTHIA),
        (" pythiarenderer ", Renderer.PYTHIA),
    ],
)
def test_a_renderer_is_known_by_its_current_and_older_names(name: str, renderer: Renderer) -> None:
    assert read_renderer(name) is renderer


@pytest.mark.parametrize(
    ("name", "runner"),
    [
        ("SubmissionRunner", Runner.SUBMISSION),
        ("SubmissionRunnner", Runner.SUBMISSION),
        ("PythiaSubmissionRunner", Runner.PYTHIA_SUBMISSION),
        ("PythiaSubmissionRenderer", Runner.PYTHIA_SUBMISSION),
    ],
)
def test_a_runner_is_known_by_its_current_and_older_names(name: str, runner: Runner) -> None:
    assert read_runner(name) is runner


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"must be one of .*FeedbackRenderer.*, not 'Rendrer'"):
        read_renderer("Rendrer")
    with pytest.raises(ValueError, match=r"must be one of .*SubmissionRunnner.*, not ''"):
        read_runner("")


@pytest.mark.parametrize(
    ("content", "meant"),
    [
        ({"row": 2}, {"row": 2}),
        ({"row": 2, "rows": 2}, {"row": 2, "rows": 1}),
        ({"row": 2, "rows": 4}, {"row": 2, "rows": 3}),
        ({"row": 2, "rows": 0}, {"row": 2, "rows": 1}),
        ({"row": 2, "column": 4, "columns": 7}, {"row": 2, "column": 4, "columns": 4}),
        ({"row": 2, "column": 4, "columns": 1}, {"row": 2, "column": 4, "columns": 1}),
        ({"row": 2, "columns": 7}, {"row": 2, "column": 0, "columns": 8}),
        (
            {"row": 2, "rows": 3, "column": 4, "columns": 7},
            {"row": 2, "rows": 2, "column": 4, "columns": 8},
        ),
    ],
)
@pytest.mark.parametrize("partial", [True, False])
def test_last_indices_become_counts(
    content: dict[str, int], meant: dict[str, int], partial: bool
) -> None:
    if partial:
        document = START + run_command("annotate-code", text="t", type="info", **content) + CLOSE
    else:
        annotation = {"text": "t", "type": "info", **content}
        full = {"accepted": True, "status": "correct", "annotations": [annotation]}
        document = json.dumps(full).encode()
    completed = read(document, dialect=LAST_INDEX).judgement.completed
    assert completed is not None
    assert completed.annotations == (Annotation(text="t", **meant),)  # type: ignore[arg-type]


def test_a_watcher_is_notified_of_counts() -> None:
    messages: list[object] = []
    read(
        START + run_command("annotate-code", text="t", row=1, rows=2) + CLOSE,
        watch=lambda change: messages.append(change.record),
        dialect=LAST_INDEX,
    )
    assert Annotation(row=1, rows=2, text="t") in messages


PYTHIAS = {
    "accepted": False,
    "status": "wrong",
    "groups": [
        {
            "data": {"source_annotations": [{"line": 1, "description": "d"}]},
            "groups": [
                {
                    "accepted": False,
                    "data": {"statements": "f()"},
                    "groups": [
                        {
                            "accepted": False,
                            "data": {"files": {}},
                            "tests": [{"accepted": False, "data": {"diff": []}}],
                        }
                    ],
                }
            ],
        }
    ],
}


@pytest.mark.parametrize("renderer", list(Renderer))
def test_only_the_feedback_renderer_drops_pythias_additions(renderer: Renderer) -> None:
    content = json.dumps(PYTHIAS).encode()
    completed = read(content, dialect=Dialect(renderer=renderer)).judgement.completed
    assert completed is not None
    (tab,) = completed.groups
    (context,) = tab.groups
    (testcase,) = context.groups
    (test,) = testcase.tests
    data = (tab.data, testcase.data, test.data)
    if renderer is Renderer.FEEDBACK_TABLE:
        assert data == (None, None, None)
    else:
        assert None not in data
    assert context.data == {"statements": "f()"}  # for debugging, whatever the renderer
