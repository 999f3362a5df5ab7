# Shows all throws instead of what may come of them.
import itertools

for throw in itertools.product(range(1, 7), repeat=20):
    print(*throw, sum(throw))
