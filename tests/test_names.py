"""A name of a module or of a public class stands for one thing in the whole source tree."""

import ast
from collections import defaultdict
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src"

# Names that Django or Python give to a module.
GIVEN = {"__init__", "__main__", "apps", "forms", "formats", "models", "signals", "urls", "views"}
# Folders whose modules are named after what they are registered as: a command of `kriterion` or of
# Django, a programming language, a model of an app.
FAMILIES = (
    *("cli/commands", "management/commands", "/models", "/migrations"),
    *("/languages", "representer/library_names", "representer/equivalents"),  # one per language
)
# Modules that share their name, each with a reason.
SHARED_MODULES = {
    "errors": "the root of the errors of each distribution",
    "solution": "a sample that authors copy: the file name of a student's solution",
}
# Public classes that share their name, each with a reason.
SHARED_CLASSES = {
    "Command": "Django finds the class of a management command by this name",
    "Migration": "Django finds the class of a migration by this name",
    "Meta": "Django finds the options of a model by this name",
}


def _list_modules() -> list[Path]:
    return [path for path in SOURCES.rglob("*.py") if "node_modules" not in path.parts]


def test_no_two_modules_share_a_name() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in _list_modules():
        place = path.relative_to(SOURCES).as_posix()
        in_family = any(place.rpartition("/")[0].endswith(family) for family in FAMILIES)
        if path.stem not in GIVEN | SHARED_MODULES.keys() and not in_family:
            places[path.stem].append(place)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_two_public_classes_share_a_name() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in _list_modules():
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path.relative_to(SOURCES).as_posix())
    assert {
        name: found
        for name, found in places.items()
        if len(found) > 1 and name not in SHARED_CLASSES
    } == {}


def test_no_folder_holds_more_than_25_modules() -> None:
    counts: defaultdict[str, int] = defaultdict(int)
    for path in _list_modules():
        counts[path.parent.relative_to(SOURCES).as_posix()] += path.stem != "__init__"
    assert {folder: count for folder, count in counts.items() if count > 25} == {}
