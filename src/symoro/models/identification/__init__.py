"""Models for identification: linear in the parameters of the dynamics."""
