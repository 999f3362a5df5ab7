import pytest

from kriterion.exercises.exercism import match_example_names


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
