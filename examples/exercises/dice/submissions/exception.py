# Expects a plus in every throw.
import sys

dice, rest = sys.argv[-1].split("d")
sides, extra = rest.split("+")
least, most = int(dice) + int(extra), int(dice) * int(sides) + int(extra)
print(f"from {least} to {most}, {(least + most) / 2} on average")
