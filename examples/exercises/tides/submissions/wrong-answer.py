# Takes still water for a turn of the tide.
levels = [int(input()) for _ in range(int(input()))]
turns = 0
for before, level, after in zip(levels, levels[1:], levels[2:]):
    if (level > before) != (after > level):
        turns += 1
print(f"Highest at hour {levels.index(max(levels))}: {max(levels)} cm")
print(f"Turns of the tide: {turns}")
