"""Build a course: everything that learn-ocaml's application reads, incrementally."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kriterion.authoring.building.build_plan import Plan, find_previous
from kriterion.authoring.building.course_documents import encode_course_pages
from kriterion.authoring.building.document_writer import find_clashing_names, write_document
from kriterion.authoring.building.exercise_building import (
    BuildWork,
    Watch,
    build_exercises,
    keep_exercise,
)
from kriterion.authoring.building.measuring import Measure, measure_nothing
from kriterion.authoring.building.page_names import drop_unnameable
from kriterion.authoring.building.scan import Scan, scan
from kriterion.authoring.building.state import State, save_state
from kriterion.authoring.building.swap import replace_directory
from kriterion.authoring.counted_nouns import format_count
from kriterion.authoring.finding import convert_problems, error
from kriterion.errors import OperatorError
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse, load_course
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion.exercises.learn_ocaml.repository_layout import (
    LESSONS,
    PLAYGROUND,
    TUTORIALS,
    find_exercises_directory,
)
from kriterion_tools.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildResult:
    """The result of a build: `facts` and findings. Without `succeeded`, nothing was changed."""

    course: LearnOcamlCourse
    succeeded: bool
    facts: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    built: int = 0
    kept: int = 0


def build(plan: Plan, *, measure: Measure = measure_nothing, watch: Watch) -> BuildResult:
    """Build a course. Errors prevent that, unless the plan says to keep going.

    `measure` finds the maximum scores. Raises OperatorError if the output cannot be written,
    MachineError if the system fails.
    """
    plan.check_output()
    roots = _list_sources(plan)
    previous = find_previous(plan)
    scanned = scan(roots, expected=len(previous.scan) if previous else 0, jobs=plan.jobs)
    course = load_course(plan.root, group_by_directory=plan.group_by_directory)
    findings = convert_problems(course.problems, strict=plan.strict)
    course, unusable = drop_unnameable(course)
    pages = dict(encode_course_pages(course))
    findings += [*unusable, *_remove_clashing_pages(pages)]
    if _is_refused(findings, plan):
        return BuildResult(course=course, succeeded=False, findings=tuple(findings))
    listed = [course.exercises[name] for name in course.tree.walk()]
    measurement = measure([listed_exercise.exercise for listed_exercise in listed])
    measured = measurement.points
    findings += measurement.findings
    if _is_refused(measurement.findings, plan):
        return BuildResult(course=course, succeeded=False, findings=tuple(findings))
    with replace_directory(plan.output) as new:
        kept = {
            listed_exercise.exercise.id
            for listed_exercise in _find_unchanged(listed, measured, previous, scanned)
            if keep_exercise(listed_exercise, plan.output, new)
        }
        rest = [
            listed_exercise for listed_exercise in listed if listed_exercise.exercise.id not in kept
        ]
        work = BuildWork(exercises=rest, into=new, measured=measured)
        again = build_exercises(work, jobs=plan.jobs, watch=watch)
        for problems in again.values():
            findings += convert_problems(problems)
        for name, page in pages.items():
            write_document(new / name, page)
        state = State(
            root=str(plan.root),
            options=plan.options,
            roots=roots,
            scan=scanned,
            measured=measured,
            again=tuple(again),
            facts=_count_contents(course),
            findings=[asdict(finding) for finding in findings],
        )
        save_state(new, state)
    return BuildResult(
        course=course,
        succeeded=True,
        facts=_count_contents(course),
        findings=tuple(findings),
        built=len(rest),
        kept=len(kept),
    )


def _is_refused(findings: Iterable[Diagnostic], plan: Plan) -> bool:
    return not plan.keep_going and any(finding.severity is Severity.ERROR for finding in findings)


def _list_sources(plan: Plan) -> list[str]:
    """Return the directories that the build reads.

    Raises OperatorError if one of them contains the output, or the reverse.
    """
    base = find_exercises_directory(plan.root)
    others = () if base == plan.root else (LESSONS, TUTORIALS, PLAYGROUND)
    roots = [base, *(plan.root / name for name in others)]
    for root in roots:
        if plan.output.is_relative_to(root) or root.is_relative_to(plan.output):
            what = f"the output {plan.output} and the source {root} must not contain each other"
            raise OperatorError(what, fix="choose another output directory")
    return [str(root) for root in roots]


def _remove_clashing_pages(pages: dict[str, Any]) -> Iterator[Diagnostic]:
    """Remove pages whose names clash with others, and yield an error for each."""
    for name in find_clashing_names(pages):
        del pages[name]
        yield error(
            name,
            "cannot be written: another page is a file where it needs a directory",
            code="build.page-clash",
        )


def _find_unchanged(
    exercises: Iterable[CourseExercise],
    measured: Mapping[str, int],
    previous: State | None,
    scanned: Scan,
) -> Iterator[CourseExercise]:
    """Yield the exercises that the last build has completely, without findings."""
    if previous is None:
        return
    touched = _find_changed_directories(previous.scan, scanned)
    again = frozenset(previous.again)
    for listed_exercise in exercises:
        name, directory = listed_exercise.exercise.id, str(listed_exercise.exercise.directory)
        same = directory in previous.scan and directory not in touched and name not in again
        if same and measured.get(name) == previous.measured.get(name):
            yield listed_exercise


def _find_changed_directories(before: Scan, now: Scan) -> set[str]:
    """Return the directories in which something changed, at any depth."""
    touched: set[str] = set()
    for directory in before.keys() | now.keys():
        if now.get(directory) is None or now[directory] != before.get(directory):
            while directory not in touched:
                touched.add(directory)
                directory = os.path.dirname(directory)  # noqa: PTH120 - of 10,000 in no time
    return touched


def _count_contents(course: LearnOcamlCourse) -> tuple[str, ...]:
    numbers = {
        "exercise": sum(1 for _ in course.tree.walk()),
        "lesson": len(course.lessons),
        "tutorial": len(course.tutorials),
        "playground": len(course.playgrounds),
    }
    return tuple(
        format_count(number, noun)
        for noun, number in numbers.items()
        if number or noun == "exercise"
    )
