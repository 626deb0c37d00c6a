"""The border with SymPy: programs as readable expressions, factored determinants, inverses.

SymPy is imported inside functions only, so that a program that never reads an expression never
loads it.
"""
