from pathlib import Path

import pytest

from kriterion.authoring.subject import SubjectKind, classify_directory, find_directory, has_rules


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        (["run", "config.json"], SubjectKind.JUDGE),
        (["run"], SubjectKind.JUDGE),
        (["config.json"], SubjectKind.EXERCISE),
        (["dirconfig.json"], SubjectKind.REPOSITORY),
        ([], SubjectKind.REPOSITORY),
    ],
)
def test_file_names_determine_the_kind_of_a_directory(
    tmp_path: Path, files: list[str], kind: SubjectKind
) -> None:
    for file in files:
        (tmp_path / file).touch()
    assert classify_directory(tmp_path) is kind
    for file in files:
        assert find_directory(tmp_path / file) == tmp_path


def test_a_comment_library_is_recognised_by_its_name(tmp_path: Path) -> None:
    library = tmp_path / "analyzer-comments"
    library.mkdir()
    assert classify_directory(library) is SubjectKind.COMMENTS
    assert classify_directory(tmp_path) is SubjectKind.REPOSITORY


def test_rules_are_recognised_by_directory_name_or_content(
    tmp_path: Path,
) -> None:
    (tmp_path / "rules").mkdir()
    assert classify_directory(tmp_path / "rules") is SubjectKind.RULES
    (tmp_path / "other.yaml").write_text("language: python\n")
    assert not has_rules(tmp_path / "other.yaml")
    assert classify_directory(tmp_path) is SubjectKind.REPOSITORY
    (tmp_path / "a.yml").write_text("# mine\nlanguages: [c]\nrules:\n")
    assert has_rules(tmp_path / "a.yml")
    assert classify_directory(tmp_path) is SubjectKind.RULES


def test_a_directory_named_run_does_not_make_a_judge(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    assert classify_directory(tmp_path) is SubjectKind.REPOSITORY


def test_an_unknown_kind_of_path_cannot_be_checked(tmp_path: Path) -> None:
    (tmp_path / "solution.py").touch()
    assert find_directory(tmp_path / "solution.py") is None
    assert find_directory(tmp_path / "nowhere") is None
    assert find_directory(tmp_path / "nowhere" / "config.json") is None


@pytest.mark.parametrize(
    ("files", "directory", "kind"),
    [
        (["config.json", "exercises/practice/leap/.meta/config.json"], ".", SubjectKind.TRACK),
        (["config.json", "exercises/concept/x"], "exercises", SubjectKind.TRACK),
        (["config.json", "exercises/concept/x"], "exercises/concept", SubjectKind.TRACK),
        (["exercises/practice/x"], "exercises/practice", SubjectKind.REPOSITORY),
        ([".meta/config.json"], ".", SubjectKind.TRACK_EXERCISE),
        ([".meta/config.json", "config.json"], ".", SubjectKind.EXERCISE),
        (["bin/run.sh"], ".", SubjectKind.TOOL),
        (["run.sh", "Dockerfile"], ".", SubjectKind.TOOL),
        (["go-analyzer/run.sh"], "go-analyzer", SubjectKind.TOOL),
        (["run.sh"], ".", SubjectKind.REPOSITORY),
        (["run.sh", "run"], ".", SubjectKind.JUDGE),
        (["analyzer-comments/go/two-fer/x.md"], "analyzer-comments/go", SubjectKind.COMMENTS),
    ],
)
def test_tracks_and_tools_are_recognised(
    tmp_path: Path, files: list[str], directory: str, kind: SubjectKind
) -> None:
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    assert classify_directory(tmp_path / directory) is kind
