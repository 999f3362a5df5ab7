"""The descriptions of an exercise as they are published: safe HTML, pictures by their address."""

from kriterion.exercises.exercise import Description, DescriptionFormat, Exercise
from kriterion.markup.markdown import render_markdown
from kriterion.markup.sanitise import sanitise

_FORALL = ("descr.html", "descr.md")


def published_descriptions(exercise: Exercise) -> dict[str, str]:
    """HTML by language; the one for everybody, which learn-ocaml shows, has none."""
    return {
        "" if _is_for_all(description) else language: _rendered(description)
        for language, description in exercise.descriptions.items()
    }


def _is_for_all(description: Description) -> bool:
    return description.file.rpartition("/")[2] in _FORALL


def _rendered(description: Description) -> str:
    if description.format is DescriptionFormat.HTML:
        return sanitise(description.text, place="descr")
    return render_markdown(description.text, place="descr")
