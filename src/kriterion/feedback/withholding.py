"""What is withheld of the feedback on a submission for now, although it is assessed.

Without the verdict, nothing is shown that reveals it: the status, the summary, the points, counts
of tests, measurements, messages about the whole, annotations, an analyzer's comments, and teachers'
comments on the class.
"""

import unicodedata

import msgspec

from kriterion.feedback.titles import make_tab_title
from kriterion.markup.visible_text import make_visible
from kriterion_tools.contracts.dodona_judge.output_records import Tab


class Withholding(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the verdict is withheld, and whether tabs are.

    For the tabs in `exceptions`, the opposite of `tabs` holds. They are titles as `normalize_title`
    returns them.
    """

    verdict: bool = False
    tabs: bool = False
    exceptions: frozenset[str] = frozenset()

    def hides_tab(self, tab: Tab) -> bool:
        titles = {normalize_title(tab.description), normalize_title(make_tab_title(tab))}
        return (not titles.isdisjoint(self.exceptions)) != self.tabs

    @property
    def key(self) -> tuple[str, ...]:
        """Return a text that identifies it in the key of a rendering."""
        number = str(len(self.exceptions))  # where they end in a key
        return (str(self.verdict), str(self.tabs), number, *sorted(self.exceptions))


NOTHING_WITHHELD = Withholding()


def normalize_title(title: str) -> str:
    """Return a tab's title without what people do not see or type: case, white space, ligatures."""
    return " ".join(unicodedata.normalize("NFKC", make_visible(title)).split()).casefold()
