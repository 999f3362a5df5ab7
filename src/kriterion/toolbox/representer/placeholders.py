"""The student's names become placeholders: PLACEHOLDER_1, PLACEHOLDER_2 … as they first occur.

Identical names get the same one, whatever the scope, and different names different ones.
Source: exercism/docs 19e037f, building/tooling/representers/interface.md.
"""

import re

from kriterion.toolbox.representer.tree import Node

_PLACEHOLDER = re.compile(r"\W*PLACEHOLDER_\d+")


def put_placeholders(root: Node) -> dict[str, str]:
    """Replace every name in the tree; returns the mapping from placeholder to name."""
    placeholders: dict[str, str] = {}
    for leaf in root.leaves():
        assert leaf.text is not None
        if leaf.name is not None:
            placeholder = placeholders.setdefault(leaf.name, f"PLACEHOLDER_{len(placeholders) + 1}")
            leaf.text = leaf.text.removesuffix(leaf.name) + placeholder  # a sigil stays
        elif _PLACEHOLDER.fullmatch(leaf.text):
            # Somebody else's name that looks like one of ours: no identifier has a colon in it.
            leaf.text = f"name:{leaf.text}"
    return {placeholder: name for name, placeholder in placeholders.items()}
