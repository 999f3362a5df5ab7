"""How an activity is listed: its kind, names, labels, and who may use it.

Nothing here prevents assessment: what cannot be understood is a warning. Source: dodona-edu/dodona
e7be6f0d2, Repository#update_activity, Activity.parse_type and
Activity.convert_visibility_to_access.
"""

from kriterion.exercises.dodona.merged_configuration import ActivityKey, MergedConfiguration
from kriterion.exercises.exercise import Access, ActivityKind
from kriterion.exercises.problem import Problems
from kriterion_tools.diagnostic import describe_value

LONGEST_TOKEN = 64  # characters, as Dodona makes them

_KINDS = {
    "exercise": ActivityKind.EXERCISE,
    "content": ActivityKind.READING,
    "contentpage": ActivityKind.READING,
}
_ACCESS = {"public": Access.PUBLIC, "private": Access.PRIVATE}
_VISIBILITY = _ACCESS | {
    "visible": Access.PUBLIC,
    "open": Access.PUBLIC,
    "invisible": Access.PRIVATE,
    "hidden": Access.PRIVATE,
    "closed": Access.PRIVATE,
}


def read_kind(configuration: MergedConfiguration, problems: Problems) -> ActivityKind:
    """Read `type`, in any case; an exercise unless it is a content page."""
    word = configuration.text("type", complain=problems.warn)
    if word is None:
        return ActivityKind.EXERCISE
    if word.lower() not in _KINDS:
        problems.warn(
            configuration.find_file("type"),
            f"{describe_value(word)} is unknown and counts as 'exercise'",
            where="type",
            fix="write 'exercise' or 'content'",
            code="dodona.config.unknown-type",
        )
    return _KINDS.get(word.lower(), ActivityKind.EXERCISE)


def read_names(configuration: MergedConfiguration, problems: Problems) -> dict[str, str]:
    """Return the names by language code, without empty ones."""
    configuration.table("description", complain=problems.warn)
    written = configuration.table("description", "names", complain=problems.warn)
    names = {
        language: configuration.text("description", "names", language, complain=problems.warn)
        for language in written
    }
    return {language: name for language, name in names.items() if name and name.strip()}


def read_labels(configuration: MergedConfiguration) -> tuple[str, ...]:
    """Return the labels of all levels, the root's first, in lower case and without repetitions."""
    labels = configuration.value("labels") or ()
    words = (
        label if isinstance(label, str) else describe_value(label)
        for label in labels
        if label is not None
    )
    return tuple(dict.fromkeys(word.lower() for word in words if word.strip()))


def read_access(configuration: MergedConfiguration, problems: Problems) -> Access:
    """Read `access`, else the older `visibility`; private if neither is understood."""
    given = configuration.value("access") is not None
    key: ActivityKey = "access" if given else "visibility"
    words = _ACCESS if given else _VISIBILITY
    word = configuration.text(key, complain=problems.warn)
    if word is not None and word not in words:
        problems.warn(
            configuration.find_file(key),
            f"{describe_value(word)} is unknown and counts as 'private'",
            where=key,
            fix="write 'public' or 'private'",
            code="dodona.config.unknown-access",
        )
    return Access.PRIVATE if word is None else words.get(word, Access.PRIVATE)


def read_token(configuration: MergedConfiguration, problems: Problems) -> str:
    """Return the activity's own `internals.token`; an inherited token identifies no activity."""
    configuration.table("internals", complain=problems.warn)
    token = configuration.text("internals", "token", complain=problems.warn)
    if token is None or configuration.find_file("internals", "token") != configuration.file:
        return ""
    if not token.isprintable() or not 0 < len(token) <= LONGEST_TOKEN:
        problems.warn(
            configuration.file,
            f"must have 1 to {LONGEST_TOKEN} printable characters, not {describe_value(token)}",
            where="internals.token",
            fix="remove internals",
            code="dodona.config.invalid-token",
        )
        return ""
    return token
