"""docs/author/test-lib.md names everything that graders may use, and its examples work."""

import re
from pathlib import Path

import pytest

from tests.toolbox.learn_ocaml_judge.answers import EMPTY
from tests.toolbox.learn_ocaml_judge.conftest import JUDGE, Grade

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "author" / "test-lib.md").read_text()

# The interfaces whose values graders may use.
INTERFACES = [
    *("test_lib", "syntax_checks", "testers", "io_testers", "samplers", "definitions", "lookups"),
    *("mutation_callbacks", "introspection", "mutation_test", "ty", "report"),
]
# Parts of the modules for reports and witnesses that only the grader itself uses.
INTERNAL = {"sum", "ty_of_fun_ty", "result_ty"}

SOLUTION = """
let plus = ( + )
let throw n = print_int n; Random.int n
let sum3 a b c = a + b + c
module Counter = struct type t = int let start = 0 let next = succ let get = Fun.id end
let sort = Array.sort compare
let minus = ( - )
let minus_tests = [((3, 1), 2)]
let length = List.length
"""

EXAMPLES = [
    block
    for block in re.findall(r"```ocaml\n(.*?)```", DOCUMENT, re.DOTALL)
    if "let " in block or block.startswith("test_")
]


@pytest.mark.parametrize("interface", INTERFACES)
def test_every_name_is_in_the_document(interface: str) -> None:
    text = (JUDGE / "grader" / f"{interface}.mli").read_text()
    values = {
        re.sub(r"_[1-4]\b|_[1-4](?=_)", "_N", name.strip("() "))
        for name in re.findall(r"^ *val (\( \S+ \)|\w+)", text, re.MULTILINE)
    }

    assert values
    words = set(re.findall(r"\w+|[@!=>:]+", DOCUMENT))
    assert values - INTERNAL - words == set()


@pytest.mark.machine
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_runs_and_the_solution_passes_it(grade: Grade, example: str) -> None:
    report = example if "let " in example else f"let report = {example}"
    names = re.findall(r"^let (report|dice|counter|sorting|minus) =", report, re.MULTILINE)
    reported = " @ ".join(names)
    last = f"let () = set_result ({reported})" if names else "let () = set_result []"
    test = f"open Report\nopen Test_lib\n{report}\n{'' if 'set_result' in report else last}"

    graded = grade(SOLUTION, {**EMPTY, "solution.ml": SOLUTION, "test.ml": test})

    assert not graded.failed
    assert graded.points > 0 or not names


def test_the_document_has_examples() -> None:
    assert len(EXAMPLES) > 6
