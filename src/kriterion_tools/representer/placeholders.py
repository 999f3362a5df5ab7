"""Replace the student's names by PLACEHOLDER_1, PLACEHOLDER_2 … in order of first occurrence.

Names of one binding get the same placeholder. Source: exercism/docs 19e037f,
building/tooling/representers/interface.md.
"""

import re

from kriterion_tools.representer.solution_tree import SPACE, Node

_PLACEHOLDER = re.compile(r"\W*PLACEHOLDER_\d+")


def insert_placeholders(root: Node) -> dict[str, str]:
    """Replace every name in the tree; return the mapping from placeholder to name."""
    placeholders: dict[str, str] = {}
    for leaf in root.leaves():
        assert leaf.text is not None
        if leaf.name is not None:
            placeholder = placeholders.get(leaf.name)
            if placeholder is None:
                placeholder = placeholders[leaf.name] = f"PLACEHOLDER_{len(placeholders) + 1}"
            bare_name = leaf.name.partition(SPACE)[0]
            leaf.text = leaf.text.removesuffix(bare_name) + placeholder  # keep the sigil
        elif "PLACEHOLDER_" in leaf.text and _PLACEHOLDER.fullmatch(leaf.text):
            # A name from a library that looks like a placeholder gets a prefix with a colon, which
            # no identifier contains.
            leaf.text = f"name:{leaf.text}"
    return {placeholder: name.partition(SPACE)[0] for name, placeholder in placeholders.items()}
