import sys

throw = sys.argv[1]
print(f"from {throw[0]} to {throw[2])}")
