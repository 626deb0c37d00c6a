"""Nanoseconds a call: the least processor time of many rounds, the contestants taking turns."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.contestants import Contestant, Inputs

ROUND = 1.5e-3  # seconds of a round: long beside the clock, short beside a time slice


def nanoseconds(
    contestants: Sequence[Contestant], states: Inputs, rounds: int = 150
) -> list[float]:
    """Return the time of a call of each contestant.

    A round goes over all states a few times; contestants take turns, so that what slows the machine
    down for a while slows all of them, and the least time is what each needs undisturbed.
    """
    count = len(states[0])
    repeats = []
    for each in contestants:
        each.seconds(states)  # into the caches
        once = min(each.seconds(states) for _ in range(3))
        repeats.append(max(1, round(ROUND / once)))
    best = [float("inf")] * len(contestants)
    for _ in range(rounds):
        for k, each in enumerate(contestants):
            best[k] = min(best[k], each.seconds(states, repeats[k]) / repeats[k])
    return [1e9 * seconds / count for seconds in best]
