"""Run measures on the files of a solution."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from kriterion_tools.analyzer.measures import (
    condition_chains,
    function_measures,
    repeated_code,
    repeated_work,
)
from kriterion_tools.analyzer.measures.token_outline import Outline, TooSlow, read_outlines
from kriterion_tools.analyzer.source import Match, Source

__all__ = ["Measurer", "TooSlow"]

MAXIMUM_MATCHES = 200  # of one rule in one file

_RUNS: Mapping[str, Callable[..., Iterator[Match]]] = {
    "lines-of-function": function_measures.measure_lines,
    "branches-of-function": function_measures.measure_branches,
    "nesting": function_measures.measure_nesting,
    "parameters": function_measures.measure_parameters,
    "repeated-code": repeated_code.find_copies,
    "chain-of-conditions": condition_chains.find_chains,
    "chain-of-ranges": condition_chains.find_range_chains,
    "repeated-call": repeated_work.find_repeated_calls,
    "repeated-expression": repeated_work.find_repeated_expressions,
    "call-in-loop": repeated_work.find_calls_in_loops,
}


class Measurer:
    """Measures a solution. Each file is walked once, for all rules."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._outlines: list[Outline] | None = None

    def find(self, name: str, options: Mapping[str, int]) -> list[Match]:
        """Return where a measure exceeds its limits. Raises TooSlow."""
        if self._outlines is None:
            self._outlines = read_outlines(self._sources)
        matches: list[Match] = []
        for outline in self._outlines:
            limits = {key.replace("-", "_"): number for key, number in options.items()}
            matches += islice(_RUNS[name](outline, **limits), MAXIMUM_MATCHES)
        return matches
