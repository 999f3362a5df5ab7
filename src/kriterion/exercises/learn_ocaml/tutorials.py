"""The tutorials of a repository: those listed in its index in series, else all in one.

Source: ocaml-sf/learn-ocaml 5ffd748, src/repo/learnocaml_process_tutorial_repository.ml: for one
name, Markdown takes precedence over HTML. Without an index, its builder finds none of the files;
ours does.
"""

from collections.abc import Iterator
from dataclasses import replace

from kriterion.exercises.learn_ocaml.folder import MAXIMUM_INDEX_BYTES, Folder
from kriterion.exercises.learn_ocaml.repository_layout import INDEX
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.html_form import read_html_tutorial
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.markdown_form import (
    read_markdown_tutorial,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import Tutorial, TutorialSeries
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_index import (
    make_default_series,
    read_series,
)

_READERS = {".md": read_markdown_tutorial, ".html": read_html_tutorial}


def load_tutorials(folder: Folder) -> tuple[tuple[TutorialSeries, ...], dict[str, Tutorial]]:
    """Return the series, and their readable tutorials by id."""
    listed = _list_series(folder)
    names = dict.fromkeys(name for series in listed for name in series.tutorials)
    read = {name: _load_tutorial(name, folder) for name in names}
    tutorials = {name: tutorial for name, tutorial in read.items() if tutorial is not None}
    kept = (
        replace(series, tutorials=tuple(name for name in series.tutorials if name in tutorials))
        for series in listed
    )
    return tuple(kept), tutorials


def load_tutorial(name: str, folder: Folder) -> Tutorial | None:
    """Return the tutorial of that id only; None if it is not listed or unreadable."""
    listed = any(name in series.tutorials for series in _list_series(folder))
    return _load_tutorial(name, folder) if listed else None


def _list_series(folder: Folder) -> tuple[TutorialSeries, ...]:
    content = folder.document(INDEX, at_most=MAXIMUM_INDEX_BYTES)
    if content is not None:
        series, faults = read_series(content, lambda name: any(_find_files(name, folder)))
        folder.report(INDEX, faults)
        if series is not None:
            return series
    names = {name for ending in _READERS for name in folder.ids(ending)}
    return make_default_series(sorted(names)) if names else ()


def _load_tutorial(name: str, folder: Folder) -> Tutorial | None:
    for file in _find_files(name, folder):
        if (text := folder.document_text(file)) is not None:
            tutorial, faults = _READERS[file.removeprefix(name)](name, text)
            folder.report(file, faults)
            return tutorial
    return None


def _find_files(name: str, folder: Folder) -> Iterator[str]:
    """Yield the files of a tutorial by precedence."""
    return (name + ending for ending in _READERS if folder.has(name + ending))
