"""What re-judgings do; knows no HTTP."""
