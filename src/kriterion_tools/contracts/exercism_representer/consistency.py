"""Check the contract's rule about names in a mapping.

Source: exercism/docs 19e037f, representers/interface.md: identical names get the same placeholder,
irrespective of scope.
"""

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.representer_files import MAPPING
from kriterion_tools.contracts.exercism_representer.restored_names import map_placeholders_to_names
from kriterion_tools.errors import ContractViolation

MAXIMUM_REPORTED = 20


def find_inconsistencies(representation: Representation) -> tuple[ContractViolation, ...]:
    """Report names that have more than one placeholder; only the first few are listed.

    The representation is still usable, but its class may be smaller than necessary. A representer
    that gives each variable a placeholder of its own declares it, and has none to report.
    """
    if representation.by_scope:
        return ()
    placeholders: dict[str, str] = {}  # the first of each name
    violations = []
    for placeholder, name in map_placeholders_to_names(representation).items():
        earlier = placeholders.setdefault(name, placeholder)
        if earlier != placeholder:
            what = f"stands for {name[:60]!r}, and so does {earlier[:60]!r}"
            violations.append(
                ContractViolation(
                    MAPPING, repr(placeholder[:60]), what, code="mapping.duplicate-name"
                )
            )
            if len(violations) == MAXIMUM_REPORTED:
                break
    return tuple(violations)
