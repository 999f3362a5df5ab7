let double n = n
