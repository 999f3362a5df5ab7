"""Why something from a user is refused: a stable code, a text to translate, and its values."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """One reason to refuse. `text` is English with `%(name)s` for each value.

    The codes are listed in `authoring/diagnostics/codes.py` and are never renamed.
    """

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why input is refused, for the person who sent it.

    Pages translate the kind's text and then insert the values. A value called `fault` is translated
    as well. `file` is the one of several files that is refused.
    """

    kind: RefusalKind
    values: Mapping[str, int | str] = field(default_factory=dict)
    file: str = ""

    @property
    def reason(self) -> str:
        """The sentence in English, with numbers in English form."""
        values = {
            name: f"{value:,}" if isinstance(value, int) else value
            for name, value in self.values.items()
        }
        text = self.kind.text % values if values else self.kind.text
        return f"“{self.file}”: {text}" if self.file else text
