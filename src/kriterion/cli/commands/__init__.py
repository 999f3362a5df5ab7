"""The subcommands of `kriterion`, one module each."""
