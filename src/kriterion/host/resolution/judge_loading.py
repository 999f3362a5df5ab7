"""Find judges for a check: the installation's, and those named on the command line."""

from collections.abc import Callable, Iterable
from pathlib import Path

from kriterion.host.installation import Installation
from kriterion.tools.judge_run import Judge


def find_judges(
    installation: Installation, named: Iterable[str]
) -> Callable[[str | None], Judge | None]:
    """Return a function from handler to judge, None if there is none.

    Each of `named` is JUDGE, for every exercise, or HANDLER=JUDGE, for those with that handler; a
    JUDGE is a directory or a name of the settings.
    """
    everywhere: str | None = None
    by_handler: dict[str, str] = {}
    for words in named:
        handler, is_pair, judge = words.partition("=")
        if is_pair and not Path(words).is_dir():
            by_handler[handler] = judge
        else:
            everywhere = words

    def find(handler: str | None) -> Judge | None:
        chosen = everywhere if handler is None else by_handler.get(handler, everywhere)
        if chosen is not None:
            return installation.named(chosen)
        known = handler if handler in installation.judges else installation.settings.default_judge
        return None if known is None else installation.load(known)

    return find
