from pathlib import Path

import pytest

from kriterion.authoring.subject import SubjectKind, directory_of, kind_of


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
def test_files_say_what_a_directory_is(tmp_path: Path, files: list[str], kind: SubjectKind) -> None:
    for file in files:
        (tmp_path / file).touch()
    assert kind_of(tmp_path) is kind
    for file in files:
        assert directory_of(tmp_path / file) == tmp_path


def test_a_comment_library_is_known_by_its_name(tmp_path: Path) -> None:
    library = tmp_path / "analyzer-comments"
    library.mkdir()
    assert kind_of(library) is SubjectKind.COMMENTS
    assert kind_of(tmp_path) is SubjectKind.REPOSITORY


def test_a_directory_called_run_makes_no_judge(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    assert kind_of(tmp_path) is SubjectKind.REPOSITORY


def test_what_is_neither_directory_nor_known_file_cannot_be_checked(tmp_path: Path) -> None:
    (tmp_path / "solution.py").touch()
    assert directory_of(tmp_path / "solution.py") is None
    assert directory_of(tmp_path / "nowhere") is None
    assert directory_of(tmp_path / "nowhere" / "config.json") is None
