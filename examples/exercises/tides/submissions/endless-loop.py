# The hour never passes.
count = int(input())
levels = []
hour = 0
while hour < count:
    if len(levels) < count:
        levels.append(int(input()))
print(f"Highest at hour {levels.index(max(levels))}: {max(levels)} cm")
