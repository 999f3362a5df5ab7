"""The student's own names, put back into a comment that was written about placeholders.

A comment serves all who have the same representation; each of them reads it with the names of the
own solution. Exercism's website shows such comments as they are, and asks their authors to mention
no names at all; this is ours.
"""

import re
from collections.abc import Mapping

from kriterion_tools.contracts.exercism_representer.markdown_code import pieces
from kriterion_tools.contracts.exercism_representer.representation import Representation

# In front of a name some languages have a sigil: @name, $name. It may be part of the placeholder.
_WORD = re.compile(r"(?P<sigil>[@$]{0,2})(?P<bare>\w++)")
_MAXIMUM_NAME = 200


def put_names_back(comment: str, representation: Representation) -> str:
    """The comment (Markdown) with each placeholder replaced by this solution's name for it.

    In code a name stands as it is; in prose it becomes code, so that its underscores and stars
    stay what they are. Names that could end the code they stand in stay placeholders.
    """
    names = originals(representation)
    return "".join(_replaced(piece, names, in_code=in_code) for in_code, piece in pieces(comment))


def originals(representation: Representation) -> Mapping[str, str]:
    """The mapping from placeholder to name, also where a tool wrote it the other way round.

    exercism/ruby-representer maps names to placeholders. Which side the placeholders are on is
    told by the text: they are in it, and the names are not.
    """
    mapping = representation.mapping
    words = {
        spelling for word in _WORD.finditer(representation.text) for spelling in (word[0], word[2])
    }
    keys = sum(key in words for key in mapping)
    values = sum(value in words for value in mapping.values())
    if values <= keys:
        return mapping
    # Of several names for one placeholder, the first one it was given to.
    return {placeholder: name for name, placeholder in reversed(tuple(mapping.items()))}


def _replaced(piece: str, names: Mapping[str, str], *, in_code: bool) -> str:
    def name_of(word: re.Match[str]) -> str:
        name = names.get(word[0])
        if name is None and word["bare"] in names:
            name = word["sigil"] + names[word["bare"]]
        if name is None or not _is_harmless(name):
            return word[0]
        return name if in_code else f"`{name}`"

    return _WORD.sub(name_of, piece)


def _is_harmless(name: str) -> bool:
    """Whether a name cannot end a code span or a fence, or become more than one line."""
    return (
        0 < len(name) <= _MAXIMUM_NAME
        and name.isprintable()
        and "`" not in name
        and "~~~" not in name
        and name == name.strip()
    )
