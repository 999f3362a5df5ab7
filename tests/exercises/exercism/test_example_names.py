import pytest

from kriterion.exercises.exercism import match_example_names, match_solutions


@pytest.mark.parametrize(
    ("examples", "solution", "matched"),
    [
        ([".meta/example.py"], ["leap.py"], {".meta/example.py": "leap.py"}),
        (
            [".meta/example.h", ".meta/example.c"],
            ["leap.c", "leap.h"],
            {".meta/example.h": "leap.h", ".meta/example.c": "leap.c"},
        ),
        (
            [".meta/src/reference/java/Word.java", ".meta/src/reference/java/Forth.java"],
            ["src/main/java/Forth.java", "src/main/java/Word.java"],
            {
                ".meta/src/reference/java/Word.java": "src/main/java/Word.java",
                ".meta/src/reference/java/Forth.java": "src/main/java/Forth.java",
            },
        ),
        (
            [".meta/one.rs", ".meta/two.rs", ".meta/three.rs"],
            ["src/lib.rs", "Cargo.toml", "src/two.rs"],
            {".meta/one.rs": "src/lib.rs", ".meta/two.rs": "src/two.rs"},
        ),
        ([".meta/example.py"], ["leap.js"], {}),
        ([], ["leap.js"], {}),
    ],
)
def test_examples_are_matched_by_name_then_by_suffix(
    examples: list[str], solution: list[str], matched: dict[str, str]
) -> None:
    assert match_example_names(examples, solution) == matched


@pytest.mark.parametrize(
    ("examples", "solutions"),
    [
        (["x/a.py", "x/b.py", "y/b.py", "y/a.py"], [["x/a.py", "x/b.py"], ["y/b.py", "y/a.py"]]),
        # Names that say nothing are in order.
        (["1.py", "2.py", "3.py", "4.py"], [["1.py", "2.py"], ["3.py", "4.py"]]),
        # A solution may be in several directories, as the exercise is.
        (
            ["x/a.py", "x/lib/b.py", "y/a.py", "y/lib/b.py"],
            [["x/a.py", "x/lib/b.py"], ["y/a.py", "y/lib/b.py"]],
        ),
        (["x/a.py", "y/b.py"], [["x/a.py", "y/b.py"]]),
        # What is not whole is no alternative.
        (["x/a.py", "x/b.py", "x/helper.py"], [["x/a.py", "x/b.py"]]),
        (["x/a.py", "x/b.py", "y/a.py"], [["x/a.py", "x/b.py"]]),
        (["x/a.py", "y/b.py", "z/a.py"], [["x/a.py", "y/b.py"]]),
        (["x/notes.txt"], []),
        ([], []),
    ],
)
def test_alternatives_are_separated(examples: list[str], solutions: list[list[str]]) -> None:
    names = ["a.py", "lib/b.py" if any("lib/" in example for example in examples) else "b.py"]
    assert [list(solution) for solution in match_solutions(examples, names)] == solutions
