# Throws until the points are gone, which they never are.
class Leg:
    def __init__(self, start=501):
        self.left = start
        self.won = False

    def throw(self, *scores):
        while self.left != 0:
            for score in scores:
                self.left -= score
        return True
