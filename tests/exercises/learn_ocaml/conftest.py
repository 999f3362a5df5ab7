"""Exercises in learn-ocaml's format, written for one test."""

from collections.abc import Callable
from typing import Any

import pytest

META = {"learnocaml_version": "2", "kind": "exercise", "stars": 1, "title": "Double"}
Contents = dict[str, Any]


@pytest.fixture
def exercise() -> Callable[..., Contents]:
    """The files of a whole exercise in a directory; changes to its meta may be named."""

    def write(directory: str, **meta: Any) -> Contents:
        return {
            f"{directory}/meta.json": META | meta,
            f"{directory}/descr.md": "# Double\n\nWrite `double`.\n",
            f"{directory}/prelude.ml": "let two = 2\n",
            f"{directory}/prepare.ml": "let secret = 3\n",
            f"{directory}/template.ml": "let double n = n\n",
            f"{directory}/solution.ml": "let double n = two * n\n",
            f"{directory}/test.ml": "let () = set_result []\n",
        }

    return write
