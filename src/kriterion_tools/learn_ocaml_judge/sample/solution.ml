let double n = 2 * n
