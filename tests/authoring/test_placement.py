from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kriterion.authoring.placement import Placement, assign_judges
from kriterion.errors import OperatorError
from kriterion.exercises.exercise import ActivityKind, Exercise
from kriterion.sandbox.image import Image
from kriterion.tools.images import Images, UnknownImages
from kriterion.tools.judge_run import Judge
from kriterion_tools.diagnostic import Severity

JUDGE = Judge(directory=Path("judge"), configuration={}, image="tested")


def _make_exercise(name: str, **evaluation: str | bool) -> Exercise:
    return Exercise(
        id=name,
        directory=Path(name),
        repository=Path(),
        evaluation=evaluation,
        origins={f"evaluation.{key}": "dirconfig.json" for key in evaluation},
    )


def _place_exercises(*exercises: Exercise, images: Mapping[str, Image] | None = None) -> Placement:
    def find(exercise: Exercise) -> Judge | None:
        handler = exercise.evaluation.get("handler")
        if handler == "broken":
            raise OperatorError("broken/run: is not executable", fix="chmod a+x")
        return JUDGE if handler == "known" else None

    return assign_judges(
        exercises,
        find_judge=find,
        images={"tested": Image(name="tested")} if images is None else images,
        missing=Severity.NOTICE,
    )


def test_each_exercise_gets_the_judge_of_its_handler() -> None:
    placement = _place_exercises(
        _make_exercise("a", handler="known"), _make_exercise("b", handler="known")
    )
    assert placement.judges == {"a": JUDGE, "b": JUDGE}
    assert placement.images == ("tested",)
    assert placement.findings == ()


def test_an_unknown_judge_is_reported_once() -> None:
    placement = _place_exercises(*(_make_exercise(name, handler="pythia") for name in "abc"))
    assert placement.judges == {}
    assert [(finding.severity, str(finding)) for finding in placement.findings] == [
        (
            Severity.NOTICE,
            "dirconfig.json evaluation.handler: judge 'pythia' is unknown on this machine:"
            " a, b, c"
            " (pass --judge pythia=DIR, or add [judges.pythia] to kriterion.toml)",
        )
    ]


def test_a_misspelt_judge_is_an_error_with_a_suggestion() -> None:
    exercises = [_make_exercise("a", handler="siute"), _make_exercise("b", handler="sql")]
    placement = assign_judges(
        exercises,
        find_judge=lambda handler: None,
        images={},
        missing=Severity.NOTICE,
        known_judges=("suite", "mysql"),
    )
    assert [(finding.severity, finding.fix) for finding in placement.findings] == [
        (Severity.ERROR, "did you mean 'suite'?"),
        (Severity.NOTICE, "pass --judge sql=DIR, or add [judges.sql] to kriterion.toml"),
    ]


def test_a_missing_test_runner_is_reported_once_with_its_language() -> None:
    exercises = [
        replace(_make_exercise(name), programming_language="python", test_files=("a_test.py",))
        for name in "abcd"
    ]
    (finding,) = _place_exercises(*exercises).findings
    assert str(finding) == (
        ".: no test runner for 'python' here knows these exercises, so no solution is run:"
        " a, b, c, … (4) (add [test_runners.python] to kriterion.toml, or pass --judge DIR)"
    )
    assert finding.severity is Severity.NOTICE


def test_an_exercise_outside_a_track_needs_a_named_test_runner() -> None:
    exercise = replace(_make_exercise("a"), test_files=("a_test.py",))
    (finding,) = _place_exercises(exercise).findings
    assert finding.fix == "pass --judge DIR with the directory of the test runner"


def test_an_exercise_may_name_no_judge() -> None:
    (finding,) = _place_exercises(_make_exercise("a")).findings
    assert str(finding).startswith("a: no judge is named, and this machine has no default judge")


def test_an_unusable_judge_is_an_error_with_its_remedy() -> None:
    (finding,) = _place_exercises(_make_exercise("a", handler="broken")).findings
    assert finding.severity is Severity.ERROR
    assert "is not executable" in finding.what
    assert finding.fix == "chmod a+x"


def test_a_reading_needs_no_judge() -> None:
    reading = replace(_make_exercise("a", handler="pythia"), kind=ActivityKind.READING)
    assert _place_exercises(reading) == Placement({}, (), ())


def test_an_unknown_image_is_reported_once() -> None:
    exercises = [_make_exercise(name, handler="known") for name in "ab"]
    placement = _place_exercises(*exercises, images={})
    (finding,) = placement.findings
    assert "image 'tested' is not on this machine" in finding.what
    assert ": a, b" in finding.what
    assert placement.judges == {}
    assert placement.images == ()


def test_an_unknown_image_may_stand_for_this_machine() -> None:
    exercises = [_make_exercise(name, handler="known") for name in "ab"]
    placement = _place_exercises(*exercises, images=Images({}, unknown=UnknownImages.HOST))
    (finding,) = placement.findings
    assert "image 'tested' is not mapped here, so its kind is host" in finding.what
    assert set(placement.judges) == {"a", "b"}


def test_an_exercises_own_image_counts_even_without_a_judge() -> None:
    (unknown, image) = _place_exercises(_make_exercise("a", handler="x", image="special")).findings
    assert "judge 'x'" in unknown.what
    assert image.where == "evaluation.image"
    assert "image 'special'" in image.what


def test_a_missing_image_directory_is_an_error(tmp_path: Path) -> None:
    image = Image(name="tested", readable=(tmp_path, tmp_path / "gone"))
    (finding,) = _place_exercises(
        _make_exercise("a", handler="known"), images={"tested": image}
    ).findings
    assert finding.severity is Severity.ERROR
    assert f"needs {tmp_path}/gone" in finding.what


def test_a_requested_network_that_is_not_granted_is_reported() -> None:
    asking = _make_exercise("a", handler="known", network_enabled=True)
    (finding,) = _place_exercises(asking, _make_exercise("b", handler="known")).findings
    assert (finding.severity, str(finding)) == (
        Severity.WARNING,
        "dirconfig.json evaluation.network_enabled: requests the network, but the image 'tested'"
        " does not allow it here: a"
        ' (set network = true in [images."tested"] of kriterion.toml)',
    )
    assert (
        _place_exercises(asking, images={"tested": Image(name="tested", network=True)}).findings
        == ()
    )
