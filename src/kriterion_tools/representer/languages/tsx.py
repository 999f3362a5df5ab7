"""TypeScript with JSX: another grammar with the same table."""

from dataclasses import replace

from kriterion_tools.representer.languages import typescript

LANGUAGE = replace(typescript.LANGUAGE, name="tsx")
