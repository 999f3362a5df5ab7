"""One activity from its directory: all of it, and what keeps it from being used."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kriterion.exercises.exercise import Access, ActivityKind, Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion_tools.diagnostic import Severity
from tests.exercises.conftest import Plant

CONFIG = {"description": {"names": {"en": "Echo", "nl": "Echo!"}}}
GOOD: Mapping[str, object] = {"ex/config.json": CONFIG, "ex/description/description.en.md": "Text."}


def _load(root: Path, name: str = "ex") -> tuple[Exercise | None, list[str]]:
    exercise, problems = load_exercise(root / name, root)
    assert (exercise is None) == any(problem.severity is Severity.ERROR for problem in problems)
    return exercise, [f"{problem.severity}: {problem}" for problem in problems]


def test_an_exercise_combines_its_directory_and_its_ancestors(plant: Plant) -> None:
    root = plant(
        {
            "dirconfig.json": {"labels": ["All"], "access": "public", "contact": "a@b.example"},
            "media/logo.png": b"",
            "python/dirconfig.json": {
                "programming_language": "python",
                "evaluation": {"handler": "tested", "time_limit": 10, "options": {"a": 1}},
            },
            "python/echo/config.json": {
                **CONFIG,
                "labels": ["io", "ALL"],
                "evaluation": {"time_limit": 20, "options": {"b": 2}},
                "internals": {"token": "x"},
            },
            "python/echo/description/description.en.md": "Text.",
            "python/echo/description/media/cat.png": b"",
            "python/echo/description/boilerplate/boilerplate": "pass\n",
            "python/echo/evaluation/suite.yaml": "tabs: []\n",
            "python/echo/workdir/input.txt": "1\n",
            "python/echo/solution/solution.py": "print()\n",
            "python/echo/preparation/generate.py": "",
        }
    ).resolve()
    exercise, problems = _load(root, "python/echo")
    assert problems == []
    assert exercise is not None
    directory = root / "python" / "echo"
    assert exercise.id == "python/echo"
    assert exercise.directory == directory
    assert exercise.repository == root
    assert exercise.kind is ActivityKind.EXERCISE
    assert exercise.names == {"en": "Echo", "nl": "Echo!"}
    assert exercise.media == {"media": (directory / "description" / "media", root / "media")}
    assert exercise.programming_language == "python"
    assert exercise.evaluation == {
        "handler": "tested",
        "time_limit": 20,
        "options": {"a": 1, "b": 2},
    }
    assert exercise.resources == directory / "evaluation"
    assert exercise.workdir == directory / "workdir"
    assert exercise.boilerplates == {"": "pass\n"}
    assert exercise.solutions == {"solution.py": "print()\n"}
    assert exercise.labels == ("all", "io")
    assert exercise.access is Access.PUBLIC
    assert exercise.contact == "a@b.example"
    assert exercise.origins == {
        "labels": "dirconfig.json, python/echo/config.json",
        "access": "dirconfig.json",
        "contact": "dirconfig.json",
        "programming_language": "python/dirconfig.json",
        "evaluation.handler": "python/dirconfig.json",
        "evaluation.time_limit": "python/echo/config.json",
        "evaluation.options.a": "python/dirconfig.json",
        "evaluation.options.b": "python/echo/config.json",
        "description.names.en": "python/echo/config.json",
        "description.names.nl": "python/echo/config.json",
        "internals.token": "python/echo/config.json",
    }


def test_a_reading_activity_is_not_run(plant: Plant) -> None:
    # What is inherited for exercises is no fault of a reading among them.
    root = plant(
        {
            **GOOD,
            "dirconfig.json": {"evaluation": {"time_limit": -1}, "programming_language": 3},
            "ex/config.json": {**CONFIG, "type": "content"},
            "ex/evaluation/x": "",
            "ex/solution/x": "",
        }
    )
    exercise, problems = _load(root)
    assert problems == []
    assert exercise is not None
    assert exercise.kind is ActivityKind.READING
    assert exercise.evaluation == {}
    assert exercise.resources is None
    assert exercise.solutions == {}


def test_name_and_description_are_optional_for_assessing(plant: Plant) -> None:
    exercise, problems = _load(plant({"ex/config.json": {}}))
    assert exercise is not None
    assert exercise.name("nl") == "ex"
    assert exercise.description() is None
    assert problems == [
        "warning: ex/config.json description.names: there is no name in Dutch or English"
        ' (add "description": {"names": {"en": "…"}})',
        "warning: ex: there is no description in Dutch or English"
        " (add description/description.en.md)",
    ]


def test_a_name_falls_back_to_english_then_dutch(plant: Plant) -> None:
    exercise, _ = _load(plant(GOOD))
    assert exercise is not None
    assert [exercise.name(code) for code in ("en", "nl", "fr")] == ["Echo", "Echo!", "Echo"]


def test_a_directory_without_config_is_not_an_exercise(plant: Plant) -> None:
    exercise, problems = _load(plant({"ex/evaluation/x": ""}))
    assert exercise is None
    assert problems == [
        "error: ex/config.json: does not exist (an exercise's directory needs this file)"
    ]


def test_a_missing_directory_is_not_an_exercise(plant: Plant) -> None:
    assert _load(plant({}), "nowhere")[0] is None


def test_a_file_is_not_an_exercise(plant: Plant) -> None:
    exercise, problems = _load(plant({"ex": "x"}))
    assert exercise is None
    assert problems == ["error: ex: cannot be read: not a directory"]


def test_an_exercise_outside_its_repository_is_refused(plant: Plant, tmp_path: Path) -> None:
    root = plant(GOOD).resolve()
    exercise, problems = load_exercise(root / "ex", tmp_path / "elsewhere")
    assert exercise is None
    assert [problem.what for problem in problems] == [f"is not in {tmp_path.resolve()}/elsewhere"]


@pytest.mark.parametrize("what", ["directory", "pipe", "link out", "link to nothing", "loop"])
def test_a_config_that_is_not_a_regular_file_makes_the_exercise_unusable(
    plant: Plant, what: str
) -> None:
    root = plant({"ex/description/description.en.md": ""})
    config = root / "ex" / "config.json"
    match what:
        case "directory":
            config.mkdir()
        case "pipe":
            os.mkfifo(config)
        case "link out":
            (root.parent / "outside.json").write_text("{}")
            config.symlink_to(root.parent / "outside.json")
        case "link to nothing":
            config.symlink_to("nothing")
        case "loop":
            config.symlink_to(config.name)
    exercise, problems = _load(root)
    assert exercise is None
    assert len(problems) == 1
    assert problems[0].startswith("error: ex/config.json: ")


def test_a_config_may_be_a_link_within_the_repository(plant: Plant) -> None:
    root = plant({"shared.json": CONFIG, "ex/description/description.en.md": ""})
    (root / "ex" / "config.json").symlink_to("../shared.json")
    exercise, problems = _load(root)
    assert exercise is not None
    assert problems == []


@pytest.mark.parametrize("name", ["evaluation", "workdir"])
def test_directories_given_to_a_run_must_be_in_the_repository(plant: Plant, name: str) -> None:
    root = plant({**GOOD, f"ex/{name}": "a file"})
    assert _load(root)[1] == [f"error: ex/{name}: is not a directory"]
    (root / "ex" / name).unlink()
    (root / "ex" / name).symlink_to("/etc")
    assert _load(root)[1] == [f"error: ex/{name}: is a link that leads out of the repository"]
    (root / "ex" / name).unlink()
    (root / "ex" / name).symlink_to("../shared")
    assert _load(root)[1] == [f"error: ex/{name}: is a broken link"]
    (root / "shared").mkdir()
    exercise, problems = _load(root)
    assert problems == []
    assert exercise is not None
    assert {exercise.resources, exercise.workdir} == {(root / "shared").resolve(), None}


@pytest.mark.parametrize(
    "name", ["description", "solution", "description/boilerplate", "description/media"]
)
def test_parts_that_are_only_displayed_may_be_missing_with_a_warning(
    plant: Plant, name: str
) -> None:
    root = plant({"ex/config.json": CONFIG})
    (root / "ex" / name).parent.mkdir(exist_ok=True)
    (root / "ex" / name).symlink_to("/etc")
    exercise, problems = _load(root)
    assert exercise is not None
    assert f"warning: ex/{name}: is a link that leads out of the repository" in problems


def test_all_faults_are_reported_at_once(plant: Plant) -> None:
    root = plant(
        {
            "ex/config.json": {
                "type": "quiz",
                "access": "nobody",
                "contact": 1,
                "labels": {},
                "description": {"names": []},
                "programming_language": ["python"],
                "evaluation": {"time_limit": "x", "memory_limit": -1, "network_enabled": "x"},
            }
        }
    )
    _, problems = load_exercise(root / "ex", root)
    errors = {problem.where for problem in problems if problem.severity is Severity.ERROR}
    assert errors == {
        "programming_language",
        "evaluation.time_limit",
        "evaluation.memory_limit",
        "evaluation.network_enabled",
    }
    warnings = {problem.where for problem in problems if problem.severity is Severity.WARNING}
    assert warnings == {"type", "access", "contact", "labels", "description.names", ""}


def test_a_dirconfig_beside_a_config_is_reported(plant: Plant) -> None:
    root = plant({**GOOD, "ex/dirconfig.json": {"access": "public"}})
    exercise, problems = _load(root)
    assert exercise is not None
    assert exercise.access is Access.PRIVATE
    assert problems == [
        "warning: ex/dirconfig.json: is ignored because it is beside a config.json"
        " (move its content to config.json)"
    ]


def test_a_fault_is_reported_with_the_file_that_caused_it(plant: Plant) -> None:
    root = plant({**GOOD, "dirconfig.json": {"evaluation": {"memory_limit": 1}}})
    assert _load(root)[1] == [
        "warning: dirconfig.json evaluation.memory_limit: is out of range: 10,000,000 bytes are"
        " used instead of 1"
        " (write a number from 10000000 to 500000000)"
    ]


@pytest.mark.parametrize(
    "name", ["c#", "zweedse voorouders", "ugent prime (2)", "é€😀", "-rf", "%2e", "a\xa0b"]
)
def test_an_exercise_may_have_any_name(plant: Plant, name: str) -> None:
    exercise, problems = _load(plant({f"{name}/config.json": CONFIG}), name)
    assert exercise is not None
    assert exercise.id == name
    assert len(problems) == 1  # no description


@pytest.mark.parametrize(
    ("name", "text"),
    [(os.fsdecode(b"a\xff"), r"a\xff"), ("a\x1b[31m", r"a\x1b[31m"), ("a\n", r"a\n")],
)
def test_a_name_that_is_not_text_is_refused(plant: Plant, name: str, text: str) -> None:
    exercise, problems = _load(plant({f"{name}/config.json": CONFIG}), name)
    assert exercise is None
    assert f"error: {text}: has a name that is not plain text (rename it)" in problems


_unsuspecting = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@_unsuspecting
@given(st.sampled_from(["dirconfig.json", "ex/config.json"]), st.binary())
def test_any_bytes_as_configuration_are_an_exercise_or_problems(
    plant: Plant, name: str, content: bytes
) -> None:
    _load(plant({"dirconfig.json": {}, **GOOD, name: content}))


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
_CONFIG_KEYS = ("type", "access", "visibility", "labels", "contact", "programming_language")
_EVALUATION_KEYS = ("handler", "image", "time_limit", "memory_limit", "network_enabled", "x")
_config = st.dictionaries(st.sampled_from(_CONFIG_KEYS), _json) | st.fixed_dictionaries(
    {},
    optional={
        "evaluation": _json | st.dictionaries(st.sampled_from(_EVALUATION_KEYS), _json),
        "description": _json | st.fixed_dictionaries({"names": _json}),
    },
)


@pytest.mark.long(reason="a property run")
@_unsuspecting
@given(_config, _config)
def test_any_values_as_configuration_are_an_exercise_or_problems(
    plant: Plant, above: object, own: object
) -> None:
    exercise, problems = _load(plant({**GOOD, "dirconfig.json": above, "ex/config.json": own}))
    for problem in problems:
        assert problem.isprintable()
    if exercise is not None:
        json.dumps(exercise.evaluation, allow_nan=False).encode()
        "".join([*exercise.labels, *exercise.names.values()]).encode()


def test_an_unreadable_description_directory_is_reported_once(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = plant(GOOD).resolve()
    scandir = os.scandir

    def forbid(path: Path) -> object:
        if path == root / "ex" / "description":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", forbid)  # root may read what has no permission bits
    exercise, problems = _load(root)
    assert exercise is not None
    unreadable = "warning: ex/description: cannot be read: permission denied"
    assert [problem for problem in problems if "cannot be read" in problem] == [unreadable]
