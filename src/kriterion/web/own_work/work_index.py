"""The contents of an archive: `index.html` for readers, `index.json` for programs.

Both are written in pieces, so that no index has to fit into memory.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from html import escape
from typing import TypedDict
from urllib.parse import quote

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}"
    "th,td{text-align:start;padding:.3rem .6rem;border-bottom:1px solid #8888}"
    ":root{color-scheme:light dark}"
)


EARLIER_DRAFT = "earlier draft"  # the state of an entry


class WorkEntry(TypedDict):
    """A submission or a draft in the archive; `number` is None for a draft.

    `state` is that of a submission, "draft" or "earlier draft".

    `status` is None while it is withheld or there is none yet. `feedback` and `files` are paths in
    the archive.
    """

    course: str
    series: str
    exercise: str
    exercise_id: int
    number: int | None
    made_at: str
    state: str
    status: str | None
    accepted: bool | None
    earned: int | None
    possible: int | None
    late_by_seconds: int
    files: list[str]
    feedback: str | None


def write_json_index(user: str, made_at: datetime, entries: Iterable[WorkEntry]) -> Iterator[str]:
    head = {"format": 1, "user": user, "made_at": made_at.isoformat()}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "work": [\n'
    separator = ""
    for entry in entries:
        yield separator + json.dumps(entry, ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"


def write_html_index(user: str, made_at: datetime, entries: Iterable[WorkEntry]) -> Iterator[str]:
    title = gettext("Work of %(name)s") % {"name": user}
    language = escape(get_language() or "en")
    moment = date_format(localtime(made_at), "SHORT_DATETIME_FORMAT")
    columns = (
        *(gettext("Exercise"), gettext("Course"), gettext("Attempt"), gettext("Time")),
        *(gettext("Result"), gettext("Files"), gettext("Feedback")),
    )
    yield (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><main>"
        f"<h1>{escape(title)}</h1><p>{escape(moment)}</p><table><thead><tr>"
    )
    yield "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    yield "</tr></thead><tbody>\n"
    for entry in entries:
        yield _write_row(entry)
    yield "</tbody></table></main></body></html>\n"


def _write_row(entry: WorkEntry) -> str:
    made_at = localtime(datetime.fromisoformat(entry["made_at"]))
    number = entry["number"]
    points = "" if not entry["possible"] else f" ({entry['earned']}/{entry['possible']})"
    feedback = entry["feedback"]
    draft = gettext("Earlier draft") if entry["state"] == EARLIER_DRAFT else gettext("Draft")
    cells = (
        escape(entry["exercise"]),
        escape(entry["course"]),
        escape(draft) if number is None else str(number),
        escape(date_format(made_at, "SHORT_DATETIME_FORMAT")),
        escape((entry["status"] or entry["state"]) + points),
        "<br>".join(_link(path) for path in entry["files"]),
        _link(feedback) if feedback else "",
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"


def _link(path: str) -> str:
    return f'<a href="{escape(quote(path))}">{escape(path.rpartition("/")[2])}</a>'
