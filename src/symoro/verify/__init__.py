"""Verification: a program is compared with an independent route, at sampled values and exactly."""

from symoro.verify.certificate import Certificate
from symoro.verify.check import Check
from symoro.verify.exact_test import ExactResult
from symoro.verify.expanded_size import refuse_endless_statements

__all__ = ["Certificate", "Check", "ExactResult", "refuse_endless_statements"]
