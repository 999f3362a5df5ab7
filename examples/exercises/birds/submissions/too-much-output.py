# Prints every bird once for every bird that was ever counted.
def summarise(observations, summary):
    birds = [line.split(";")[1] for line in open(observations) if ";" in line]
    for number in range(10**9):
        print("Is number", number, "a", birds, "?")
