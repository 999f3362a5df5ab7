"""Find solutions to one exercise that share code: tokens, fingerprints, pairs and their fragments.

Source of the method: Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms for document
fingerprinting" (SIGMOD 2003). A similarity does not say why two solutions are alike.
"""
