# Reads the same file into memory until it is full.
def summarise(observations, summary):
    lines = []
    while True:
        lines.extend(open(observations).readlines() * 1000)
