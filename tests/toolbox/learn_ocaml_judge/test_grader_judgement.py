"""The judge as students meet it: through the house, in the sandbox, behind the fence."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.assessment.context import ToolContext
from kriterion.assessment.grading import Grading, read_grading
from kriterion.assessment.maxima import Maximum
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise import Exercise
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.cgroups.sampled_groups import SampledGroups
from kriterion.sandbox.image import Image
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.built_images import ensure_built_image
from kriterion.tools.catalog import LEARN_OCAML, SHIPPED_JUDGES
from kriterion.tools.judge_run import Judge, load_judge
from kriterion.tools.runtime import ensure_kriterion_image
from kriterion_tools.contracts.dodona_judge.output_records import Context, FullOutput, Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.places import find_shared_directory, locked, open_to_all
from tests.toolbox.learn_ocaml_judge.conftest import NONCE

pytestmark = pytest.mark.machine

TWICE = "let twice x = 2 * x"
TEST = """
open Test_lib
open Report
let () = set_result @@ ast_sanity_check code_ast @@ fun () ->
  [ Section ([ Text "Function"; Code "twice" ],
      test_function_1_against_solution [%ty: int -> int] "twice" ~gen:0 [ 2; -1; 0 ]);
    Section ([ Text "Function"; Code "thrice" ],
      [ Section ([ Text "of small numbers" ],
          test_function_1_against_solution [%ty: int -> int] "thrice" ~gen:0 [ 1 ]) ]);
    Message ([ Text "Well tried" ], Important) ]
"""
SOLUTION = f"{TWICE}\nlet thrice x = 3 * x\n"

Assess = Callable[..., AssessmentRecord]


@pytest.fixture(scope="session")
def judge() -> Judge:
    return load_judge(SHIPPED_JUDGES[LEARN_OCAML])


@pytest.fixture(scope="session")
def built(judge: Judge, base: Image, tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The judge's image with its grader, made by one worker for all."""
    shared = find_shared_directory(tmp_path_factory)
    with locked(shared, "judge-image"):
        data = shared / "judge-image"
        return ensure_built_image(LEARN_OCAML, judge.directory, ensure_kriterion_image(data), data)


@pytest.fixture(scope="session")
def run(
    judge: Judge,
    built: Image,
    bubblewrap: Bubblewrap,
    tmp_path_factory: pytest.TempPathFactory,
) -> Assess:
    """Assess a text as a submission to the exercise, or to that exercise with other files."""

    def assessed(
        source: str | bytes,
        *,
        language: str = "en",
        maximum: int | None = 4,
        instead: Path | None = None,
        sandbox: Bubblewrap = bubblewrap,
        **more: Any,
    ) -> AssessmentRecord:
        files = {
            "meta.json": '{"learnocaml_version": "2", "kind": "exercise", "stars": 1}',
            "prelude.ml": "",
            "prepare.ml": "",
            "template.ml": "",
            "solution.ml": SOLUTION,
            "test.ml": TEST,
            **more.pop("files", {}),
        }
        directory = tmp_path_factory.mktemp("exercise")
        for name, text in files.items():
            (directory / name).write_text(text)
        exercise = Exercise(
            id="numbers",
            directory=directory,
            repository=directory,
            programming_language="ocaml",
            evaluation={"handler": LEARN_OCAML, **more},
            resources=directory,
        )
        image = built
        if instead is not None:
            image = replace(built, path=(str(instead), *built.path), readable=(instead,))
        submission = SubmittedFiles(
            file_name="mine.ml",
            source=source if isinstance(source, bytes) else source.encode(),
            language=language,
        )
        return assess(
            AssessmentRequest(
                exercise=exercise,
                submission=submission,
                judge=judge,
                maximum=Maximum(points=maximum),
            ),
            ToolContext(images={image.name: image}, sandbox=sandbox),
        )

    return assessed


def make_feedback(assessment: AssessmentRecord) -> FullOutput:
    assert assessment.judge is not None
    assert not assessment.judge.violations
    return assessment.judge.feedback


@pytest.mark.long(reason="a whole grading with every limit sampled")
def test_a_solution_is_graded_without_cgroups(run: Assess) -> None:
    """An ordinary user who was delegated none could not have anything graded."""
    assessment = run(SOLUTION, sandbox=Bubblewrap(groups=SampledGroups("")))
    assert assessment.judge is not None
    assert assessment.judge.summary == "4 of 4 points"


