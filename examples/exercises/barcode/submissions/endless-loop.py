# Looks for a number that does not exist.
def check_digit(digits):
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits))
    extra = 0
    while (total + extra) * 10 % 10 != 1:
        extra += 1
    return extra


def is_valid(code):
    return check_digit(code[:12]) == int(code[12])
