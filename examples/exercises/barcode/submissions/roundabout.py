def check_digit(digits):
    total = 0
    for i in range(len(digits)):
        if i % 2 == 0:
            total = total + int(digits[i])
        else:
            total = total + 3 * int(digits[i])
    return -total % 10


def is_valid(code):
    digits = ""
    for character in code:
        if character != " " and character != "-":
            digits = digits + character
    if len(digits) != 13 or digits.isdecimal() == False:
        return False
    if check_digit(digits[:12]) == int(digits[12]):
        return True
    else:
        return False
