"""Pages of re-judgings."""
