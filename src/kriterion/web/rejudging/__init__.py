"""Re-judging: assess submissions again, compare, and replace assessments on request."""
