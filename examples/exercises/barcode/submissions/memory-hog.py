# Wants to look the check digit up in a table of all codes.
TABLE = [0] * 10**12


def check_digit(digits):
    return TABLE[int(digits)]


def is_valid(code):
    return check_digit(code[:12]) == int(code[12])