def test_a_right_solution_is_correct_and_earns_all_points(run: Assess) -> None:
    assessment = run(SOLUTION)
    assert assessment.judge is not None
    assert assessment.judge.accepted
    assert assessment.judge.summary == "4 of 4 points"
    assert assessment.points is not None
    assert (assessment.points.earned, assessment.points.possible) == (4, 4)


def test_top_sections_are_tabs_and_subsections_are_contexts(run: Assess) -> None:
    tabs = make_feedback(run(SOLUTION)).groups
    assert [tab.description for tab in tabs] == ["Function twice", "Function thrice", "Report"]
    (context,) = tabs[1].groups
    assert isinstance(context, Context)
    assert context.description is not None
    assert context.description.description == "of small numbers"


def test_a_wrong_value_is_shown_with_the_call_and_the_expected_value(run: Assess) -> None:
    assessment = run("let twice x = if x < 0 then x else 2 * x\nlet thrice x = 3 * x")
    assert assessment.judge is not None
    assert assessment.judge.status is Status.WRONG
    assert assessment.points is not None
    assert assessment.points.earned == 3
    (wrong,) = [
        testcase
        for context in make_feedback(assessment).groups[0].groups
        for testcase in context.groups
        if not testcase.accepted
    ]
    assert wrong.description is not None
    assert "twice (-1)" in wrong.description.description
    assert [(test.generated, test.expected) for test in wrong.tests] == [("-1", "-2")]


@pytest.mark.long(reason="grades each case")
@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("let twice x = 2 *. x", (0, 14, None, 1)),
        ("\ufefflet twice x = 2 *. x", (0, 14, None, 1)),
        ("let s = 1\r\nlet twice x = x ^ 1\r\n", (1, 18, None, 1)),
        ('let s = "é" ^ 1', (0, 14, None, 1)),  # columns are characters, not bytes
        ("let twice x =\n  2 *\n\n", (1, 4, None, 1)),  # not on a line that is not there
        ("let twice x = undefined x", (0, 14, None, 9)),
    ],
)
def test_a_compile_error_is_annotated_at_its_place(
    run: Assess, source: str, place: tuple[int, ...]
) -> None:
    assessment = run(source.encode())
    assert assessment.judge is not None
    assert assessment.judge.status is Status.COMPILATION_ERROR
    (remark,) = make_feedback(assessment).annotations
    assert (remark.row, remark.column, remark.rows, remark.columns) == place
    assert assessment.points is not None
    assert assessment.points.earned == 0


def test_a_missing_function_fails_and_the_others_are_graded(run: Assess) -> None:
    assessment = run(TWICE)
    assert assessment.judge is not None
    assert assessment.judge.status is Status.WRONG
    assert assessment.points is not None
    assert assessment.points.earned == 3


@pytest.mark.long(reason="waits for limits of time")
def test_a_time_out_in_one_function_leaves_the_others_graded(run: Assess) -> None:
    assessment = run("let rec thrice x = thrice x\n" + TWICE, call_limit=1, time_limit=20)
    assert assessment.judge is not None
    assert assessment.judge.status is Status.WRONG
    assert assessment.points is not None
    assert assessment.points.earned == 3


LOADING = {
    "it raises": ("let x = List.hd []", Status.RUNTIME_ERROR),
    "it exits": (f"{SOLUTION} let () = exit 0", Status.RUNTIME_ERROR),
    "it loops": ("let () = while true do () done", Status.TIME_LIMIT_EXCEEDED),
    "it floods": (
        "let () = print_string (String.make 100_000 'x')",
        Status.OUTPUT_LIMIT_EXCEEDED,
    ),
    "it hoards": (
        "let rec hoard l = hoard (Bytes.create 1_000_000 :: l) let () = hoard []",
        Status.MEMORY_LIMIT_EXCEEDED,
    ),
    "it has an external": ('external f : int -> int = "%identity"', Status.COMPILATION_ERROR),
    "it has magic": ("let x = Obj.magic 3", Status.COMPILATION_ERROR),
    "it opens a file": ('let x = open_in "/etc/passwd"', Status.COMPILATION_ERROR),
    "it runs a program": ('let x = Sys.command "true"', Status.COMPILATION_ERROR),
}


