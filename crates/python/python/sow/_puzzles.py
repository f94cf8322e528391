"""Problems: a position with something that is to be achieved."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _sow
from ._asking import Effort, Rules, Size, Time, read
from ._position import Position
from ._tables import TablesToAsk, to_ask
from ._values import Truth
from .errors import PuzzleError

__all__ = ["Checked", "Puzzle", "Solved", "puzzles"]


@dataclass(frozen=True, slots=True)
class Solved:
    """What a problem comes to.

    ``truth`` says whether the goal can be reached, ``line`` how, against the best resistance: turns of both players. ``tree`` has
    every answer; ``complete`` says that nothing of it had to be left out.
    """

    truth: Truth
    line: list[str]
    complete: bool
    tree: list[dict[str, Any]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a problem is sound: its goal can be reached, its solution is right, and it is unique if it says so.

    ``keys`` are the first moves that reach the goal, ``faults`` what is wrong, one sentence each.
    """

    sound: Truth
    truth: Truth
    keys: list[str]
    faults: list[str]
    cooks: list[Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A problem. Five lines solve one:

    >>> import sow
    >>> puzzle = sow.Puzzle.named("nsolo-4-1-12")
    >>> print(puzzle.stipulation)
    South to move and win in 2 turns
    >>> puzzle.solve().line
    ['b1:b3,f2', 'f4:b2', 'f4']
    """

    position: Position
    stipulation: str = "win"
    id: str = ""
    solution: list[str] = field(default_factory=list)
    unique: bool | None = None
    plies: int | None = None
    difficulty: int | None = None
    source: str = ""

    @classmethod
    def named(cls, id: str) -> Puzzle:
        """The problem of the package's collection with a name."""
        for puzzle in puzzles():
            if puzzle.id == id:
                return puzzle
        raise PuzzleError(f"the collection has no problem `{id}`; sow.puzzles() has all of them")

    def solve(
        self,
        *,
        most: int = 200,
        time: Time = None,
        nodes: int | None = None,
        memory: Size = "256MiB",
        tables: TablesToAsk = "shipped",
    ) -> Solved:
        """Whether the goal can be reached, and how: a solution of about ``most`` turns."""
        form = read(
            _sow.solve_puzzle(
                self.position._inner, self.stipulation, most, Effort(time, nodes, memory, 1), to_ask(tables)
            )
        )
        return Solved(Truth(form["truth"]), form["line"], form["complete"], form["tree"])

    def check(
        self,
        *,
        time: Time = None,
        nodes: int | None = None,
        memory: Size = "256MiB",
        tables: TablesToAsk = "shipped",
    ) -> Checked:
        """Whether the problem is sound.

        >>> import sow
        >>> sow.Puzzle(sow.Position("owela 0,0,0,1/2,1,1,0/2,3,0,1/1,7,4,1 S"), "win everything in 2 turns").check().keys
        ['f1']
        """
        form = read(
            _sow.check_puzzle(
                self.position._inner, self.stipulation, self.solution, Effort(time, nodes, memory, 1), to_ask(tables)
            )
        )
        return Checked(Truth(form["sound"]), Truth(form["truth"]), form["keys"], form["faults"], form["cooks"])

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()


def puzzles(source: str | os.PathLike[str] | None = None, *, rules: Rules = None) -> list[Puzzle]:
    """The problems of a game of the package's collection, or of a file; the whole collection without ``source``.

    ``rules`` take the place of those that the problems name.

    >>> import sow
    >>> len(sow.puzzles("owela")) >= 25
    True
    """
    shipped = {name.removesuffix(".toml"): text for name, text in _sow.shipped_puzzles()}
    if source is None:
        texts = shipped
    elif isinstance(source, str) and source in shipped:
        texts = {source: shipped[source]}
    else:
        texts = {os.fspath(source): Path(source).read_text(encoding="utf-8")}
    found = []
    for name, text in texts.items():
        try:
            forms = read(_sow.read_puzzles(text))
        except PuzzleError as error:
            raise PuzzleError(f"{name}: {error}") from None
        for form in forms:
            position = Position(form.pop("position"), rules if rules is not None else form.pop("rules"))
            form.pop("rules", None)
            found.append(Puzzle(position, **form))
    return found
