"""Collect everything that is wrong with the settings, so that an operator fixes it in one go."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from kriterion.errors import OperatorError
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name

_Table = TypeVar("_Table")


class SettingErrors:
    """The errors of one source of settings, in the order in which they were found."""

    def __init__(self) -> None:
        self._errors: list[OperatorError] = []

    def add(self, what: str, *, fix: str = "", code: str) -> None:
        self._errors.append(OperatorError(what, fix=fix, code=code))

    def raise_all(self) -> None:
        """Raise an OperatorError with the text and the remedy of each error, if there are any."""
        if not self._errors:
            return
        if len(self._errors) == 1:
            raise self._errors[0]
        reason = "\n".join(error.what for error in self._errors)
        fixes = dict.fromkeys(error.fix for error in self._errors if error.fix)
        raise OperatorError(reason, fix="\n".join(fixes), code="settings.invalid")

    def convert(
        self, written: object, kind: type[_Table], file: Path, place: str = ""
    ) -> _Table | None:
        """Convert a table to a record, or add an error for each of its settings that is invalid.

        `place` is the table's name in the file, empty for the whole file. The record has defaults
        in place of invalid settings, so that the rest can be examined; None if that is impossible.
        """
        if isinstance(written, dict) and issubclass(kind, msgspec.Struct):
            return self._convert_table(written, kind, file, place)
        return self._convert_value(written, kind, file, place)

    def _convert_table(
        self, table: dict[str, Any], kind: type[_Table], file: Path, place: str
    ) -> _Table | None:
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}  # type: ignore[arg-type]
        values: dict[str, Any] = {}
        for name, value in table.items():
            field = fields.get(name)
            inner = f"{place}.{name}".lstrip(".")
            if field is None:
                similar = find_similar_name(name, fields)
                hint = f"; did you mean {similar!r}?" if similar else ""
                self._add_invalid(file, place, f"there is no setting {name!r}{hint}")
                continue
            before = len(self._errors)
            is_table = isinstance(field.type, type) and isinstance(value, dict)
            convert = self.convert if is_table else self._convert_value
            converted = convert(value, field.type, file, inner)
            if len(self._errors) == before or is_table:
                values[field.name] = converted
        for name, field in fields.items():
            if field.required and name not in table:
                self._add_invalid(file, place, f"needs the setting {name!r}")
        is_complete = all(not field.required or field.name in values for field in fields.values())
        return kind(**values) if is_complete else None

    def _convert_value(
        self, value: object, kind: type[_Table], file: Path, place: str
    ) -> _Table | None:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            # msgspec says "what - at `$.where`".
            what, _, where = str(error).replace("`", "'").partition(" - at '$")
            self._add_invalid(file, place + where.rstrip("'"), what)
            return None

    def _add_invalid(self, file: Path, place: str, what: str) -> None:
        self.add(
            f"{file} {place}".rstrip() + f": {what}",
            fix="see the settings of a kriterion.toml in docs/administrator/settings.md",
            code="settings.invalid-value",
        )


RecordReader = Callable[[str, Any, Path, str, SettingErrors], Any]


def read_tables(
    tables: Mapping[str, object],
    section: str,
    kind: type[Any],
    read: RecordReader,
    file: Path,
    errors: SettingErrors,
) -> dict[str, Any]:
    """Return the record of each valid table of a section, by name."""
    records = {}
    for name, table in tables.items():
        place = f"{section}.{name}"
        converted = errors.convert(table, kind, file, place)
        if converted is not None:
            base = file.absolute().parent
            records[name] = read(name, converted, base, f"{file} {place}", errors)
    return records
