# Lists the totals of all throws of a hundred dice, to find the least and the most.
totals = [0]
for die in range(100):
    totals = totals * 6
    for index in range(0, len(totals), len(totals) // 6):
        totals[index] += 1
print(f"from {min(totals)} to {max(totals)}")
