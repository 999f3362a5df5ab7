"""How to read a judge's output where documents about Dodona's judges, and judges, differ.

`renderer` and `runner` are Dodona classes named in a judge's record; older documents use other
names. Decision 18 says what each name means here.

Source: dodona-edu/dodona e7be6f0d2, app/models/judge.rb and app/helpers/renderers; the runners
until 6de4a7ba6.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TypeVar

from msgspec.structs import replace

from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    FullOutput,
    Tab,
    Testcase,
)


@unique
class Renderer(StrEnum):
    """How to treat the undeclared `data` of judges such as Pythia."""

    AUTOMATIC = ""  # use it if present
    FEEDBACK_TABLE = "FeedbackTableRenderer"  # ignore it
    PYTHIA = "PythiaRenderer"  # use it if present


@unique
class Runner(StrEnum):
    """What runs a judge; both do the same, here as at Dodona."""

    SUBMISSION = "SubmissionRunner"
    PYTHIA_SUBMISSION = "PythiaSubmissionRunner"


@unique
class AnnotationEnds(StrEnum):
    """The meaning of `rows` and `columns` of an annotation."""

    COUNT = "count"  # numbers of marked rows, and of marked characters on the last one
    LAST_INDEX = "last-index"  # the last row and character, from 0


_RENDERERS = {renderer.value: renderer for renderer in Renderer} | {
    "FeedbackRenderer": Renderer.FEEDBACK_TABLE,
    "PythiaFeedbackRenderer": Renderer.PYTHIA,
}
_RUNNERS = {runner.value: runner for runner in Runner} | {
    "SubmissionRunnner": Runner.SUBMISSION,
    "SubmissionRenderer": Runner.SUBMISSION,
    "PythiaSubmissionRenderer": Runner.PYTHIA_SUBMISSION,
    "PythiaSubmissionRunnner": Runner.PYTHIA_SUBMISSION,
}
_Named = TypeVar("_Named")


def read_renderer(name: str) -> Renderer:
    """Return the renderer of a current or older name. Raises ValueError."""
    return _look_up(name, _RENDERERS)


def read_runner(name: str) -> Runner:
    """Return the runner of a current or older name. Raises ValueError."""
    return _look_up(name, _RUNNERS)


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """How to read the output of one judge."""

    renderer: Renderer = Renderer.AUTOMATIC
    annotation_ends: AnnotationEnds = AnnotationEnds.COUNT

    def read_annotation(self, written: Annotation) -> Annotation:
        """Return the annotation with counts, converted if the judge writes something else.

        An end before its beginning marks one row, or one character.
        """
        if self.annotation_ends is AnnotationEnds.COUNT:
            return written
        rows, column, columns = written.rows, written.column, written.columns
        if rows is not None:
            rows = max(rows - written.row, 0) + 1
        if columns is not None:
            column = column or 0
            first = 0 if rows is not None and rows > 1 else column
            columns = max(columns - first, 0) + 1
        return replace(written, rows=rows, column=column, columns=columns)

    def read_output(self, written: FullOutput) -> FullOutput:
        """Normalise a full output."""
        if self == Dialect():
            return written
        groups = written.groups
        if self.renderer is Renderer.FEEDBACK_TABLE:
            groups = tuple(map(_drop_tab_data, groups))
        annotations = tuple(map(self.read_annotation, written.annotations))
        return replace(written, groups=groups, annotations=annotations)


DODONAS = Dialect()


def _drop_tab_data(tab: Tab) -> Tab:
    return replace(tab, data=None, groups=tuple(map(_drop_context_data, tab.groups)))


def _drop_context_data(context: Context) -> Context:
    """Keep the context's own data, which is for debugging: every renderer uses it."""
    return replace(context, groups=tuple(map(_drop_testcase_data, context.groups)))


def _drop_testcase_data(testcase: Testcase) -> Testcase:
    tests = tuple(replace(test, data=None) for test in testcase.tests)
    return replace(testcase, data=None, tests=tests)


def _look_up(name: str, known: Mapping[str, _Named]) -> _Named:
    """Look up a name, ignoring case. Raises ValueError."""
    value = {word.lower(): value for word, value in known.items()}.get(name.strip().lower())
    if value is None:
        raise ValueError(f"must be one of {_join_names(known)}, not {name!r:.60}")
    return value


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(filter(None, names))
