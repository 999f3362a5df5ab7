# Throws the dice until every number has come up, a seven included.
import random

seen = set()
while len(seen) < 7:
    seen.add(random.randint(1, 6))
print(f"from {min(seen)} to {max(seen)}")
