# Waits for a line that says that this was the last one.
def summarise(observations, summary):
    with open(observations) as file:
        line = file.readline()
        while line != "end":
            line = file.readline()
    return 0
