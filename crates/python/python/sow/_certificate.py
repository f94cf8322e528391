"""Certificates of values."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from . import _sow
from ._asking import OnProgress, Size, all_cores, ear, read, size
from ._position import Position
from ._values import Outcome

__all__ = ["Certificate", "Fails", "Holds", "Stated"]


@dataclass(frozen=True, slots=True)
class Holds:
    """The claim is proven, by the rules alone."""

    seconds: float

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Fails:
    """The certificate does not prove its claim: what is wrong, at which position."""

    position: str
    what: str
    seconds: float

    def __bool__(self) -> bool:
        return False


class Stated(NamedTuple):
    """The turn that a certificate states at a position, with the position's rank."""

    move: str
    rank: int


class Certificate:
    """A strategy of one player, written out so that anyone can check by the rules alone what it makes sure of.

    >>> import sow
    >>> hus = sow.Certificate.shipped()["owela-4x8-hus"]
    >>> hus.claim, hus.positions > 1000
    ('North wins', True)
    >>> isinstance(hus.check(), sow.Holds)
    True
    """

    __slots__ = ("_inner", "name")
    #: The file, or the name of one that comes with the package.
    name: str

    def __init__(self, inner: _sow.Certificate, name: str) -> None:
        if not isinstance(inner, _sow.Certificate):
            raise TypeError("certificates are opened by Certificate.open(path)")
        self._inner = inner
        self.name = name

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Certificate:
        """Reads a file; :class:`~sow.errors.CertificateError` if it is no certificate or is damaged."""
        return cls(_sow.Certificate.open(Path(path)), os.fspath(path))

    @classmethod
    def shipped(cls) -> dict[str, Certificate]:
        """The certificates that come with the package, by name."""
        return {name: cls(inner, name) for name, inner in _sow.Certificate.shipped()}

    @property
    def claim(self) -> str:
        """What it proves if it holds, in words."""
        return self._inner.claim

    @property
    def position(self) -> Position:
        """The position that the claim is about, with its rules."""
        return Position._of(self._inner.position)

    @property
    def holder(self) -> Outcome:
        """The player whose strategy it states."""
        return Outcome(self._inner.holder)

    @property
    def least(self) -> str:
        """What that player gets at the least, in the words of the file, such as ``"win"`` or ``"margin 4"``."""
        return self._inner.least

    @property
    def positions(self) -> int:
        """The positions at which it states a turn."""
        return self._inner.positions

    @property
    def bytes(self) -> int:
        """The length of the file."""
        return self._inner.bytes

    @property
    def digest(self) -> str:
        """The SHA-256 digest, in hexadecimal digits."""
        return self._inner.digest

    def check(
        self, *, threads: int | None = None, memory: Size = "1GiB", progress: OnProgress | None = None
    ) -> Holds | Fails:
        """Plays every stated turn and every answer by the rules, without any search."""
        found = read(self._inner.check(all_cores(threads), size(memory), ear(progress)))
        if found["verdict"] == "holds":
            return Holds(found["seconds"])
        return Fails(found["position"], found["what"], found["seconds"])

    def at(self, position: Position) -> Stated | None:
        """The turn that is stated at a position; ``None`` where no line comes, or where the other player is to move.

        >>> import sow
        >>> omweso = sow.Certificate.shipped()["omweso-4x8-tournament"]
        >>> omweso.at(omweso.position)
        Stated(move='b4', rank=17)
        """
        stated = self._inner.at(position._inner)
        return None if stated is None else Stated(*stated)

    def __repr__(self) -> str:
        return f"Certificate({self.name!r}: {self.claim})"
