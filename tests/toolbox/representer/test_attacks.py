"""Pairs of programs that do not mean the same, written to deceive the representer by readers of its
code. `attacks/merged.txt` lists those that still do.
"""

import json
from pathlib import Path

from tests.conftest import Golden
from tests.toolbox.representer.test_edits import represent_if_right

HERE = Path(__file__).parent / "attacks"


def test_only_the_listed_attacks_succeed(golden: Golden) -> None:
    pairs = json.loads((HERE / "attacks.json").read_text(encoding="utf-8"))
    merged = []
    for pair in pairs:
        language = pair["language"]
        one = represent_if_right(pair["one"], language)
        other = represent_if_right(pair["other"], language)
        if one is not None and other is not None and one.text == other.text:
            merged.append(f"{language}: {pair['name']}\n")
    assert len(pairs) > 600
    golden(HERE / "merged.txt", "".join(merged))
