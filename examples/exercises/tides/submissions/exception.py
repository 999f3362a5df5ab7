# Reads one line too many.
count = int(input())
levels = [int(input()) for _ in range(count + 1)]
print(f"Highest at hour {levels.index(max(levels))}: {max(levels)} cm")
