def check_digit(digits)
    return -sum(map(int, digits[::2])) % 10


def is_valid(code):
    return True
