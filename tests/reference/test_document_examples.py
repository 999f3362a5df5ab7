"""The examples in the four documents that Kriterion implements, read as they stand there."""

import json
import os
import re
from pathlib import Path

import pytest

from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.outcome import decide
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentType
from kriterion_tools.contracts.exercism_analyzer.analysis_reader import read_output
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import ANALYSIS, TAGS
from kriterion_tools.contracts.exercism_representer.representation_reader import (
    RepresentationReading,
    read_representation,
)
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import (
    LearnOcamlKind,
    Meta,
    read_meta,
)
from kriterion_tools.contracts.learn_ocaml_repository.index import read_index
from tests.contracts.dodona_judge.writing import read

SEEDS = Path(os.environ.get("KRITERION_SEEDS", "nowhere"))

pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="set KRITERION_SEEDS")

# In the documents a value stands for those that are possible: the first of several, or a number.
POSSIBLE = ((r'("\w+")(?: \| "\w+")+', r"\1"), (r"\[\d \.\. 5\]", "4"), (r"\[ 0 \.\. n \]", "7"))


def _make_document(number: str) -> str:
    [file] = SEEDS.glob(f"{number}_*")
    return file.read_text()


def _list_objects(document: str) -> list[str]:
    """Every piece of a document from a brace at the start of a line to the brace that closes it."""
    found, at = [], 0
    while begin := re.compile(r"^\{", re.MULTILINE).search(document, at):
        depth = 0
        for at in range(begin.start(), len(document)):
            depth += {"{": 1, "}": -1}.get(document[at], 0)
            if depth == 0:
                break
        at += 1
        found.append(document[begin.start() : at])
    return found


def _get_object(number: str, key: str) -> bytes:
    """The first example object of a document that has the key."""
    return next(
        text for text in _list_objects(_make_document(number)) if f'"{key}"' in text
    ).encode()


def test_the_index_in_the_document_is_read() -> None:
    example = next(
        text for text in _list_objects(_make_document("000")) if '"title": "Data' in text
    )
    content = json.loads(example)["groups"]
    tree, faults = read_index(example.encode())
    assert tree is not None
    assert [len(group.exercises) for group in tree.groups] == [1, 2]
    assert {
        group.id: {"title": group.title, "exercises": list(group.exercises)}
        for group in tree.groups
    } == content
    assert faults == []


def _read_metadata() -> list[tuple[Meta | None, list[str]]]:
    read_all = []
    for example in (text for text in _list_objects(_make_document("000")) if '"stars"' in text):
        text = example.replace(", ...,", ",").replace(", ... ]", " ]")
        for pattern, value in POSSIBLE:
            text = re.sub(pattern, value, text)
        meta, faults = read_meta(text.encode())
        assert not any(fault.fatal for fault in faults)
        read_all.append((meta, [fault.what for fault in faults]))
    return read_all


def test_the_metadata_in_the_document_is_read() -> None:
    first, second = _read_metadata()
    assert first == (Meta(kind=LearnOcamlKind.EXERCISE, stars=4, version="1"), [])
    meta, messages = second
    assert meta is not None
    assert (meta.version, meta.kind, meta.stars, meta.max_score) == (
        "2",
        LearnOcamlKind.EXERCISE,
        4,
        7,
    )
    assert meta.title
    assert meta.identifier == "some_unique_identifier"
    assert [author.mail for author in meta.authors] == ["some@email", "someother@email"]
    assert meta.focus == meta.requirements == ("skill1", "skillN", "concept1", "conceptM")
    assert meta.forward_exercises == meta.backward_exercises == ("exercise1", "exercise2")
    assert sum("comment" in violation for violation in messages) == 1
    assert sum("comma" in violation for violation in messages) == 1
    assert len(messages) == 2


def test_the_analysis_in_the_document_is_read() -> None:
    example = _get_object("001", "summary")
    document = json.loads(example)
    reading = read_output({ANALYSIS: example})
    assert reading.violations == ()
    assert reading.analysis is not None
    assert reading.analysis.summary == document["summary"]
    first, second, third, fourth = reading.analysis.comments
    assert (first.type, first.params) == (CommentType.ESSENTIAL, document["comments"][0]["params"])
    assert (second.type, second.params) == (CommentType.ACTIONABLE, {})
    assert third == fourth
    assert (third.pointer, third.type) == (document["comments"][3], CommentType.INFORMATIVE)


def test_the_tags_in_the_document_are_read() -> None:
    files = {ANALYSIS: b'{"comments": []}', TAGS: _get_object("001", "tags")}
    reading = read_output(files)
    assert reading.violations == ()
    assert len(reading.tags) == 4
    assert list(reading.tags) == json.loads(files[TAGS])["tags"]
    listed = re.findall(r'^  • "(\w+:[\w.-]+)"$', _make_document("001"), flags=re.MULTILINE)
    assert len(listed) == 4
    reading = read_output({**files, TAGS: json.dumps({"tags": listed}).encode()})
    assert (reading.tags, reading.violations) == (tuple(listed), ())


def _read_representation_text(text: str) -> RepresentationReading:
    return read_representation(
        {
            "representation.txt": text.encode(),
            "mapping.json": _get_object("002", "PLACEHOLDER_1"),
            "representation.json": _get_object("002", "version"),
        }
    )


def _list_representations() -> tuple[str, str]:
    """The syntax tree and the source code that the document shows."""
    document = _make_document("002")
    tree = document[document.index("s(:class,") : document.index("The representation could")]
    code = document[document.index("class PLACEHOLDER_1") : document.index("mapping.json\n\nThe")]
    return tree.rstrip() + "\n", code.rstrip() + "\n"


@pytest.mark.parametrize("form", [0, 1], ids=["syntax tree", "source code"])
def test_the_representations_in_the_document_are_read(form: int) -> None:
    text = _list_representations()[form]
    reading = _read_representation_text(text)
    assert reading.violations == ()
    assert reading.representation is not None
    assert reading.representation.text == text


def test_the_mapping_in_the_document_is_read() -> None:
    reading = _read_representation_text(_list_representations()[0])
    assert reading.representation is not None
    assert len(reading.representation.mapping) == 4
    assert reading.representation.mapping == json.loads(_get_object("002", "PLACEHOLDER_1"))


def test_the_version_in_the_document_is_read() -> None:
    reading = _read_representation_text(_list_representations()[0])
    assert reading.representation is not None
    assert reading.representation.version == 2


def test_the_partial_output_in_the_document_is_judged() -> None:
    lines = [text for text in _list_objects(_make_document("003")) if '"command"' in text]
    assert len(lines) == 19
    verdict = decide(
        read("\n".join(lines).encode()), exit_status=0, limit=None, translator=load_translator("en")
    )
    assert (verdict.status, verdict.accepted, verdict.violations) == (Status.WRONG, False, ())
    [tab] = verdict.output.groups
    assert (tab.description, tab.badge_count) == ("Tab One", 1)
    assert [context.accepted for context in tab.groups] == [True, False]
    [annotation] = verdict.output.annotations
    assert (annotation.row, annotation.column) == (3, 4)
    content = json.loads(lines[1])["message"]
    assert [message.description for message in verdict.output.messages] == [content]
