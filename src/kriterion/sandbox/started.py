"""A run whose command runs."""

from dataclasses import dataclass

from kriterion.sandbox.group import Group
from kriterion.sandbox.launch import Confined
from kriterion.sandbox.wiring import Wiring


@dataclass(frozen=True, kw_only=True, slots=True)
class Started:
    """Its processes, what they are wired to, and the group they are in."""

    confined: Confined
    wiring: Wiring
    group: Group
