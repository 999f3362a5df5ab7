"""Plots: tables that the browser draws, and that stay for those who prefer to read them."""

from typing import NamedTuple

from django.utils.formats import number_format


class PlotColumn(NamedTuple):
    """A column of a plot's table; `colour` is the name of a colour of the site, or empty."""

    name: str
    colour: str = ""


class PlotRow(NamedTuple):
    """A row of a plot's table: its heading, and for each column the value and its text."""

    name: str
    cells: list[tuple[float | None, str]]


class Plot(NamedTuple):
    """A table and how to draw it: `bars`, `grouped`, `stacked`, `lines`, `spread` or `hours`.

    `grouped` bars end at `highest`, if it is given; what is higher is cut off.
    """

    kind: str
    title: str
    text: str
    heading: str
    columns: list[PlotColumn]
    rows: list[PlotRow]
    highest: float | None = None


def make_cell(number: float, digits: int | None = None) -> tuple[float | None, str]:
    """Return the cell of a number; `digits` are those after the decimal separator."""
    return number, number_format(number, digits)
