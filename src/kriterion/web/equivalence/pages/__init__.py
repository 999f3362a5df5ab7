"""The pages of classes of equivalent solutions."""
