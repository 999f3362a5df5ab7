"""The pages of similar solutions."""
