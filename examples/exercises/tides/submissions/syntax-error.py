count = int(input())
levels = [int(input()) for _ in range(count)
print(f"Highest at hour {levels.index(max(levels))}: {max(levels)} cm")
