"""focus.json and requirements.json: which exercises train a skill, and which require it.

Written as the page on exercises shows it, made valid JSON: a list of objects with one key each,
sorted by skill, with the exercises in the order of the index. The builder of autumn 2018 wrote one
object with all skills; that is read, too.
Source: ocaml-sf/learn-ocaml, docs/exercises_format.md (September 2018) and its builder from
2018-08-30 to 2018-10-31.
"""

from collections.abc import Iterable, Mapping

from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonDocument
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault

# The exercises of each skill, in the order of the index.
Skills = Mapping[str, tuple[str, ...]]


def group_by_focus(metas: Mapping[str, Meta]) -> Skills:
    """Return the skills that exercises train; `metas` are in the order of the index."""
    return _group_by_skill((exercise, meta.focus) for exercise, meta in metas.items())


def group_by_requirement(metas: Mapping[str, Meta]) -> Skills:
    """Return the skills that exercises require."""
    return _group_by_skill((exercise, meta.requirements) for exercise, meta in metas.items())


def encode_skills(skills: Skills) -> list[dict[str, list[str]]]:
    """Encode the content of a skill file."""
    return [{skill: list(skills[skill])} for skill in sorted(skills)]


def read_skills(content: bytes) -> tuple[Skills | None, list[Fault]]:
    """Read a skill file in either form; return None if it is neither a list nor an object."""
    document = JsonDocument(content)
    root = document.root
    if root is None:
        return None, document.faults()
    if isinstance(root.value, list):
        objects = root.items()
    elif root.is_object():
        objects = (root,)
    else:
        return None, document.faults()
    skills: dict[str, dict[str, None]] = {}
    for part in objects:
        for skill, exercises in part.members().items():
            skills.setdefault(skill, {}).update(dict.fromkeys(exercises.texts()))
    return {skill: tuple(exercises) for skill, exercises in skills.items()}, document.faults()


def _group_by_skill(exercises: Iterable[tuple[str, Iterable[str]]]) -> Skills:
    by_skill: dict[str, dict[str, None]] = {}
    for exercise, skills in exercises:
        for skill in skills:
            by_skill.setdefault(skill, {}).setdefault(exercise)
    return {skill: tuple(ids) for skill, ids in by_skill.items()}
