"""The settings of an installation: `kriterion.toml` and the environment, as one frozen record."""
