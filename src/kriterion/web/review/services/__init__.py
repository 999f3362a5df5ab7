"""What reviewers and students do; knows no HTTP."""
