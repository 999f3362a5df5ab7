"""A track's `config.json`: itself, its exercises and its concepts.

Source: exercism/docs 19e037f, building/configlet/lint.md and building/tracks/config-json.md.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kriterion.authoring.track.checked_json import MAXIMUM_NAME, CheckedJson, JsonNode
from kriterion_tools.contracts.exercism_analyzer.tags import find_tag_fault
from kriterion_tools.diagnostic import describe_value

KINDS = ("concept", "practice")
FILE_KINDS = ("solution", "test", "example", "exemplar", "editor", "invalidator")
DEPRECATED = "deprecated"

_STATUSES = ("wip", "beta", "active", DEPRECATED)
_FLAGS = ("concept_exercises", "test_runner", "representer", "analyzer")
_KEYS = (
    *("language", "slug", "active", "status", "blurb", "version", "online_editor", "test_runner"),
    *("files", "exercises", "concepts", "key_features", "tags", "approaches"),
)
_EXERCISE_KEYS = (
    *("slug", "name", "uuid", "concepts", "prerequisites", "practices", "difficulty", "status"),
    "topics",
)
_PATTERN_NAMES = ("kebab_slug", "snake_slug", "camel_slug", "pascal_slug")
_PATTERN_NAME = re.compile(r"%\{([^}]*)\}")
_MAX_PRACTISED = 10  # exercises that practise one concept
_LONGEST_BLURB = 400
_MAXIMUM_CYCLE = 8  # slugs of a cycle named in a finding


@dataclass(frozen=True, slots=True)
class TrackListEntry:
    """An exercise as the track lists it. `slug` is None if it is invalid."""

    kind: str
    node: JsonNode
    slug: str | None

    @property
    def is_deprecated(self) -> bool:
        """Whether it is no longer offered."""
        status = self.node.get("status")
        return status is not None and status.value == DEPRECATED


@dataclass(slots=True)
class Track:
    """The exercises and concepts of a track, to which other parts refer."""

    listed: list[TrackListEntry] = field(default_factory=list)
    concepts: dict[str, JsonNode] = field(default_factory=dict)
    uuids: dict[str, str] = field(default_factory=dict)  # owner by UUID
    snippet_suffix: str = "txt"

    def find(self, kind: str, slug: str) -> TrackListEntry | None:
        """Return the listed exercise, or None."""
        return next(
            (
                exercise
                for exercise in self.listed
                if (exercise.kind, exercise.slug) == (kind, slug)
            ),
            None,
        )


def check_configuration(document: CheckedJson) -> Track:
    """Check a track's configuration; return what it lists, as far as readable."""
    track = Track()
    root = document.root
    if not document.is_readable or not root.is_object():
        return track
    root.check_keys(_KEYS)
    _check_track_keys(root)
    exercises = root.get("exercises")
    if exercises is None:
        root.error(
            "has no 'exercises'", 'write {"concept": [], "practice": []}', code="track.missing-key"
        )
    elif exercises.is_object():
        exercises.check_keys((*KINDS, "foregone"))
        for kind in KINDS:
            _read_exercises(exercises, kind, track)
    if concepts := root.get("concepts"):
        for concept in concepts.items():
            _read_concept(concept, track)
    _check_references(track)
    _check_cycles(track)
    if exercises is not None and isinstance(exercises.value, dict):
        _check_foregone(exercises, track)
    return track


def _check_track_keys(root: JsonNode) -> None:
    root.check_text("language", longest=MAXIMUM_NAME)
    root.slug()
    root.check_boolean("active")
    root.check_text("blurb", longest=_LONGEST_BLURB)
    root.check_integer("version", 3, 3)
    status = root.get("status")
    if status is None:
        root.warn(
            "has no 'status'",
            f"write true or false for each of {', '.join(_FLAGS)}",
            code="track.missing-key",
        )
    elif status.is_object():
        for flag in _FLAGS:
            status.check_boolean(flag)
        _check_average(root, status)
    editor = root.get("online_editor")
    if editor is None:
        root.warn(
            "has no 'online_editor'",
            'write {"indent_style": "space", "indent_size": 4}',
            code="track.missing-key",
        )
    elif editor.is_object():
        style = editor.get("indent_style")
        if style is None or style.value not in ("space", "tab"):
            (style or editor).warn(
                "indent_style must be 'space' or 'tab'", code="track.invalid-value"
            )
        editor.check_integer("indent_size", 0, 8)
        editor.check_text("highlightjs_language", required=False)
    files = root.get("files")
    if files is not None and files.is_object():
        files.check_keys(FILE_KINDS)
        check_files(files, _check_pattern)


