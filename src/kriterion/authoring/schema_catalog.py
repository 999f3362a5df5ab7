"""The JSON Schemas of every file that an author writes, and of what hosts and tools exchange."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kriterion.tools.catalog import LEARN_OCAML, SHIPPED_JUDGES

_DIRECTORY = Path(__file__).parent / "schemas"


@dataclass(frozen=True, slots=True)
class CataloguedSchema:
    """A schema of draft 2020-12, and its purpose in a few words."""

    about: str
    load: Callable[[], dict[str, Any]]


def _make_schema_loader(name: str) -> Callable[[], dict[str, Any]]:
    return lambda: _load_json(_DIRECTORY / f"{name}.json")


def _load_dirconfig_schema() -> dict[str, Any]:
    """Return the schema of an exercise, any of whose keys may be in a parent directory."""
    return _load_json(_DIRECTORY / "exercise.json") | {
        "title": "dirconfig.json",
        "description": "What holds for all activities below a directory, in Dodona's format."
        " Nearer files win: objects are merged key by key, and labels add up.",
        "examples": [
            {"access": "public", "labels": ["python"], "evaluation": {"handler": "suite"}}
        ],
    }


def _load_exercise_index_schema() -> dict[str, Any]:
    """Return the schema with what may accompany an exercise: its whole meta.json."""
    schema = _load_json(_DIRECTORY / "exercise-index.json")
    meta = _load_json(_DIRECTORY / "meta.json")
    kept = {key: value for key, value in meta.items() if key not in ("$schema", "examples")}
    return schema | {"$defs": {**schema["$defs"], "meta": kept}}


def _make_judge_schema_loader(judge: str, name: str) -> Callable[[], dict[str, Any]]:
    """Read a judge's own schema as a file, as for anybody's judge."""
    return lambda: _load_json(SHIPPED_JUDGES[judge] / f"{name}.schema.json")


def _load_json(file: Path) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(file.read_bytes())
    return schema


SCHEMAS: Mapping[str, CataloguedSchema] = {
    "exercise": CataloguedSchema(
        "config.json of an exercise or a reading", _make_schema_loader("exercise")
    ),
    "dirconfig": CataloguedSchema(
        "dirconfig.json, for all exercises below it", _load_dirconfig_schema
    ),
    "suite": CataloguedSchema(
        "evaluation/suite.yaml, tests for the suite judge",
        _make_judge_schema_loader("suite", "suite"),
    ),
    "expected": CataloguedSchema(
        "submissions/expected.yaml, known submissions", _make_schema_loader("expected")
    ),
    "meta": CataloguedSchema("meta.json of a learn-ocaml exercise", _make_schema_loader("meta")),
    "exercise-index": CataloguedSchema(
        "exercises/index.json of learn-ocaml", _load_exercise_index_schema
    ),
    "lessons": CataloguedSchema(
        "lessons/lessons.json of learn-ocaml", _make_schema_loader("lessons")
    ),
    "lesson": CataloguedSchema(
        "lessons/*.json of learn-ocaml, a lesson", _make_schema_loader("lesson")
    ),
    "tutorials": CataloguedSchema(
        "tutorials/index.json of learn-ocaml", _make_schema_loader("tutorials")
    ),
    "playgrounds": CataloguedSchema(
        "playground/index.json of learn-ocaml", _make_schema_loader("playgrounds")
    ),
    "allow": CataloguedSchema(
        "allow.json, what a learn-ocaml solution may use",
        _make_judge_schema_loader(LEARN_OCAML, "allow"),
    ),
    "rules": CataloguedSchema("*.yaml with rules for our analyzer", _make_schema_loader("rules")),
    "settings": CataloguedSchema(
        "kriterion.toml, what an operator decides", _make_schema_loader("settings")
    ),
    "judge": CataloguedSchema("config.json of a judge", _make_schema_loader("judge")),
    "run-configuration": CataloguedSchema(
        "what a judge reads on its standard input", _make_schema_loader("run-configuration")
    ),
    "partial-output": CataloguedSchema(
        "each object that a judge writes while it works", _make_schema_loader("partial-output")
    ),
    "full-output": CataloguedSchema(
        "the one object that a judge may write instead", _make_schema_loader("full-output")
    ),
    "analysis": CataloguedSchema(
        "analysis.json of an analyzer, its comments", _make_schema_loader("analysis")
    ),
    "tags": CataloguedSchema("tags.json of an analyzer", _make_schema_loader("tags")),
    "representation": CataloguedSchema(
        "representation.json of a representer", _make_schema_loader("representation")
    ),
    "mapping": CataloguedSchema(
        "mapping.json of a representer, names", _make_schema_loader("mapping")
    ),
}
