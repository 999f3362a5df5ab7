"""What pages of repositories do; knows no HTTP."""