def _check_average(root: JsonNode, status: JsonNode) -> None:
    runs = status.get("test_runner")
    if runs is None or runs.value is not True:
        return
    runner = root.get("test_runner")
    average = None if runner is None else runner.get("average_run_time")
    if average is None:
        (runner or root).warn(
            "has no 'average_run_time'",
            "write the average duration in seconds, at least 1",
            code="track.missing-key",
        )
    elif isinstance(average.value, bool) or not isinstance(average.value, int | float):
        average.warn(
            f"must be a number of seconds, not {describe_value(average.value)}",
            code="track.invalid-value",
        )


def check_files(files: JsonNode, check: Callable[[JsonNode], None]) -> None:
    """Check each name in lists of files, and that no name is in two of them.

    Track patterns and an exercise's own names are lists of the same kinds.
    """
    seen: dict[str, str] = {}
    for kind in FILE_KINDS:
        for name in files.texts(kind):
            check(name)
            earlier = seen.setdefault(name.value, kind)
            # A concept exercise has an exemplar, a practice exercise an example: one pattern may
            # serve both.
            if earlier != kind and {earlier, kind} != {"example", "exemplar"}:
                name.warn(
                    f"{describe_value(name.value)} is also listed as {earlier}",
                    "list it once",
                    code="track.duplicate-file",
                )


def _check_pattern(name: JsonNode) -> None:
    for placeholder in _PATTERN_NAME.findall(name.value):
        if placeholder not in _PATTERN_NAMES:
            names = ", ".join(f"%{{{pattern_name}}}" for pattern_name in _PATTERN_NAMES)
            name.error(
                f"%{{{placeholder}}} is not a known placeholder",
                f"use one of {names}",
                code="track.unknown-placeholder",
            )


def _read_exercises(exercises: JsonNode, kind: str, track: Track) -> None:
    listed = exercises.get(kind)
    if listed is None:
        return
    for node in listed.items():
        if not node.is_object():
            continue
        node.check_keys(_EXERCISE_KEYS)
        slug = node.slug()
        earlier = next(
            (exercise for exercise in track.listed if slug and exercise.slug == slug), None
        )
        if earlier is not None:
            node.error(
                f"{slug!r} is listed twice: as a {earlier.kind} and as a {kind} exercise",
                code="track.duplicate-slug",
            )
            slug = None
        node.check_text("name", longest=MAXIMUM_NAME)
        node.check_uuid(track.uuids)
        status = node.get("status")
        if status is not None and status.value not in _STATUSES:
            status.error(
                f"must be one of {', '.join(_STATUSES)}, not {describe_value(status.value)}",
                code="track.invalid-value",
            )
        if kind == "practice":
            node.check_integer("difficulty", 1, 10)
        track.listed.append(TrackListEntry(kind=kind, node=node, slug=slug))


def _read_concept(node: JsonNode, track: Track) -> None:
    if not node.is_object():
        return
    slug = node.slug()
    if slug in track.concepts:
        node.error(f"{slug!r} is also the slug of an earlier concept", code="track.duplicate-slug")
    elif slug is not None:
        track.concepts[slug] = node
    node.check_text("name", longest=MAXIMUM_NAME)
    node.check_uuid(track.uuids)
    tags = node.get("tags")
    if tags is not None and tags.is_object():
        check_tags(tags)


def check_tags(tags: JsonNode) -> None:
    """Warn about invalid tags, which no solution can have."""
    tags.check_keys(("all", "any", "not"))
    for kind in ("all", "any", "not"):
        for tag in tags.texts(kind):
            if fault := find_tag_fault(tag.value):
                tag.warn(
                    f"{describe_value(tag.value)} {fault}",
                    "write it as construct:list",
                    code="track.invalid-tag",
                )
    if not tags.value.get("all") and not tags.value.get("any"):
        tags.warn(
            "requires no tag, so it never matches",
            "add tags to 'all' or 'any'",
            code="track.no-tags",
        )


