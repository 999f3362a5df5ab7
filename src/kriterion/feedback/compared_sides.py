"""Compares generated with expected output: as text, as tables, or as the judge compared them."""

from kriterion.feedback.pythia import read_difference
from kriterion.markup.difference.csv_table import CsvTable, read_table
from kriterion.markup.difference.table_difference import TableDifference, compare_tables
from kriterion.markup.difference.text_difference import Difference, compare_texts
from kriterion_tools.contracts.dodona_judge.output_records import Test, TestFormat


def compare_sides(test: Test) -> Difference | TableDifference:
    """Compare the two outputs of a test; a text difference sent by the judge replaces ours."""
    generated, expected = test.generated or "", test.expected or ""
    if test.format is TestFormat.CSV:
        tables = read_table(generated), read_table(expected)
        if tables[0] and tables[1] and (tables[0].header or tables[1].header):
            return compare_tables(tables[0], tables[1])
    return read_difference(test) or compare_texts(generated, expected)


def select_output(test: Test) -> str | CsvTable:
    """Return the output to show for an accepted test: the generated one, or else the expected one.

    For CSV it is the expected one: if the judge accepts rows in any order, the teacher's order is
    easier to read.
    """
    if test.format is TestFormat.CSV:
        table = read_table(test.expected or test.generated or "")
        if table and table.header:
            return table
    if test.generated is None and test.expected is None:
        difference = read_difference(test)
        lines = (row.expected or row.generated for row in difference.rows) if difference else ()
        return "\n".join(line.text for line in lines if line)
    return (test.expected if test.generated is None else test.generated) or ""
