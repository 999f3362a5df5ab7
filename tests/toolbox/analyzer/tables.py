"""The languages that the tagger has a table of."""

from pathlib import Path

from kriterion_tools.analyzer.tagger import languages

TAGGED = sorted(path.stem for path in Path(languages.__file__).parent.glob("[a-z]*.py"))
