"""Find judges for a check: the installation's, and those named on the command line."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.exercises.exercise import Exercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.test_runners import (
    LoadedTools,
    find_judge_or_test_runner,
    find_own_test_runner,
    is_test_runner,
)
from kriterion.tools.judge_run import Judge


def find_judges(
    installation: Installation, named: Iterable[str]
) -> Callable[[Exercise], Judge | TestRunnerRun | None]:
    """Return a function from exercise to judge or test runner, None if there is none.

    Each of `named` is JUDGE, for every exercise, or HANDLER=JUDGE, for those with that handler; a
    JUDGE is a directory or a name of the settings. It may be a test runner if it is for every
    exercise.
    """
    loaded: LoadedTools = {}
    everywhere: str | None = None
    by_handler: dict[str, str] = {}
    for words in named:
        handler, is_pair, judge = words.partition("=")
        if is_pair and not Path(words).is_dir():
            by_handler[handler] = judge
        else:
            everywhere = words

    @cache
    def load(handler: str | None) -> Judge | None:
        chosen = everywhere if handler is None else by_handler.get(handler, everywhere)
        if chosen is not None:
            return installation.named(chosen)
        known = handler if handler in installation.judges else installation.settings.default_judge
        return None if known is None else installation.load(known)

    def find(exercise: Exercise) -> Judge | TestRunnerRun | None:
        if everywhere is not None and is_test_runner(installation, everywhere):
            return find_judge_or_test_runner(installation, exercise, everywhere)
        if everywhere is None:
            running = find_own_test_runner(installation, exercise, loaded=loaded)
            if running is not None:
                return running
        return load(exercise.evaluation.get("handler"))

    return find
