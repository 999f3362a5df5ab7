"""Put the student's own names back into a comment that uses placeholders.

All students with the same representation get the comment, each with their own names in it. This is
our extension: Exercism's website shows such comments unchanged and asks authors not to mention
names.
"""

import re
from collections.abc import Mapping

from kriterion_tools.contracts.exercism_representer.markdown_code import split_code
from kriterion_tools.contracts.exercism_representer.representation import Representation

# Some languages write a sigil before a name (@name, $name). It may be part of the placeholder.
_WORD = re.compile(r"(?P<sigil>[@$]{0,2})(?P<bare>\w++)")
_MAXIMUM_NAME = 200


def restore_names(comment: str, representation: Representation) -> str:
    """Replace each placeholder in the comment (Markdown) by this solution's name for it.

    Inside code a name is inserted as it is; in prose it becomes a code span, so that underscores
    and stars stay literal. Placeholders stay where the name could end the code around it.
    """
    names = map_placeholders_to_names(representation)
    return "".join(
        _restore_names(piece, names, in_code=in_code) for in_code, piece in split_code(comment)
    )


def renumber_placeholders(comment: str, old: Representation, new: Representation) -> str:
    """Replace each placeholder in the comment by the one that has the same name in `new`.

    Both represent the same solution, for example by two versions of a representer. A placeholder
    stays if `new` has none for its name. If `new` has several, the first counts.
    """
    names = map_placeholders_to_names(old)
    renamed = map_placeholders_to_names(new)
    placeholders = {name: placeholder for placeholder, name in reversed(tuple(renamed.items()))}

    def renumber(word: re.Match[str]) -> str:
        for sigil, spelling in (("", word[0]), (word["sigil"], word["bare"])):
            if spelling in names:
                return sigil + placeholders.get(names[spelling], spelling)
        return word[0]

    return _WORD.sub(renumber, comment)


def map_placeholders_to_names(representation: Representation) -> Mapping[str, str]:
    """Return the mapping from placeholder to name, even if the tool wrote it inverted.

    exercism/ruby-representer maps names to placeholders. The text shows which side the placeholders
    are on: it contains them, and not the names.
    """
    mapping = representation.mapping
    words = {
        spelling for word in _WORD.finditer(representation.text) for spelling in (word[0], word[2])
    }
    keys = sum(key in words for key in mapping)
    values = sum(value in words for value in mapping.values())
    if values <= keys:
        return mapping
    # If several names have the same placeholder, the first counts.
    return {placeholder: name for name, placeholder in reversed(tuple(mapping.items()))}


def _restore_names(piece: str, names: Mapping[str, str], *, in_code: bool) -> str:
    def restore_name(word: re.Match[str]) -> str:
        name = names.get(word[0])
        if name is None and word["bare"] in names:
            name = word["sigil"] + names[word["bare"]]
        if name is None or not _is_harmless(name):
            return word[0]
        return name if in_code else f"`{name}`"

    return _WORD.sub(restore_name, piece)


def _is_harmless(name: str) -> bool:
    """Whether a name is a single line and cannot end a code span or a fence."""
    return (
        0 < len(name) <= _MAXIMUM_NAME
        and name.isprintable()
        and "`" not in name
        and "~~~" not in name
        and name == name.strip()
    )
