# Forgets self.
class Leg:
    def __init__(self, start=501):
        self.left = start
        self.turns = 0

    def throw(self, *scores):
        turns += 1
        self.left -= sum(scores)
        return True
