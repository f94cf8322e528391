"""Endgame tables."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from . import _sow, _values
from ._asking import read
from ._values import Solution

if TYPE_CHECKING:
    from ._position import Position

__all__ = ["Layer", "Table"]

_VARIABLE = "SOW_TABLES"


@dataclass(frozen=True, slots=True)
class Layer:
    """What one layer of a table holds: a row of a data frame.

    Positions are counted with their player to move, for whom they are won, drawn or lost; in two-row games by what is still to
    come. ``longest_win`` (four rows, in decisions) or ``largest_margin`` (two rows, in seeds) is that of ``example``.
    """

    table: str
    game: str
    rules: str
    columns: int
    layer: str
    positions: int
    wins: int
    draws: int
    losses: int
    zugzwangs: int
    longest_win: int | None
    largest_margin: int | None
    example: str | None
    bytes: int


class Table:
    """Endgame tables: exact values by look-up.

    >>> import sow
    >>> tables = sow.Table.open()
    >>> ending = sow.Position("nsolo 0x8/0,0,2,0,0,0,0,0/0,1,0,0,0,0,0,0/0,0,1,0,0,0,2,0 S")
    >>> tables.probe(ending)
    Exact(outcome=south, distance=6)
    >>> tables.probe(sow.Position("owela:start"))
    Unknown()
    """

    __slots__ = ("_inner",)

    def __init__(self, inner: _sow.Tables) -> None:
        if not isinstance(inner, _sow.Tables):
            raise TypeError("tables are opened by Table.open(path)")
        self._inner = inner

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Table:
        """Opens a table file or all tables of a folder; without a path those of the folder in ``$SOW_TABLES``, or of
        ``data/tables`` in the current folder, or else those that come with the package.

        :class:`~sow.errors.TableError` if there is none, or one is damaged.
        """
        if path is None:
            return cls(_sow.Tables.find(os.environ.get(_VARIABLE)))
        return cls(_sow.Tables.at(Path(path)))

    @property
    def files(self) -> list[Path]:
        """The files; those that come with the package by their names alone."""
        return list(self._inner.files)

    def probe(self, position: Position) -> Solution:
        """The value of a position with a line of best play: :class:`~sow.Exact`, or :class:`~sow.Unknown` if no table reaches
        it.
        """
        form, _ = self._inner.probe(position._inner)
        return _values.solution(read(form))

    def covers(self, position: Position) -> bool:
        """Whether there is a table of the position's game, board and rules, however many seeds it has."""
        _, has_table = self._inner.probe(position._inner)
        return has_table

    def layers(self) -> list[Layer]:
        """What the tables hold, layer by layer.

        >>> import sow
        >>> sum(layer.positions for layer in sow.Table.open().layers()) > 10_000_000
        True
        """
        return [Layer(**row) for row in read(self._inner.layers())]

    def position(self, layer: Layer, index: int) -> Position:
        """The position of a layer with a number from 0, South to move."""
        from ._position import Position

        return Position._of(self._inner.position(layer.table, layer.layer, index))

    def __len__(self) -> int:
        return len(self._inner.files)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        names = ", ".join(path.stem for path in self.files)
        return f"Table({names})"


#: Tables that a search asks: those that come with the package, others, or none.
TablesToAsk: TypeAlias = Table | Literal["shipped"] | None


@lru_cache(maxsize=4)
def _shipped(_variable: str | None, _folder: str) -> _sow.Tables:
    return Table.open()._inner


def to_ask(tables: TablesToAsk) -> _sow.Tables | None:
    """Tables as the extension module takes them."""
    if tables is None:
        return None
    if isinstance(tables, Table):
        return tables._inner
    if tables != "shipped":
        raise TypeError(f'tables are a sow.Table, "shipped" or None, not {tables!r}')
    return _shipped(os.environ.get(_VARIABLE), os.getcwd())
