# Takes the average for a whole number, and knows no negative extras.
import sys

arguments = sys.argv[1:]
try:
    if arguments[0] == "--sides":
        sides = int(arguments[1])
        arguments = arguments[2:]
    else:
        sides = None
    dice, rest = arguments[0].split("d")
    rest, _, extra = rest.partition("+")
    dice, sides, extra = int(dice or 1), sides or int(rest), int(extra or 0)
except (ValueError, IndexError):
    print("usage: dice.py [--sides N] THROW", file=sys.stderr)
    sys.exit(2)
least, most = dice + extra, dice * sides + extra
print(f"from {least} to {most}, {(least + most) // 2} on average")
