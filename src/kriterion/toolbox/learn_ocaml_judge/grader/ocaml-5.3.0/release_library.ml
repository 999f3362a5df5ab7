let exceptions = []
