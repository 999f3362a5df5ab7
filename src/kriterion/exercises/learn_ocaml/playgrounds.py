"""The playgrounds of a repository: those listed in its index, else all.

Source: ocaml-sf/learn-ocaml 5ffd748, src/repo: without an index they come last name first.
"""

from kriterion.exercises.learn_ocaml.folder import MAXIMUM_INDEX_BYTES, Folder
from kriterion.exercises.learn_ocaml.repository_layout import INDEX, PRELUDE, TEMPLATE
from kriterion_tools.contracts.learn_ocaml_repository.playground import (
    Playground,
    PlaygroundEntry,
    read_playgrounds,
)


def load_playgrounds(folder: Folder) -> tuple[Playground, ...]:
    """Return the playgrounds with readable templates, in order."""
    playgrounds = []
    for entry in _list_entries(folder):
        template = folder.document_text(f"{entry.id}/{TEMPLATE}")
        if template is not None:
            playgrounds.append(
                Playground(
                    id=entry.id,
                    title=entry.title,
                    short_description=entry.short_description,
                    template=template,
                    prelude=folder.document_text(f"{entry.id}/{PRELUDE}") or "",
                )
            )
    return tuple(playgrounds)


def _list_entries(folder: Folder) -> tuple[PlaygroundEntry, ...]:
    content = folder.document(INDEX, at_most=MAXIMUM_INDEX_BYTES)
    if content is not None:
        entries, faults = read_playgrounds(content, lambda name: folder.has(f"{name}/{TEMPLATE}"))
        folder.report(INDEX, faults)
        if entries is not None:
            return entries
    return tuple(
        PlaygroundEntry(id=name, title=name)
        for name in sorted(folder.ids(), reverse=True)
        if folder.has(f"{name}/{TEMPLATE}")
    )
