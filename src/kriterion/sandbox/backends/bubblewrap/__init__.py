"""Runs in bubblewrap's namespaces, cgroups where available, seccomp."""
