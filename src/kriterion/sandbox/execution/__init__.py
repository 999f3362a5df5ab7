"""What backends share: start a run, watch it, collect its results."""
