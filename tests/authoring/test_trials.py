import json
from pathlib import Path

import pytest

from kriterion.authoring import trials
from kriterion.authoring.trials import Trial, gather_trials
from kriterion.exercises.exercise_loading import load_exercise
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.authoring.conftest import Content, Write
from tests.tracks import FILES, make_track

CONFIG = {"description": {"names": {"en": "A", "nl": "A"}}}


def _gather(root: Path) -> tuple[list[Trial], list[str]]:
    exercise, _ = load_exercise(root / "a")
    assert exercise is not None
    gathered, findings = gather_trials(exercise)
    return gathered, [str(finding) for finding in findings]


def test_solutions_must_be_correct_and_others_as_expected(write: Write) -> None:
    root = write(
        {
            "a/config.json": CONFIG,
            "a/solution/solution.nl.py": "ja\r\n",
            "a/solution/other.py": "yes",
            "a/submissions/expected.yaml": "wrong.py: wrong\nloop.nl.py: [wrong, runtime error]",
            "a/submissions/wrong.py": "no",
            "a/submissions/loop.nl.py": "nee",
        }
    )
    gathered, messages = _gather(root)
    assert messages == []
    assert [
        (trial.file, trial.submission.language, set(trial.expected), trial.solution)
        for trial in gathered
    ] == [
        ("a/solution/solution.nl.py", "nl", {Status.CORRECT}, True),
        ("a/solution/other.py", "en", {Status.CORRECT}, True),
        ("a/submissions/wrong.py", "en", {Status.WRONG}, False),
        ("a/submissions/loop.nl.py", "nl", {Status.WRONG, Status.RUNTIME_ERROR}, False),
    ]
    assert gathered[0].submission.source == b"ja\n"


def test_the_number_of_trials_is_bounded(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """They run one after the other, and hold a worker's slot all the time."""
    monkeypatch.setattr(trials, "MAX_TRIALS", 2)
    files = {f"a/solution/{number}.py": "x" for number in range(2)}
    root = write({"a/config.json": CONFIG, **files})
    assert _gather(root)[1] == []
    root = write({"a/submissions/expected.yaml": "c.py: wrong", "a/submissions/c.py": "x"})
    gathered, messages = _gather(root)
    assert len(gathered) == 2
    assert ["has more than 2 solutions and known-wrong" in text for text in messages] == [True]


@pytest.mark.parametrize(
    ("names", "file", "language"),
    [
        ({"nl": "A"}, "solution.py", "nl"),
        ({"fr": "A"}, "solution.py", "fr"),
        ({"fr": "A", "en": "A"}, "solution.fr.py", "fr"),
        ({"en": "A"}, "solution.fr.py", "en"),  # may be anything
        ({"en": "A"}, "solution.nl.py", "nl"),
        ({"en": "A"}, "nl.py", "en"),
    ],
)
def test_a_submission_is_in_the_language_of_the_exercise(
    write: Write, names: dict[str, str], file: str, language: str
) -> None:
    root = write({"a/config.json": {"description": {"names": names}}, f"a/solution/{file}": "x"})
    (trial,), _ = _gather(root)
    assert trial.submission.language == language


def test_other_files_beside_solutions_are_not_submissions(write: Write) -> None:
    root = write(
        {
            "a/config.json": CONFIG,
            "a/solution/solution.py": "x",
            "a/solution/README.md": "how it works",
            "a/solution/data.csv": "1,2",
            "a/submissions/expected.yaml": "w.py: wrong",
            "a/submissions/w.py": "x",
            "a/submissions/.hidden": "x",
            "a/submissions/readme.txt": "x",
            "a/submissions/more/x.py": "x",
        }
    )
    trials, messages = _gather(root)
    assert [trial.file for trial in trials] == ["a/solution/solution.py", "a/submissions/w.py"]
    assert messages == [
        "a/solution/data.csv: is not run: the solution 'solution.py' has another suffix"
    ]


FINE: dict[str, Content] = {"a/config.json": CONFIG, "a/solution/solution.py": "x"}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"a/submissions/w.py": "x"},
            "a/submissions: has no expected.yaml with the expected status of each file",
        ),
        (
            {"a/submissions/w.py": "x", "a/submissions/expected.yaml": ""},
            "a/submissions/w.py: is not run: expected.yaml does not mention it"
            " (add a line such as  w.py: wrong)",
        ),
        (
            {"a/submissions/w.py": "\0", "a/submissions/expected.yaml": "w.py: wrong"},
            "a/submissions/w.py: cannot be submitted: the file is binary, not text",
        ),
        (
            {"a/submissions/w.py": "x" * 300_000, "a/submissions/expected.yaml": "w.py: wrong"},
            "a/submissions/w.py: cannot be submitted: the file is too large",
        ),
        ({"a/submissions": "a file"}, "a/submissions: is not a directory"),
        (
            {"a/submissions/expected.yaml": "x" * 100_000},
            "a/submissions: is larger than 65,536 bytes",
        ),
    ],
)
def test_a_file_that_cannot_be_tried_is_reported_with_the_reason(
    write: Write, files: dict[str, Content], message: str
) -> None:
    trials, found = _gather(write(FINE | files))
    assert len(trials) == 1
    assert len(found) == 1
    assert found[0].startswith(message)


