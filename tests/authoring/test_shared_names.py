from kriterion.authoring.shared_names import find_shared_names
from kriterion.exercises.exercise_loading import load_repository
from tests.authoring.conftest import Write


def _make_config(name: str, language: str | None = "python") -> dict[str, object]:
    return {"description": {"names": {"en": name}}, "programming_language": language}


def test_exercises_with_the_same_name_are_reported(write: Write) -> None:
    root = write(
        {
            "a/config.json": _make_config("Echo"),
            "b/config.json": _make_config(" echo"),
            "c/config.json": _make_config("Echo", "java"),
            "d/config.json": _make_config("Other"),
        }
    )
    assert [str(finding) for finding in find_shared_names(load_repository(root).exercises)] == [
        "b/config.json description.names.en: ' echo' is also the name of a"
    ]


def test_only_some_of_many_are_named(write: Write) -> None:
    root = write({f"{name}/config.json": _make_config("Echo") for name in "abcdef"})
    findings = list(find_shared_names(load_repository(root).exercises))
    assert len(findings) == 5
    assert str(findings[-1]).endswith("is also the name of a, b, c, …")
