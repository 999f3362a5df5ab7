"""What a track's `config.json` says about its exercises.

Any document is accepted: `kriterion check` reports what is wrong with it. Source: exercism/docs
19e037f, building/tracks/config-json.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group

# Exercism shows these to nobody new. Source: exercism/docs 19e037f, building/tracks (status).
_HIDDEN = frozenset({"wip", "deprecated"})
_TITLES = {"concept": "Concept exercises", "practice": "Practice exercises"}
_LARGEST_DIFFICULTY = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedExercise:
    """An exercise's entry. `difficulty` is from 1 to 10, None if it has none.

    `trains` and `requires` are names of concepts. `is_hidden`: it is not for students.
    """

    kind: str
    slug: str
    name: str = ""
    difficulty: float | None = None
    trains: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    is_hidden: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class TrackListing:
    """A track's language, and its exercises in order: concept exercises first."""

    language: str | None = None
    exercises: tuple[ListedExercise, ...] = field(default=())
    _by_slug: Mapping[str, Sequence[ListedExercise]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_slug: dict[str, list[ListedExercise]] = {}
        for listed in self.exercises:
            by_slug.setdefault(listed.slug, []).append(listed)
        object.__setattr__(self, "_by_slug", by_slug)

    def find(self, kind: str, slug: str) -> ListedExercise | None:
        """Return the entry of an exercise; one of another kind if its own has none."""
        same = self._by_slug.get(slug, ())
        own = (listed for listed in same if listed.kind == kind)
        return next(own, same[0] if same else None)

    def make_tree(self, ids: Mapping[tuple[str, str], str]) -> Group:
        """Group the exercises for students by kind; `ids` are by kind and slug."""
        groups = []
        for kind, title in _TITLES.items():
            members = dict.fromkeys(
                ids[kind, listed.slug]
                for listed in self.exercises
                if listed.kind == kind and not listed.is_hidden and (kind, listed.slug) in ids
            )
            if members:
                groups.append(Group(id=kind, title=title, exercises=tuple(members)))
        return Group(groups=tuple(groups))


def read_listing(track: Mapping[str, Any]) -> TrackListing:
    """Read the configuration of a track; what is invalid is left out."""
    language = track.get("slug")
    concepts = {
        concept["slug"]: concept["name"]
        for concept in _list_objects(track.get("concepts"))
        if _is_text(concept.get("slug")) and _is_text(concept.get("name"))
    }
    exercises = track.get("exercises")
    kinds = exercises if isinstance(exercises, dict) else {}
    return TrackListing(
        language=language if isinstance(language, str) else None,
        exercises=tuple(
            _read_exercise(kind, entry, concepts)
            for kind in _TITLES
            for entry in _list_objects(kinds.get(kind))
            if _is_text(entry.get("slug"))
        ),
    )


def _read_exercise(
    kind: str, entry: Mapping[str, Any], concepts: Mapping[str, str]
) -> ListedExercise:
    name, difficulty = entry.get("name"), entry.get("difficulty")
    trained = entry.get("concepts" if kind == "concept" else "practices")
    return ListedExercise(
        kind=kind,
        slug=entry["slug"],
        name=name if isinstance(name, str) else "",
        difficulty=_read_difficulty(difficulty),
        trains=_name_concepts(trained, concepts),
        requires=_name_concepts(entry.get("prerequisites"), concepts),
        is_hidden=entry.get("status") in _HIDDEN if _is_text(entry.get("status")) else False,
    )


def _read_difficulty(written: Any) -> float | None:
    if isinstance(written, bool) or not isinstance(written, int | float):
        return None
    return written if 1 <= written <= _LARGEST_DIFFICULTY else None


def _name_concepts(slugs: Any, concepts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of concepts; one that is not listed is named by its slug."""
    listed = slugs if isinstance(slugs, list) else []
    names = (
        concepts.get(slug) or slug.replace("-", " ").title() for slug in listed if _is_text(slug)
    )
    return tuple(dict.fromkeys(names))


def _list_objects(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, dict))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
