import re
import sys


def main(arguments):
    sides = None
    if len(arguments) == 3 and arguments[0] == "--sides" and arguments[1].isdecimal():
        sides = int(arguments[1])
        arguments = arguments[2:]
    throw = len(arguments) == 1 and re.fullmatch(r"(\d*)d(\d+)([-+]\d+)?", arguments[0])
    if not throw:
        return usage()
    dice = int(throw[1] or 1)
    sides = int(throw[2]) if sides is None else sides
    extra = int(throw[3] or 0)
    if dice == 0 or sides == 0:
        return usage()
    least, most = dice + extra, dice * sides + extra
    print(f"from {least} to {most}, {(least + most) / 2:.1f} on average")
    return 0


def usage():
    print("usage: dice.py [--sides N] THROW", file=sys.stderr)
    return 2


sys.exit(main(sys.argv[1:]))
