"""Find the tools of an exercise on this machine."""
