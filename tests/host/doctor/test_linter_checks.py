"""`doctor` says which linters our analyzer lacks, and for which languages it has few rules."""

from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.host.doctor import linter_checks
from kriterion.host.doctor.linter_checks import examine_linters
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import SHIPPED
from kriterion.sandbox.image import Image, ImageKind

ALL = {"ruff", "pylint", "eslint", "shellcheck", "clippy-driver", "rubocop", "hlint"}


class InstalledPrograms:
    """An installation whose image has these programs."""

    def __init__(self, kind: ImageKind = ImageKind.HOST) -> None:
        self.images = {"kriterion": Image(name="kriterion", kind=kind)}

    def make_context(self) -> None:
        pass


def examine(
    monkeypatch: pytest.MonkeyPatch,
    installed: set[str],
    *languages: str,
    kind: ImageKind = ImageKind.HOST,
) -> dict[str, tuple[str, str, str]]:
    monkeypatch.setattr(
        linter_checks,
        "find_programs",
        lambda names, *_: [(name, f"/bin/{name}" * (name in installed)) for name in names],
    )
    settings = replace(SHIPPED, image="kriterion", programming_languages=languages)
    installation: Installation = InstalledPrograms(kind)  # type: ignore[assignment]
    found = examine_linters("analyzer kriterion", settings, installation)
    return {one.subject: (one.state, one.what, one.fix) for one in found}


def test_a_missing_linter_is_named_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("python", "python3", "javascript", "csharp")
    assert examine(monkeypatch, ALL - {"eslint", "pylint"}, *names) == {
        "analyzer kriterion, python": (
            "fine",  # no rule of ours uses pylint
            "not installed: pylint; few rules",
            "apt-get install pylint",
        ),
        "analyzer kriterion, javascript": (
            "notice",
            "not installed: eslint; few rules",
            "npm install --global eslint",
        ),
        "analyzer kriterion, csharp": ("fine", "few rules", ""),
    }


def test_a_language_that_reached_the_bar_is_not_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter_checks, "has_few_rules", lambda language: language != "bash")
    assert examine(monkeypatch, ALL, "bash") == {
        "analyzer kriterion, bash": ("fine", "enough rules", "")
    }
    assert examine(monkeypatch, set(), "bash") == {
        "analyzer kriterion, bash": (
            "notice",
            "not installed: shellcheck",
            "apt-get install shellcheck",
        )
    }


def test_a_container_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    found = examine(monkeypatch, set(), "bash", kind=ImageKind.ENGINE)
    assert found == {"analyzer kriterion, bash": ("fine", "few rules", "")}


def test_other_analyzers_are_left_alone() -> None:
    settings = replace(SHIPPED, directory=Path("/srv/python-analyzer"))
    installation: Installation = InstalledPrograms()  # type: ignore[assignment]
    assert list(examine_linters("analyzer python", settings, installation)) == []
