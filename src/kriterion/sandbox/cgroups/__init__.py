"""Limit and measure the process tree of a run: cgroups, or sampling without them."""
