# Draws the water, one line for each drop of it.
count = int(input())
for hour in range(count):
    for drop in range(int(input()) * 10**6):
        print("~" * 80)
