# Takes letters for digits.
def check_digit(digits):
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits))
    return -total % 10


def is_valid(code):
    digits = code.replace(" ", "").replace("-", "")
    return check_digit(digits[:12]) == int(digits[12])
