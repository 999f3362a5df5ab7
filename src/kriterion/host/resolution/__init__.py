"""Find the judge, analyzer and representer of an exercise on this machine."""
