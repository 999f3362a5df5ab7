"""Check the contract's rule about names in a mapping.

Source: exercism/docs 19e037f, representers/interface.md: identical names get the same placeholder,
irrespective of scope.
"""

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.representer_files import MAPPING
from kriterion_tools.contracts.exercism_representer.restored_names import originals
from kriterion_tools.errors import ContractViolation

MAXIMUM_TOLD = 20


def inconsistencies(representation: Representation) -> tuple[ContractViolation, ...]:
    """Report the first few placeholders of names that have another placeholder already.

    The representation is still usable, but its class may be smaller than necessary.
    """
    first: dict[str, str] = {}
    found = []
    for placeholder, name in originals(representation).items():
        earlier = first.setdefault(name, placeholder)
        if earlier != placeholder:
            what = f"stands for {name[:60]!r}, and so does {earlier[:60]!r}"
            found.append(ContractViolation(MAPPING, repr(placeholder[:60]), what))
            if len(found) == MAXIMUM_TOLD:
                break
    return tuple(found)
