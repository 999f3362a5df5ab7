"""The index of tutorials: series of them, each with a title.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Tutorial) and
src/repo/learnocaml_process_tutorial_repository.ml. Its builder reverses the order of the series;
here they keep the order of the file.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonDocument, JsonPart
from kriterion_tools.contracts.learn_ocaml_repository.listed_ids import (
    Exists,
    accept_any_id,
    check_listed_id,
)
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import TutorialSeries, Words
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_json import encode_words
from kriterion_tools.contracts.learn_ocaml_repository.version import VERSION, read_version


def read_series(
    content: bytes, exists: Exists = accept_any_id
) -> tuple[tuple[TutorialSeries, ...] | None, list[Fault]]:
    """Read the series that a tutorials/index.json lists; return None if it lists none.

    `exists` says whether there is a tutorial with an id; missing tutorials are left out.
    """
    document = JsonDocument(content)
    root = document.root
    if root is None or not root.is_object(VERSION, "series"):
        return None, document.faults()
    read_version(root, known=("1",))
    members = root.field("series", JsonPart.members, {}, needed=True)
    series = (_read_one_series(key, part, exists) for key, part in members.items())
    return tuple(item for item in series if item is not None), document.faults()


def make_default_series(tutorials: Iterable[str]) -> tuple[TutorialSeries, ...]:
    """Return the series of a directory without an index: one, with all tutorials."""
    return (TutorialSeries("tutorials", "All tutorials", tuple(tutorials)),)


def encode_series(series: Iterable[TutorialSeries], titles: Mapping[str, Words]) -> dict[str, Any]:
    """Encode the object for tutorials.json; tutorials without a title are left out."""
    return {
        VERSION: "1",
        "series": {
            item.id: {
                "title": item.title,
                "tutorials": [
                    [name, encode_words(titles[name])] for name in item.tutorials if name in titles
                ],
            }
            for item in series
        },
    }


def _read_one_series(key: str, part: JsonPart, exists: Exists) -> TutorialSeries | None:
    if not part.is_object("title", "tutorials"):
        return None
    return TutorialSeries(
        id=key,
        title=part.field("title", JsonPart.text, key, needed=True),
        tutorials=tuple(
            _read_names(part.field("tutorials", JsonPart.items, (), needed=True), exists)
        ),
    )


def _read_names(items: Iterable[JsonPart], exists: Exists) -> Iterator[str]:
    listed: set[str] = set()
    for item in items:
        name = _read_name(item)
        if name is None:
            continue
        if (fault := check_listed_id(name, listed, exists, needs_file=True)) is not None:
            item.add_fault(fault)
            continue
        listed.add(name)
        yield name


def _read_name(item: JsonPart) -> str | None:
    """Read a tutorial's id, alone or with a title, which is ignored: the tutorial has its own."""
    if isinstance(item.value, str):
        return item.value
    if isinstance(item.value, list) and len(item.value) == 2:
        return item.at(0).text()
    item.complain(
        "must be an id, or an id and a title",
        code="learn-ocaml.tutorial.invalid-entry",
        fix='write "id"',
    )
    return None
