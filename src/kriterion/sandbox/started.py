"""A run whose command runs."""

from dataclasses import dataclass

from kriterion.sandbox.group import Group
from kriterion.sandbox.launch import Confined
from kriterion.sandbox.results import Results
from kriterion.sandbox.wiring import Wiring


@dataclass(frozen=True, kw_only=True, slots=True)
class Started:
    """Its processes, what they are wired to, the group they are in, the files they leave."""

    confined: Confined
    wiring: Wiring
    group: Group
    results: Results
