# Forgets that the sum may be a multiple of ten already.
def check_digit(digits):
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits))
    return 10 - total % 10


def is_valid(code):
    digits = code.replace(" ", "").replace("-", "")
    return len(digits) == 13 and check_digit(digits[:12]) == int(digits[12])