@pytest.mark.long(reason="grades each case")
@pytest.mark.parametrize("name", LOADING)
def test_code_that_cannot_be_loaded_earns_nothing_and_says_why(run: Assess, name: str) -> None:
    source, status = LOADING[name]
    assessment = run(source, call_limit=2, time_limit=20)
    assert assessment.judge is not None
    assert assessment.judge.status is status
    assert not assessment.judge.accepted
    assert assessment.points is not None
    assert assessment.points.earned == 0


@pytest.mark.long(reason="computes until the limit")
@pytest.mark.parametrize(
    "endless",
    [
        pytest.param(
            "while true do (try while true do () done with _ -> ()) done", id="it swallows"
        ),
        # Written in C, where OCaml cannot interrupt it.
        pytest.param("let rec ones = 1 :: ones in ignore (ones = ones)", id="it compares circles"),
    ],
)
def test_an_endless_grading_ends_at_the_time_limit(run: Assess, endless: str) -> None:
    source = f"let twice x = {endless}; x\nlet thrice x = x"
    assessment = run(source, call_limit=0.3, time_limit=8)
    assert assessment.judge is not None
    assert assessment.judge.status is Status.TIME_LIMIT_EXCEEDED
    assert assessment.points is not None
    assert assessment.points.earned == 0


@pytest.mark.parametrize(
    ("file", "text", "stage"),
    [
        ("prelude.ml", "let x = 1 + true", "prelude"),
        ("prepare.ml", "let x = List.hd []", "prepare"),
        ("solution.ml", "let twice x = x ^ 1", "solution"),
        ("test.ml", 'let () = failwith "no"', "test"),
        ("test.ml", "let x = 1", "no report"),
    ],
)
def test_a_fault_of_the_exercise_is_not_the_students(
    run: Assess, file: str, text: str, stage: str
) -> None:
    assessment = run(SOLUTION, files={file: text}, maximum=None)
    assert assessment.judge is not None
    assert assessment.judge.status is Status.INTERNAL_ERROR
    assert stage in (assessment.judge.summary or "")


UNGUARDED = """
open Test_lib
let () = set_result @@ test_value (lookup_student [%ty: int -> int Lazy.t] "f") @@ fun f ->
  [ Report.Message ([ Text "forced" ], if Lazy.force (f 3) = 4 then Success 4 else Failure) ]
"""


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('let f x = lazy (failwith "mine")', 'exception Failure("mine")'),
        ("let f x = lazy (exit 0)", "it calls exit"),
        ('let f x = failwith "early"', 'exception Failure("early")'),
        (
            "let f x = lazy (ignore (Array.make 100_000_000_000 x); x + 1)",
            "memory",
        ),
    ],
)
def test_tests_that_work_on_the_solution_are_not_blamed_if_they_stop_on_a_submission(
    run: Assess, source: str, message: str
) -> None:
    files = {
        "solution.ml": "let f x = lazy (x + 1)",
        "test.ml": UNGUARDED,
        "allow.json": '{"allow": ["bigarray"]}',
    }
    assessment = run(source, files=files)
    assert assessment.judge is not None
    assert assessment.judge.status is Status.RUNTIME_ERROR
    messages = [
        message
        for message in make_feedback(assessment).messages
        if message.permission is Permission.STUDENT
    ]
    assert message in messages[0].description
    assert assessment.points is not None
    assert assessment.points.earned == 0


def test_the_judge_speaks_dutch(run: Assess) -> None:
    assessment = run(SOLUTION, language="nl")
    assert assessment.judge is not None
    assert assessment.judge.summary == "4 van de 4 punten"


