"""The policy on system calls, compiled for the kernel."""
