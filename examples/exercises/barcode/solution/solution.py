def check_digit(digits):
    total = 0
    for place, digit in enumerate(digits, start=1):
        total += int(digit) * (1 if place % 2 else 3)
    return -total % 10


def is_valid(code):
    digits = code.replace(" ", "").replace("-", "")
    if len(digits) != 13 or not digits.isdecimal():
        return False
    return check_digit(digits[:12]) == int(digits[12])
