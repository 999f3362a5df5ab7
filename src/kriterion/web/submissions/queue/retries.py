"""Retry blocked submissions after a fetch: it may have brought what they lack."""

from typing import Any

from kriterion.web.catalog.signals import repository_fetched
from kriterion.web.submissions.queue.blocked import end_pauses
from kriterion.web.submissions.queue.workers import ask_retry
from kriterion.web.tools.models import Tool
from kriterion.web.tools.signals import tool_fetched


def connect() -> None:
    """Have workers retry whenever a repository or a tool was fetched."""
    repository_fetched.connect(_retry_after_repository)
    tool_fetched.connect(_retry_after_tool)


def _retry_after_repository(**_: Any) -> None:
    ask_retry()


def _retry_after_tool(tool: Tool, **_: Any) -> None:
    if tool.course_id is not None:
        end_pauses(tool.course_id)
    ask_retry()
