# Keeps all pairs of readings, over and over again.
count = int(input())
levels = [int(input()) for _ in range(count)]
pairs = [(0, 0)]
while len(pairs) < 10**9:
    pairs += pairs
print(f"Highest at hour {levels.index(max(levels))}: {max(levels)} cm")
