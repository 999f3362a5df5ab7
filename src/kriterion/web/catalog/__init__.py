"""The catalog: the activities that repositories contain."""
