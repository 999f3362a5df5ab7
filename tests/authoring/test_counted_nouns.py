from kriterion.authoring.counted_nouns import format_count


def test_one_is_singular_and_all_else_is_plural() -> None:
    assert format_count(1, "file") == "1 file"
    assert format_count(0, "file") == "0 files"
    assert format_count(10_000, "file") == "10,000 files"
