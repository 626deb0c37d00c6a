"""Inverse geometric models: the joints of a chain from the pose of its end."""
