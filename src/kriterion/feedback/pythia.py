"""Reads what judges like Pythia add to `data`, which no schema declares.

Dodona reads it if the judge's record names PythiaRenderer (formerly PythiaFeedbackRenderer). We
read it whenever it is present; kriterion_tools/contracts/dodona_judge/dialect.py removes it for
judges whose record names the other renderer. It may have any shape: invalid values are ignored.

Source: dodona-edu/dodona e7be6f0d2, app/helpers/renderers/pythia_renderer.rb.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec.structs import replace

from kriterion.markup.difference.marked_line import read_marked_line
from kriterion.markup.difference.text_difference import MAXIMUM_ROWS, Difference, Line, Row
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    FullOutput,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.wire_types import prepare_types

_SEVERITIES = {
    "fatal": AnnotationSeverity.ERROR,
    "error": AnnotationSeverity.ERROR,
    "refactor": AnnotationSeverity.INFO,
    "convention": AnnotationSeverity.INFO,
    "info": AnnotationSeverity.INFO,
}
MAXIMUM_FILES = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """A file that a testcase uses; `content` is None if the judge did not send it."""

    name: str
    content: str | None


_Index = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class _SourceAnnotation(msgspec.Struct):
    """A linter's message; `line` counts from 1, `column` from 0."""

    line: _Index
    description: str
    type: str | None = None
    column: _Index | None = None
    rows: _Index | None = None
    columns: _Index | None = None
    external_url: str | None = msgspec.field(default=None, name="externalUrl")


class _File(msgspec.Struct):
    location: str
    content: str
    name: str | None = None


class _DifferenceLine(msgspec.Struct, array_like=True):
    """Two lines beside each other, as HTML, with their numbers, and whether they are the same."""

    expected_number: Any
    generated_number: Any
    expected: str | None = None
    generated: str | None = None
    same: bool = False


prepare_types(_SourceAnnotation, _File, _DifferenceLine)


def merge_source_annotations(output: FullOutput) -> FullOutput:
    """Move annotations from the data of tabs to the annotations of the output.

    Tabs that are empty afterwards are removed: the Code tab shows the annotations.
    """
    if not any(map(_has_source_annotations, output.groups)):
        return output
    annotations = chain.from_iterable(map(_read_source_annotations, output.groups))
    tabs = (
        tab
        for tab in output.groups
        if tab.groups or tab.messages or not _has_source_annotations(tab)
    )
    return replace(output, groups=tuple(tabs), annotations=(*output.annotations, *annotations))


def read_difference(test: Test) -> Difference | None:
    """Return the difference that the judge computed itself, or None if it sent none."""
    lines = _read_items((test.data or {}).get("diff"), _DifferenceLine)
    all_rows = (_make_row(line, number) for number, line in enumerate(lines, start=1))
    rows = list(islice(filter(None, all_rows), MAXIMUM_ROWS + 1))
    if not rows:
        return None
    return Difference(
        rows=tuple(rows[:MAXIMUM_ROWS]),
        generated_length=len(test.generated or ""),
        expected_length=len(test.expected or ""),
        cut=len(rows) > MAXIMUM_ROWS,
    )


def read_files(testcase: Testcase) -> tuple[File, ...]:
    """Return the valid files that a testcase declares, at most `MAXIMUM_FILES`."""
    declared = (testcase.data or {}).get("files")
    items = list(declared.items()) if isinstance(declared, Mapping) else []
    files = ((name, _convert(value, _File)) for name, value in items[:MAXIMUM_FILES])
    return tuple(
        File(
            name=file.name or name,
            content=file.content if file.location == "inline" else None,
        )
        for name, file in files
        if file is not None and isinstance(name, str)
    )


def _has_source_annotations(tab: Tab) -> bool:
    return "source_annotations" in (tab.data or {})


def _read_source_annotations(tab: Tab) -> Iterator[Annotation]:
    for remark in _read_items((tab.data or {}).get("source_annotations"), _SourceAnnotation):
        yield Annotation(
            row=max(remark.line - 1, 0),
            text=remark.description,
            type=_SEVERITIES.get(remark.type or "", AnnotationSeverity.WARNING),
            column=remark.column,
            rows=remark.rows,
            columns=remark.columns,
            external_url=remark.external_url,
        )


def _make_row(line: _DifferenceLine, number: int) -> Row | None:
    generated, expected = line.generated, line.expected
    if line.same:
        generated = expected = expected if generated is None else generated
    if generated is None and expected is None:
        return None
    return Row(
        _make_line(generated, line.generated_number, number),
        _make_line(expected, line.expected_number, number),
        line.same,
    )


def _make_line(html: str | None, number: object, default: int) -> Line | None:
    if html is None:
        return None
    return Line(number if isinstance(number, int) else default, read_marked_line(html))


_Item = TypeVar("_Item")


def _read_items(values: object, kind: type[_Item]) -> Iterator[_Item]:
    """Yield the valid items if `values` is a list."""
    for value in values if isinstance(values, list | tuple) else ():
        item = _convert(value, kind)
        if item is not None:
            yield item


def _convert(value: Any, kind: type[_Item]) -> _Item | None:
    """Return the value as `kind`, or None if it is invalid."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return None