def test_an_exercise_without_a_solution_is_reported(write: Write) -> None:
    _, messages = _gather(write({"a/config.json": CONFIG}))
    assert messages == [
        "a: has no model solution (add one to solution/, so that the tests can be checked)"
    ]


def test_a_link_out_of_the_repository_is_not_followed(write: Write, tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("secret")
    root = write(FINE | {"a/submissions/expected.yaml": "w.py: wrong"})
    (root / "a/submissions/w.py").symlink_to(tmp_path / "secret.py")
    trials, messages = _gather(root)
    assert [trial.file for trial in trials] == ["a/solution/solution.py"]
    assert messages == ["a/submissions/w.py: is a link that leads out of the repository"]


def test_the_example_files_of_a_track_are_one_solution(tmp_path: Path) -> None:
    directory = make_track(tmp_path)
    examples = {".meta/example.py": "main\n", ".meta/words.py": "words\n", ".meta/notes.txt": ""}
    for name, text in examples.items():
        (directory / name).write_text(text)
    content = {"files": {"solution": FILES, "example": list(examples)}}
    (directory / ".meta" / "config.json").write_text(json.dumps(content))
    exercise, _ = load_exercise(directory)
    assert exercise is not None
    (trial,), findings = gather_trials(exercise)
    assert trial.file == "exercises/practice/two-fer/.meta/example.py"
    assert trial.submission.files == {"two_fer.py": b"main\n", "lib/words.py": b"words\n"}
    assert list(trial.submission.files) == list(FILES)
    assert trial.solution
    assert [(finding.file, finding.what) for finding in findings] == [
        (
            "exercises/practice/two-fer/.meta/notes.txt",
            "is not run: it belongs to no solution with all files (two_fer.py, lib/words.py)",
        )
    ]


def test_each_alternative_of_several_files_is_a_trial(tmp_path: Path) -> None:
    directory = make_track(tmp_path)
    examples = {
        ".meta/first/two_fer.py": "main 1\n",
        ".meta/first/lib/words.py": "words 1\n",
        ".meta/second/lib/words.py": "words 2\n",
        ".meta/second/two_fer.py": "main 2\n",
        ".meta/third/two_fer.py": "without its words\n",
    }
    for name, text in examples.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)
    content = {"files": {"solution": FILES, "example": list(examples)}}
    (directory / ".meta" / "config.json").write_text(json.dumps(content))
    exercise, _ = load_exercise(directory)
    assert exercise is not None
    trials, findings = gather_trials(exercise)
    assert [trial.file.partition(".meta/")[2] for trial in trials] == [
        "first/two_fer.py",
        "second/lib/words.py",
    ]
    assert [list(trial.submission.files.items()) for trial in trials] == [
        [("two_fer.py", b"main 1\n"), ("lib/words.py", b"words 1\n")],
        [("two_fer.py", b"main 2\n"), ("lib/words.py", b"words 2\n")],
    ]
    assert all(trial.solution for trial in trials)
    assert [finding.file.partition(".meta/")[2] for finding in findings] == ["third/two_fer.py"]
