# Adds up what is probably the same flock.
def summarise(observations, summary):
    totals, gardens = {}, set()
    for line in open(observations):
        if line.strip() and not line.startswith("#"):
            garden, bird, number = line.strip().split(";")
            gardens.add(garden)
            totals[bird] = totals.get(bird, 0) + int(number)
    with open(summary, "w") as file:
        for bird in sorted(totals, key=lambda bird: (-totals[bird], bird)):
            file.write(f"{bird}: {totals[bird]}\n")
    return len(gardens)
