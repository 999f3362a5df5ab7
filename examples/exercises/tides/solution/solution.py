count = int(input())
highest = previous = int(input())
hour = 0
turns = 0
direction = 0
for now in range(1, count):
    level = int(input())
    if level > highest:
        highest, hour = level, now
    change = (level > previous) - (level < previous)
    if change:
        if direction and change != direction:
            turns += 1
        direction = change
    previous = level

print(f"Highest at hour {hour}: {highest} cm")
print(f"Turns of the tide: {turns}")
