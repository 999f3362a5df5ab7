"""Lay out graphs in the process of the tests."""

from collections.abc import Sequence
from typing import Any

from kriterion.authoring.graph.graphviz_process import lay_out


def solve_here(graphs: Sequence[str]) -> list[dict[str, Any]]:
    """Lay out graphs as `run_graphviz` does, much faster: Graphviz survives what tests try."""
    return [lay_out(text) for text in graphs]
