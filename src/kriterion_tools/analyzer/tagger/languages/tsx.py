"""TypeScript with JSX: another grammar with the same rules."""

from dataclasses import replace

from kriterion_tools.analyzer.tagger.languages import typescript

TABLE = replace(typescript.TABLE, name="tsx")