FORGERIES = {
    "on stdout": 'let () = print_string {|{"nonce":"%s","report":[]}|}; print_newline ()',
    "through an exception": 'let () = failwith {|{"nonce":"%s","report":[]}|}',
    "as the judge's own words": 'let () = print_string {|{"command":"close-judgement"}|}',
    "through a descriptor": 'let oc = open_out "/proc/self/fd/3"',
    "through magic": "let c : out_channel = Obj.magic 3",
    "through Unix": "let fd : Unix.file_descr = Obj.magic 3",
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_report_earns_nothing(run: Assess, name: str) -> None:
    assessment = run(FORGERIES[name].replace("%s", NONCE))
    assert assessment.judge is not None
    assert not assessment.judge.accepted
    assert assessment.points is not None
    assert assessment.points.earned == 0


def test_random_samples_are_the_same_for_the_same_submission_and_seed(
    run: Assess, judge: Judge
) -> None:
    files = {"test.ml": TEST.replace("~gen:0", "~gen:8")}

    def graded(**more: Any) -> Grading:
        grading = read_grading(judge, make_feedback(run(SOLUTION, files=files, **more)))
        assert grading is not None
        return grading

    first, again, other = graded(), graded(), graded(seed=7)
    assert first == again
    assert other.seed == 7
    assert json.dumps(other.report) != json.dumps(first.report)


def test_only_the_host_sees_the_grading(run: Assess) -> None:
    (carrying,) = [
        message
        for message in make_feedback(run(SOLUTION)).messages
        if message.format == "learn-ocaml-grading"
    ]
    assert carrying.permission is Permission.ZEUS


def test_a_missing_library_is_named(run: Assess) -> None:
    assessment = run(SOLUTION, files={"test_libs.txt": "vg\n"})
    assert assessment.judge is not None
    assert assessment.judge.status is Status.INTERNAL_ERROR
    (text,) = [
        message.description
        for message in make_feedback(assessment).messages
        if message.format == "code"
    ]
    assert "vg" in text


@pytest.mark.long(reason="computes until the limit")
def test_ten_endless_cases_do_not_take_ten_times_the_limit(run: Assess) -> None:
    endless = TEST.replace("[ 2; -1; 0 ]", "[ 1; 2; 3; 4; 5; 6; 7; 8; 9; 10 ]")
    assessment = run(
        "let rec twice x = twice x\nlet thrice x = 3 * x",
        files={"test.ml": endless},
        call_limit=2.5,
        time_limit=20,
    )
    assert assessment.judge is not None
    assert assessment.judge.status is Status.WRONG
    assert assessment.points is not None
    assert assessment.points.earned == 1


UNUSABLE = {
    "another release": "#!/bin/sh\necho 'the file is not a bytecode executable file' >&2\nexit 2\n",
    "no runtime": "#!/nowhere/ocamlrun\n",
    "no text": "#!/bin/sh\nexit 1\n",
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_grader_that_does_not_work_here_is_not_the_students_fault(run: Assess, name: str) -> None:
    with tempfile.TemporaryDirectory() as directory:
        place = open_to_all(Path(directory))
        program = place / "grader"
        program.write_text(UNUSABLE[name])
        program.chmod(0o755)
        assessment = run(SOLUTION, instead=place)

    assert assessment.judge is not None
    assert assessment.judge.status is Status.INTERNAL_ERROR
    assert assessment.judge.summary == "The judge does not work here: your code was not graded"
    assert assessment.points is None
    (message,) = [
        message for message in assessment.judge.feedback.messages if message.format == "code"
    ]
    assert message.permission is Permission.STAFF
    assert "grader" in message.description


def test_a_crash_of_the_students_code_is_not_the_graders_fault(run: Assess) -> None:
    crash = 'external crash : int -> string = "%identity"\nlet () = print_string (crash 3)'
    assessment = run(crash, files={"allow.json": '{"allow": ["unsafe"]}'})
    assert assessment.judge is not None
    assert assessment.judge.status is Status.RUNTIME_ERROR


TOLERANT = """
open Test_lib
open Report
let () = set_result @@ test_variable_property [%ty: int -> int] "f" @@ fun f ->
  match exec (fun () -> f 1) with
  | Ok _ -> [ Message ([ Text "it ends" ], Success 4) ]
  | Error _ -> [ Message ([ Text "it may not end" ], Success 1) ]
"""


@pytest.mark.parametrize(("body", "is_slow"), [("while true do () done; x", True), ("x", False)])
def test_the_grading_says_that_a_call_reached_its_time_limit(
    run: Assess, judge: Judge, body: str, is_slow: bool
) -> None:
    """Even if the tests do not treat it as a failure."""
    solution = f"let f x = {body}"
    files = {"solution.ml": solution, "test.ml": TOLERANT}
    assessment = run(solution, files=files, call_limit=0.5, maximum=None)
    grading = read_grading(judge, make_feedback(assessment))
    assert grading is not None
    assert (grading.ending, grading.failed, grading.slow) == ("report", False, is_slow)
