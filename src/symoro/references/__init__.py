"""Independent numeric routes: what generated models are compared with.

They share no formula with the algorithm pages: world frame instead of link frames, products of
elementary matrices instead of closed forms, momenta instead of accelerations.
"""
