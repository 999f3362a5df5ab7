"""The kinds of Exercism tools, and the tools that a name or a directory means."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kriterion.assessment.analyzer_run import AnalyzerRun, analyze
from kriterion.assessment.assessment_record import AnalyzerRecord, RepresenterRecord
from kriterion.assessment.context import ToolContext
from kriterion.assessment.representer_run import RepresenterRun, represent
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.exercises.exercism import TrackExercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import find_analyzer, list_analyzers
from kriterion.host.resolution.representers import find_representer, list_representers
from kriterion.host.resolution.test_runners import find_test_runner, list_test_runners
from kriterion.host.resolution.track_tools import find_named_tool
from kriterion.host.settings import AnalyzerSettings, ToolSettings
from kriterion.host.settings.locations import expand_home
from kriterion.submissions.submission import SubmittedFiles

SCRIPT = "bin/run.sh"  # marks an Exercism tool


@dataclass(frozen=True, kw_only=True, slots=True)
class ExaminedKind:
    """One kind: its names, and how its tools are recognised, found and run.

    `word` is how its directories' names end, and `title` how people call it. `table` is that of its
    tools in kriterion.toml.
    `find` raises OperatorError for a tool that cannot be run; `run` raises as `assess` does. It is
    None for test runners, which are tried on tests (`sample_tests.py`).
    """

    word: str
    title: str
    table: str
    settings: type[ToolSettings]
    known: Callable[[Installation], Mapping[str, ToolSettings]]
    find: Callable[
        [Installation, TrackExercise, str],
        AnalyzerRun | RepresenterRun | TestRunnerRun | SkippedTool,
    ]
    run: Callable[[Any, SubmittedFiles, ToolContext], AnalyzerRecord | RepresenterRecord] | None


TEST_RUNNER = ExaminedKind(
    word="test-runner",
    title="test runner",
    table="test_runners",
    settings=ToolSettings,
    known=list_test_runners,
    find=find_test_runner,
    run=None,
)
TOOL_KINDS = (
    ExaminedKind(
        word="analyzer",
        title="analyzer",
        table="analyzers",
        settings=AnalyzerSettings,
        known=list_analyzers,
        find=find_analyzer,
        run=analyze,
    ),
    ExaminedKind(
        word="representer",
        title="representer",
        table="representers",
        settings=ToolSettings,
        known=list_representers,
        find=find_representer,
        run=represent,
    ),
    TEST_RUNNER,
)


def find_tools(named: str, installation: Installation) -> list[tuple[ExaminedKind, ToolSettings]]:
    """Return the tools of that name or directory, at most one per kind.

    A directory that is not in the settings is identified by its own name, as Exercism's are:
    `python-analyzer`.
    """
    kinds = []
    for kind in TOOL_KINDS:
        known = kind.known(installation)
        chosen = find_named_tool(known, named, kind.settings)
        if chosen is known.get(chosen.name):
            kinds.append((kind, chosen))
        elif (settings := _infer_language(chosen, kind)) is not None:
            kinds.append((kind, settings))
    return kinds


def _infer_language(settings: ToolSettings, kind: ExaminedKind) -> ToolSettings | None:
    """Return settings with the language in the directory's name."""
    directory = expand_home(settings.name).resolve()
    language, dash, word = directory.name.partition(f"-{kind.word}")
    if not (dash and not word and (directory / SCRIPT).is_file()):
        return None
    return replace(settings, programming_languages=(language,))
