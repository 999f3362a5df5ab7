"""The documentation's page of all diagnostics, made from the table of codes."""

from itertools import groupby

from kriterion.authoring.diagnostics.codes import CODES

_INTRODUCTION = """\
# Diagnostics

This page lists the codes of all diagnostics:
- problems that `kriterion check`, `kriterion build` and the page of a repository report;
- reasons to refuse a submission, an archive or a git address;
- notices and faults that `kriterion doctor` and the pages of tools report;
- violations of a contract by a tool.

Search for the words of your message or, with `--json`, for its `code`: codes do not change, texts
may. `{…}` marks a part that varies; the whole text of `{reason}` comes from the reader of the file.
The message also says how severe the problem is, and how to fix it: see
[checking](../author/checking.md).

This page is made from `src/kriterion/authoring/diagnostics/codes.py` by `make golden`.
"""


def render_page() -> str:
    """The whole page, as Markdown."""
    parts = [_INTRODUCTION]
    for subject, codes in groupby(sorted(CODES), key=lambda code: code.partition(".")[0]):
        rows = [f"| `{code}` | {'<br>'.join(map(_format_cell, CODES[code]))} |" for code in codes]
        parts.append("\n".join([f"## {subject}", "| code | text |", "|---|---|", *rows, ""]))
    return "\n".join(parts)


def _format_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
