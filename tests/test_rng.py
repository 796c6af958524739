"""Chance: known answers, unbiased integers, lanes and streams."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from sim.jit import kernel
from sim.rng import STREAM, below, open_stream, philox2x64, shuffle, uniform, word32

# Random123's known-answer vectors for philox2x64-10: counter, key, result.
KNOWN = [
    ((0, 0), 0, (0xCA00A0459843D731, 0x66C24222C9A845B5)),
    ((2**64 - 1, 2**64 - 1), 2**64 - 1, (0x65B021D60CD8310F, 0x4D02F3222F86DF20)),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344),
        0xA4093822299F31D0,
        (0x0A5E742C2997341C, 0xB0F883D38000DE5D),
    ),
]


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_known_answers(counter: tuple[int, int], key: int, answer: tuple[int, int]) -> None:
    got = philox2x64(np.uint64(key), np.uint64(counter[0]), np.uint64(counter[1]))
    assert tuple(int(word) for word in got) == answer


def stream(key: int = 1, number: int = 0, deal: int = 0, lane: int = 0) -> np.ndarray:
    streams = np.zeros(1, STREAM)
    open_stream(streams[0], np.uint64(key), number, deal, lane)
    return streams


def test_words_are_the_halves_of_the_blocks_low_first() -> None:
    streams = stream(5, 77, 3, 2)
    word = 3 << 48 | 77 << 8 | 2
    wanted = []
    for block in range(3):
        for half in philox2x64(np.uint64(5), np.uint64(block), np.uint64(word)):
            wanted += [int(half) & 0xFFFFFFFF, int(half) >> 32]
    assert [int(word32(streams[0])) for _ in range(12)] == wanted


def test_no_two_streams_share_a_counter() -> None:
    words = {
        int(stream(1, number, deal, lane)["word"][0])
        for number in (0, 1, 255, 256, 2**32, 2**40 - 1)
        for deal in (0, 1, 255, 2**16 - 1)
        for lane in (0, 1, 16, 255)
    }
    assert len(words) == 6 * 4 * 4


@kernel
def draw_many(stream, n, draws, counts):
    for _ in range(draws):
        counts[below(stream, n)] += 1


@pytest.mark.parametrize("n", [1, 2, 3, 7, 40, 52])
def test_below_is_uniform(n: int) -> None:
    draws = 200_000
    counts = np.zeros(n, np.int64)
    draw_many(stream(n)[0], n, draws, counts)
    assert counts.sum() == draws
    if n > 1:
        chi2 = ((counts - draws / n) ** 2 / (draws / n)).sum()
        assert abs(chi2 - (n - 1)) < 6 * sqrt(2 * (n - 1))


def test_below_rejects_what_would_bias() -> None:
    """At n = 3 * 2**30 a quarter of the words must be thrown away, or thirds come out unequal."""
    n = 3 * 2**30
    streams = stream(9)
    thirds = np.zeros(3, np.int64)
    for _ in range(30_000):
        thirds[below(streams[0], n) // 2**30] += 1
    assert abs(thirds - 10_000).max() < 6 * sqrt(30_000 * 2 / 9)
    assert int(streams["block"][0]) * 4 > 35_000  # more words than draws


def test_uniform_is_in_the_unit_interval() -> None:
    streams = stream(4)
    values = np.array([uniform(streams[0]) for _ in range(20_000)])
    assert 0 <= values.min() < 0.001
    assert 0.999 < values.max() < 1
    assert abs(values.mean() - 0.5) < 6 / sqrt(12 * 20_000)


@kernel
def shuffle_stats(key, n, shuffles, fixed, inversions):
    streams = np.zeros(1, STREAM)
    cards = np.zeros(n, np.uint8)
    for number in range(shuffles):
        open_stream(streams[0], key, number, 0, 0)
        for card in range(n):
            cards[card] = card
        shuffle(cards, n, streams[0])
        for i in range(n):
            fixed[number] += cards[i] == i
            for j in range(i):
                inversions[number] += cards[j] > cards[i]


def test_shuffle_matches_exact_laws() -> None:
    """No fixed point D(n)/n!; inversions n(n-1)/4 with variance n(n-1)(2n+5)/72."""
    shuffles, n = 40_000, 40
    fixed = np.zeros(shuffles, np.int64)
    inversions = np.zeros(shuffles, np.int64)
    shuffle_stats(np.uint64(12), n, shuffles, fixed, inversions)
    p = 0.36787944117144233
    assert abs((fixed == 0).mean() - p) < 5 * sqrt(p * (1 - p) / shuffles)
    assert abs(inversions.mean() - 390) < 5 * sqrt(5525 / 3 / shuffles)
    assert abs(inversions.var() / (5525 / 3) - 1) < 5 * sqrt(2 / shuffles)
