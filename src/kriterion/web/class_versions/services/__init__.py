"""What comparisons of versions do; knows no HTTP."""
