# Stumbles over the remarks.
def summarise(observations, summary):
    totals = {}
    for line in open(observations):
        garden, bird, number = line.strip().split(";")
        totals[bird] = totals.get(bird, 0) + int(number)
    return len(totals)
