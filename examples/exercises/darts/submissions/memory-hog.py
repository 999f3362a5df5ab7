# Remembers every way in which the leg could still be won.
class Leg:
    def __init__(self, start=501):
        self.left = start
        self.ways = [()]
        while self.ways:
            self.ways = [way + (score,) for way in self.ways for score in range(61)]
