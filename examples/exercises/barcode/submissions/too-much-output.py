# Shows every step, of far too many.
def check_digit(digits):
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits))
    for multiple in range(0, 10**9):
        print("Is", total, "smaller than", 10 * multiple, "?" * 1000)
    return -total % 10


def is_valid(code):
    return len(code) == 13