def _check_references(track: Track) -> None:
    """Check that concepts exist, are taught once, and that required ones are taught."""
    used = {
        key: list(_find_named_concepts(track, key))
        for key in ("concepts", "practices", "prerequisites")
    }
    unknown: dict[str, list[JsonNode]] = {}
    for concept in (concept for uses in used.values() for _, concept in uses):
        if concept.value not in track.concepts:
            unknown.setdefault(concept.value, []).append(concept)
    for name, places in unknown.items():
        what = (
            f"concept {describe_value(name)} does not exist (used {len(places):,} times)"
            if len(places) > 1
            else f"concept {describe_value(name)} does not exist"
        )
        places[0].warn(what, "list it in 'concepts', or remove it", code="track.unknown-concept")
    taught: dict[str, TrackListEntry] = {}
    for exercise, concept in used["concepts"]:
        teacher = taught.setdefault(concept.value, exercise)
        if teacher is not exercise:
            what = (
                f"{describe_value(concept.value)} is already taught by"
                f" {describe_value(teacher.slug)}"
            )
            concept.error(
                what, "teach each concept in only one exercise", code="track.concept-taught-twice"
            )
    untaught: dict[str, list[JsonNode]] = {}
    for exercise, concept in used["prerequisites"]:
        if taught.get(concept.value) is exercise:
            concept.error(
                f"{describe_value(concept.value)} is taught by this exercise itself",
                "remove it",
                code="track.requires-itself",
            )
        elif taught and concept.value not in taught and concept.value in track.concepts:
            untaught.setdefault(concept.value, []).append(concept)
    for name, places in untaught.items():
        what = (
            f"no concept exercise teaches {describe_value(name)} (required {len(places):,} times)"
            if len(places) > 1
            else f"no concept exercise teaches {describe_value(name)}"
        )
        places[0].note(what, code="track.concept-not-taught")
    practised = Counter(concept.value for _, concept in used["practices"])
    for name, number in practised.items():
        if number > _MAX_PRACTISED and name in track.concepts:
            what = (
                f"is practised by {number} exercises; at most {_MAX_PRACTISED} should practise it"
            )
            track.concepts[name].note(
                what, "keep it in the exercises that practise it best", code="track.much-practised"
            )


def _find_named_concepts(track: Track, key: str) -> Iterator[tuple[TrackListEntry, JsonNode]]:
    """Yield the concepts in the exercises' lists at a key, including unknown ones.

    Warns about deprecated exercises that still have such lists.
    """
    for exercise in track.listed:
        # Other keys, such as prerequisites, belong to both kinds of exercises.
        kind_with_key = {"concepts": "concept", "practices": "practice"}.get(key)
        if kind_with_key not in (None, exercise.kind):
            continue
        concepts = exercise.node.texts(key)
        if exercise.is_deprecated and concepts:
            exercise.node.warn(
                f"is deprecated but has {key}", "write []", code="track.deprecated-links"
            )
        yield from ((exercise, concept) for concept in concepts)


def _check_cycles(track: Track) -> None:
    """Find concept exercises that require one another: nobody could start with any of them."""
    teachers = {
        concept: exercise
        for exercise in track.listed
        if exercise.kind == "concept"
        for concept in _list_texts(exercise, "concepts")
    }
    # Unlock everything that can be unlocked; the rest depends on itself.
    left = [
        exercise
        for exercise in track.listed
        if exercise.kind == "concept" and exercise.slug is not None
    ]
    unlocked: set[str] = set()
    while True:
        ready = [
            exercise
            for exercise in left
            if all(
                need in unlocked or need not in teachers
                for need in _list_texts(exercise, "prerequisites")
            )
        ]
        if not ready:
            break
        for exercise in ready:
            unlocked.update(_list_texts(exercise, "concepts"))
        left = [exercise for exercise in left if exercise not in ready]
    circle = _find_cycle(left, teachers)
    if circle:
        slugs = [exercise.slug or "" for exercise in circle]
        way = slugs if len(slugs) <= _MAXIMUM_CYCLE else [*slugs[:_MAXIMUM_CYCLE], "…"]
        what = f"requires itself: {' → '.join([*way, slugs[0]])}"
        circle[0].node.error(what, "remove one of these prerequisites", code="track.cycle")


def _find_cycle(
    left: list[TrackListEntry], teachers: dict[str, TrackListEntry]
) -> list[TrackListEntry]:
    """Return one cycle among exercises that each require another of them."""
    waiting = {id(exercise) for exercise in left}
    way: list[TrackListEntry] = []
    here = left[0] if left else None
    while here is not None and here not in way:
        way.append(here)
        needed = (teachers.get(need) for need in _list_texts(here, "prerequisites"))
        here = next(
            (exercise for exercise in needed if exercise is not None and id(exercise) in waiting),
            None,
        )
    # An exercise that requires what it teaches is reported at that place.
    circle = way[way.index(here) :] if here is not None else []
    return circle if len(circle) > 1 else []


def _list_texts(listed: TrackListEntry, key: str) -> list[str]:
    node = listed.node.get(key)
    values = node.value if node is not None and isinstance(node.value, list) else []
    return [value for value in values if isinstance(value, str)]


def _check_foregone(exercises: JsonNode, track: Track) -> None:
    if exercises.get("foregone") is None:
        return
    for node in exercises.texts("foregone"):
        slug = node.as_slug()
        if slug is not None and any(exercise.slug == slug for exercise in track.listed):
            node.warn(
                f"{slug!r} is listed as foregone, but the track has this exercise",
                "remove one of the entries",
                code="track.foregone-exercise",
            )
