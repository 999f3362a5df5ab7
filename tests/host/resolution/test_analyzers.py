"""Which analyzer an exercise gets: the operator's, or ours, with what the operator adds to it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.errors import OperatorError
from kriterion.exercises.exercism import MetaConfiguration, TrackExercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import find_analyzer, list_analyzers
from kriterion.tools.catalog import SHIPPED_COMMENTS
from kriterion.tools.runtime import IMAGE_NAME

Install = Callable[[str], Installation]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    monkeypatch.setenv("KRITERION_DATA", str(tmp_path / "data"))

    def make(text: str) -> Installation:
        (tmp_path / "kriterion.toml").write_text(text)
        return Installation(tmp_path / "kriterion.toml")

    return make


def make_exercise(language: str | None = "python") -> TrackExercise:
    configuration = MetaConfiguration(solution=("a.py",))
    return TrackExercise(slug="a", configuration=configuration, programming_language=language)


def test_the_built_in_analyzer_needs_no_settings(install: Install) -> None:
    analyzer = find_analyzer(install(""), make_exercise("OCaml"), None, earlier=("a.b",))
    assert isinstance(analyzer, AnalyzerRun)
    assert (analyzer.tool.image, analyzer.libraries) == (IMAGE_NAME, (SHIPPED_COMMENTS,))
    assert (analyzer.rules, analyzer.earlier, analyzer.accepted_only) == ((), ("a.b",), True)
    assert find_analyzer(install(""), make_exercise("cobol"), None) == SkippedTool(
        "there is no analyzer for cobol here"
    )


def test_the_operators_analyzers_take_precedence(install: Install, tmp_path: Path) -> None:
    script = tmp_path / "theirs" / "bin" / "run.sh"
    script.parent.mkdir(parents=True)
    script.touch()
    settings = '[analyzers.theirs]\ndirectory = "theirs"\nprogramming_languages = ["python"]'
    installation = install(settings)
    theirs = find_analyzer(installation, make_exercise(), None)
    ours = find_analyzer(installation, make_exercise(), "kriterion")
    assert isinstance(theirs, AnalyzerRun) and isinstance(ours, AnalyzerRun)
    assert theirs.libraries == ()
    assert ours.libraries == (SHIPPED_COMMENTS,)


@pytest.mark.parametrize(
    ("more", "slug", "expected"),
    [
        ('exercises = ["two-fer", "resistor-*"]', "two-fer", "theirs"),
        ('exercises = ["two-fer", "resistor-*"]', "resistor-color", "theirs"),
        ('exercises = ["two-fer", "resistor-*"]', "leap", "ours"),
        ('exercises = ["two-fer"]\nfallback = false', "two-fer", "theirs"),
        ('exercises = ["two-fer"]\nfallback = false', "leap", "none"),
        ("fallback = false", "leap", "theirs"),
    ],
)
def test_an_analyzer_that_knows_some_exercises_leaves_the_others_to_the_next(
    install: Install, tmp_path: Path, more: str, slug: str, expected: str
) -> None:
    script = tmp_path / "theirs" / "bin" / "run.sh"
    script.parent.mkdir(parents=True)
    script.touch()
    settings = '[analyzers.theirs]\ndirectory = "theirs"\nprogramming_languages = ["python"]\n'
    exercise = replace(make_exercise(), slug=slug)
    chosen = find_analyzer(install(settings + more), exercise, None)
    if isinstance(chosen, SkippedTool):
        assert expected == "none"
        assert chosen.reason == "no analyzer for python here knows the exercise leap"
    else:
        assert (chosen.tool.image == IMAGE_NAME) == (expected == "ours")
    named = find_analyzer(install(settings + more), exercise, "theirs")
    assert isinstance(named, AnalyzerRun)
    assert named.tool.image is None


def test_the_built_in_analyzer_uses_the_operators_rules_and_texts(
    install: Install, tmp_path: Path
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "words").mkdir()
    installation = install(
        '[analyzers.kriterion]\nrules = "rules"\ncomments = ["words"]\naccepted_only = false'
    )
    analyzer = find_analyzer(installation, make_exercise("java"), None)
    assert isinstance(analyzer, AnalyzerRun)
    assert analyzer.rules == (tmp_path / "rules",)
    assert analyzer.libraries == (tmp_path / "words", SHIPPED_COMMENTS)
    assert (analyzer.tool.image, analyzer.accepted_only) == (IMAGE_NAME, False)


@pytest.mark.parametrize("setting", ["rules", "comments"])
def test_a_missing_tool_is_reported(install: Install, setting: str) -> None:
    installation = install(f'[analyzers.kriterion]\n{setting} = "nowhere"')
    with pytest.raises(OperatorError, match=rf"analyzers\.kriterion {setting}: .*nowhere is no"):
        find_analyzer(installation, make_exercise(), None)


def test_another_tool_may_have_the_name_of_a_built_in_one(install: Install) -> None:
    settings = '[analyzers.kriterion]\nimage = "x"\nprogramming_languages = ["python"]'
    (only,) = list_analyzers(install(settings)).values()
    assert (only.image, only.directory, only.comments) == ("x", None, ())
