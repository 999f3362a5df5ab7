class Leg:
    def __init__(self, start=501):
    self.left = start
