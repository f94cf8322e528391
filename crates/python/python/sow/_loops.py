"""Never-ending moves on one ring, without captures: single moves and censuses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from . import _sow
from ._asking import OnProgress, all_cores, ear, fitting, read

__all__ = ["Census", "CensusRow", "RingLoop", "census", "loop"]

_FOR_EVER = 2**64 - 1


@dataclass(frozen=True, slots=True)
class RingLoop:
    """Whether a move on a ring ends: ``verdict`` is ``"ends"`` (after ``laps``, in ``pit``), ``"never"`` (with its ``proof`` and,
    where it has been run, its ``period``) or ``"undecided"`` (after ``laps``).
    """

    verdict: Literal["ends", "never", "undecided"]
    laps: int | None
    pit: int | None
    proof: str | None
    period: int | None


def loop(ring: Sequence[int], pit: int = 0, *, laps: int | None = None, period: bool = True) -> RingLoop:
    """Whether the relay from a pit of a ring ends, sown in ascending order, without captures.

    It gives up undecided after ``laps`` laps. With ``period`` a move that never ends is run until it is back at its start.

    >>> import sow
    >>> sow.loop([2, 0, 0, 0])
    RingLoop(verdict='ends', laps=1, pit=2, proof=None, period=None)
    >>> sow.loop([3, 1, 0, 1, 0, 1])
    RingLoop(verdict='never', laps=None, pit=None, proof='residues', period=18)
    """
    return RingLoop(**read(_sow.check_ring(list(ring), pit, _FOR_EVER if laps is None else laps, period)))


@dataclass(frozen=True, slots=True)
class CensusRow:
    """The counts for one ring and one number of seeds: a row of a data frame.

    A start is a ring and a pit of it with two seeds or more. ``never`` counts the starts whose move never ends, ``certified``
    those of them that the residues prove; ``cycles`` counts never-ending moves up to rotation, ``min_period`` and ``max_period``
    are laps (``None`` if there is none), ``longest_ending`` are the laps of the longest move that ends.
    """

    pits: int
    seeds: int
    starts: int
    never: int
    cycles: int
    min_period: int | None
    max_period: int | None
    longest_ending: int
    certified: int
    seconds: float


class Census(list[CensusRow]):
    """The rows of a census in the order of their seeds; a notebook shows them as a plot."""

    def svg(self) -> str:
        """Laps against seeds on a logarithmic axis: the longest ending move, the longest period and the shortest."""
        rows = [
            (r.pits, r.seeds, r.starts, r.never, r.cycles, r.min_period, r.max_period, r.longest_ending) for r in self
        ]
        if not rows:
            raise ValueError("a census without rows has no plot")
        return _sow.census_svg(rows)

    def _repr_svg_(self) -> str | None:
        return fitting(self.svg()) if self else None


def census(
    pits: int, seeds: int | Iterable[int], *, threads: int | None = None, progress: OnProgress | None = None
) -> Census:
    """Counts every way to lay seeds on a ring and every start, for one number of seeds or several. The counts are exact.

    ``progress`` is told of the parts of each number of seeds.

    >>> import sow
    >>> row = sow.census(8, 12)[0]
    >>> row.starts, row.never, row.cycles
    (155584, 456, 5)
    """
    asked = [seeds] if isinstance(seeds, int) else sorted(set(seeds))
    rows = Census()
    for number in asked:
        counted = _sow.census(pits, number, all_cores(threads), ear(progress))
        if counted is not None:
            rows.append(CensusRow(**read(counted)))
    return rows
