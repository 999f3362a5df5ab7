"""Find the versions of what assesses a submission: Kriterion, the exercise, and each tool."""

from collections.abc import Callable, Mapping
from pathlib import Path

from django.db.models import Q

from kriterion import __version__
from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.representer_run import RepresenterRun
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.tools.catalog import SHIPPED_ANALYZER, SHIPPED_JUDGES, SHIPPED_REPRESENTER
from kriterion.tools.staging import compute_directory_fingerprint
from kriterion.web.catalog.models import Activity
from kriterion.web.content.content_access import StoreKind, open_store
from kriterion.web.submissions.models import Submission
from kriterion.web.tools.models import Tool
from kriterion.web.tools.tool_choice import choose_tools
from kriterion_tools.errors import KriterionError

FindVersions = Callable[[Submission], Mapping[str, str]]

_SHIPPED = frozenset({*SHIPPED_JUDGES.values(), SHIPPED_ANALYZER, SHIPPED_REPRESENTER})
_COMMIT_LENGTH = 12  # characters, as in the output of git


def find_no_versions(submission: Submission) -> dict[str, str]:
    """Return no versions, for workers that assess without installed tools."""
    return {}


def find_versions(submission: Submission) -> dict[str, str]:
    """Return the versions that would assess a submission now, by name; {} if it cannot be."""
    return find_installed_versions(submission.activity, submission.course_id)


def find_installed_versions(activity: Activity, course: int | None) -> dict[str, str]:
    """Return the versions for submissions to an activity for a course.

    For example {"kriterion": "0.2.0", "exercise": "1f2e3d4c5b6a", "judge": "python 0a1b2c3d4e5f"}.
    """
    try:
        tools = choose_tools(activity, course=course)
        versions = {"kriterion": __version__, "exercise": _find_exercise_version(activity)}
        if isinstance(tools.judge, TestRunnerRun):
            tool = tools.judge.tool
            versions["judge"] = _describe_tool(tool.directory, tool.image)
        elif tools.judge is not None:
            versions["judge"] = _describe_tool(tools.judge.directory, tools.judge.image)
        for name, chosen in (("analyzer", tools.analyzer), ("representer", tools.representer)):
            if isinstance(chosen, AnalyzerRun | RepresenterRun):
                versions[name] = _describe_tool(chosen.tool.directory, chosen.tool.image)
    except (KriterionError, OSError):
        return {}
    return versions


def _find_exercise_version(activity: Activity) -> str:
    repository = activity.repository
    if repository.commit:
        return repository.commit[:_COMMIT_LENGTH]
    if repository.digest:
        return repository.digest[:_COMMIT_LENGTH]
    return "" if repository.read_at is None else repository.read_at.isoformat(timespec="seconds")


def _describe_tool(directory: Path | None, image: str | None) -> str:
    """Return a tool's name and version; only the image's name if the image contains the tool."""
    if directory is None:
        return image or ""
    if directory in _SHIPPED:
        return f"{directory.name} {__version__}"
    digest = open_store(StoreKind.TOOL).find_digest(directory)
    is_this = Q(directory=str(directory)) if digest is None else Q(digest=digest)
    tool = Tool.objects.filter(is_this).exclude(commit="", digest="").first()
    if tool is not None and (tool.commit or digest is not None):
        return f"{tool.name} {(tool.commit or tool.digest)[:_COMMIT_LENGTH]}"
    return f"{directory.name} {compute_directory_fingerprint(directory)}"
