"""Read a directory with a submitted solution, with or without the exercise's own files."""

import json
from pathlib import Path

from kriterion.exercises.exercism.meta_configuration import MetaConfiguration, read_configuration
from kriterion.exercises.exercism.track_exercise import TrackExercise
from kriterion.exercises.exercism.track_layout import CONFIG
from kriterion.exercises.exercism.track_material import load_material
from kriterion.exercises.problem import Problems
from kriterion_tools.diagnostic import Diagnostic


def load_submitted_directory(
    directory: Path, slug: str
) -> tuple[TrackExercise, tuple[Diagnostic, ...]]:
    """Return the directory as tools get it. Without a configuration, all files are the solution."""
    problems = Problems()
    material = load_material(directory, problems)
    configuration = None
    if CONFIG in material:
        configuration = read_configuration(material[CONFIG], CONFIG, problems)
    if configuration is None or not configuration.solution:
        names = tuple(name for name in material if not name.startswith("."))
        configuration = MetaConfiguration(solution=names)
        material[CONFIG] = json.dumps({"files": {"solution": names}}).encode()
    exercise = TrackExercise(slug=slug, configuration=configuration, material=material)
    return exercise, tuple(problems)
