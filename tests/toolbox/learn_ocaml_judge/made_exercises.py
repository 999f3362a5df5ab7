"""Exercises of a few lines, each for one test."""

from collections.abc import Mapping

from tests.toolbox.learn_ocaml_judge.answers import EMPTY


def make_exercise(
    report: str, *, before: str = "", solution: str = "", prelude: str = ""
) -> Mapping[str, str]:
    """Return an exercise whose grader sets the report that an expression evaluates to, after some
    definitions.
    """
    test = f"open Report\nopen Test_lib\n{before}\nlet () = set_result ({report})\n"
    return {**EMPTY, "test.ml": test, "solution.ml": solution, "prelude.ml": prelude}
