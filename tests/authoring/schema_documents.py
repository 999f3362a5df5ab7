"""Valid and invalid documents, as people write them, to compare with the schemas."""

from typing import Any

import jsonschema
from hypothesis import strategies as st

from kriterion.authoring.schema_catalog import SCHEMAS

VALIDATORS = {
    name: jsonschema.Draft202012Validator(schema.load()) for name, schema in SCHEMAS.items()
}
VALUES = (
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(0, 9) | st.sampled_from(["", "x"])
)
ODD = VALUES | st.lists(VALUES, max_size=2) | st.dictionaries(st.just("x"), VALUES, max_size=1)


def choose_mostly(value: st.SearchStrategy[Any], seldom: st.SearchStrategy[Any]) -> Any:
    """Return the first value or, one time in ten, the other one."""
    return st.integers(0, 9).flatmap(lambda chance: seldom if chance == 0 else value)


def objects(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Generate objects with some of these keys: most values are valid, few keys are unknown."""
    fitting = {key: choose_mostly(value, ODD) for key, value in keys.items()}
    known = st.fixed_dictionaries({}, optional=fitting)
    more = st.fixed_dictionaries({"unknown": ODD}, optional=fitting)
    return choose_mostly(known, more)  # type: ignore[no-any-return]


TEXT = st.sampled_from(["x", ""])


def is_valid(name: str, document: object) -> bool:
    """Whether a schema accepts a document."""
    return VALIDATORS[name].is_valid(document)
