"""Renders the logs of analyzers and representers for staff, as a panel and as a text file."""

from collections.abc import Iterator

from kriterion.assessment.assessment_record import (
    AnalyzerRecord,
    AssessmentRecord,
    RepresenterRecord,
)
from kriterion.feedback import phrases
from kriterion.feedback.html.element_ids import LOGS_ID
from kriterion.feedback.html.tabs import render_panel
from kriterion.feedback.verdict import describe_environment
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import Markup, element
from kriterion.markup.visible_text import make_visible
from kriterion_tools.translation.translator import Phrase

Tool = AnalyzerRecord | RepresenterRecord


def find_run_tools(assessment: AssessmentRecord) -> list[tuple[Phrase, Tool]]:
    """Return the names and records of those tools that ran."""
    tools: list[tuple[Phrase, Tool | None]] = [
        (phrases.ANALYZER, assessment.analyzer),
        (phrases.REPRESENTER, assessment.representer),
    ]
    return [(name, tool) for name, tool in tools if tool is not None and tool.ending is not None]


def render_logs(assessment: AssessmentRecord, viewer: Viewer) -> Markup:
    """Render the panel: how each run ended, and its logs."""
    tools = find_run_tools(assessment)
    return render_panel(
        viewer.translate(phrases.LOGS),
        LOGS_ID,
        element("p", viewer.translate(phrases.FOR_STAFF), class_="audience"),
        *(part for name, tool in tools for part in _render_tool_logs(name, tool, viewer)),
    )


def render_log_text(assessment: AssessmentRecord, viewer: Viewer) -> str:
    """Render the endings and the logs as the text of a file."""
    lines: list[str] = []
    for name, tool in find_run_tools(assessment):
        lines.append(f"=== {viewer.translate(name)}: {describe_ending(tool, viewer)} ===")
        for log, text in tool.logs.items():
            lines += [f"--- {log} ---", text.removesuffix("\n")]
        if not tool.logs:
            lines.append(viewer.translate(phrases.NO_LOGS))
        lines.append("")
    return "\n".join(lines)


def describe_ending(tool: Tool, viewer: Viewer) -> str:
    """Describe how a run ended: status, exit status, time, environment."""
    status = phrases.TOOL_STATUS_NAMES[tool.status.value]
    facts = [viewer.translate(phrases.TIMED_OUT if tool.timed_out else status)]
    if tool.exit_status:
        facts.append(viewer.translate(phrases.EXIT_STATUS, number=tool.exit_status))
    if tool.wall_seconds is not None:
        facts.append(viewer.translate(phrases.SECONDS, seconds=f"{tool.wall_seconds:.1f}"))
    if tool.environment is not None:
        facts.append(describe_environment(tool.environment, viewer))
    return " · ".join(facts)


def _render_tool_logs(name: Phrase, tool: Tool, viewer: Viewer) -> Iterator[Markup]:
    yield element("h3", f"{viewer.translate(name)}: {describe_ending(tool, viewer)}")
    if not tool.logs:
        yield element("p", viewer.translate(phrases.NO_LOGS), class_="muted")
    for log, text in tool.logs.items():
        failed = tool.status.value == "failed"
        yield element(
            "details",
            element("summary", element("code", log)),
            element(
                "pre", make_visible(text.removesuffix("\n")), class_="output whole", tabindex="0"
            ),
            class_="extra log",
            open=failed,
        )
