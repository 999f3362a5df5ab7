class Leg:
    def __init__(self, start=501):
        if start < 2:
            raise ValueError("a leg starts at 2 points or more")
        self.left = start
        self._turns = 0

    @property
    def won(self):
        return self.left == 0

    def throw(self, *scores):
        if self.won:
            raise RuntimeError("this leg is over")
        self._turns += 1
        left = self.left
        for score in scores:
            left -= score
            if left <= 0:
                break
        if left < 0:
            return False
        self.left = left
        return True

    def __str__(self):
        if self.won:
            return f"won in turn {self._turns}"
        return f"{self.left} left, turn {self._turns}"
