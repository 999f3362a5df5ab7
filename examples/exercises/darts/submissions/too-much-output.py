# Calls out the score, like a referee who cannot stop.
class Leg:
    def __init__(self, start=501):
        self.left = start
        while True:
            print("Game on!", self.left, "to go")
