from kriterion.authoring.counted_nouns import counted


def test_one_is_singular_and_all_else_is_plural() -> None:
    assert counted(1, "file") == "1 file"
    assert counted(0, "file") == "0 files"
    assert counted(10_000, "file") == "10,000 files"
