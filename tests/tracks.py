"""A small Exercism track with an exercise of two files and one of a single file."""

import json
from pathlib import Path

FILES = ("two_fer.py", "lib/words.py")
TEMPLATES = {"two_fer.py": "from lib import words\n", "lib/words.py": "WORDS = []\n"}


def make_track(root: Path) -> Path:
    """Write the track; return the directory of the exercise with two files."""
    listed = [{"slug": slug, "name": slug.title()} for slug in ("two-fer", "leap")]
    track = {"slug": "python", "language": "Python", "exercises": {"practice": listed}}
    practice = root / "exercises" / "practice"
    for slug, files in (("two-fer", FILES), ("leap", ("leap.py",))):
        directory = practice / slug
        (directory / ".meta").mkdir(parents=True)
        (directory / ".docs").mkdir()
        (directory / ".docs" / "instructions.md").write_text("# Instructions\n\nDo it.\n")
        tests = [f"{slug}_test.py".replace("-", "_")]
        content = {"files": {"solution": files, "test": tests, "editor": ["given.py"]}}
        (directory / ".meta" / "config.json").write_text(json.dumps(content))
        (directory / tests[0]).write_text("import secret_tests\n")
        for name in files:
            (directory / name).parent.mkdir(exist_ok=True)
            (directory / name).write_text(TEMPLATES.get(name, ""))
    (root / "config.json").write_text(json.dumps(track))
    return practice / "two-fer"
