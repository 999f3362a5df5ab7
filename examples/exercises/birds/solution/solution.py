def summarise(observations, summary):
    seen = {}
    with open(observations, encoding="utf-8") as file:
        for line in file:
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            garden, bird, number = line.split(";")
            seen[garden, bird] = max(int(number), seen.get((garden, bird), 0))

    totals = {}
    for (_, bird), number in seen.items():
        totals[bird] = totals.get(bird, 0) + number

    with open(summary, "w", encoding="utf-8") as file:
        for bird, total in sorted(totals.items(), key=lambda pair: (-pair[1], pair[0])):
            print(f"{bird}: {total}", file=file)
    return len({garden for garden, _ in seen})
