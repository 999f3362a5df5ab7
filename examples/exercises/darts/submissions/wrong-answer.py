# Throws the remaining darts after a win, and is bust by them.
class Leg:
    def __init__(self, start=501):
        if start < 2:
            raise ValueError("a leg starts at 2 points or more")
        self.left = start
        self.turns = 0
        self.won = False

    def throw(self, *scores):
        if self.won:
            raise RuntimeError("this leg is over")
        self.turns += 1
        if sum(scores) > self.left:
            return False
        self.left -= sum(scores)
        self.won = self.left == 0
        return True

    def __str__(self):
        if self.won:
            return f"won in turn {self.turns}"
        return f"{self.left} left, turn {self.turns}"
