"""What answers say. What is exact, what is bounded and what is unknown are values of different types, which cannot be taken
for one another: none has a truth value, and none is compared with a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn

from .errors import NotProven

__all__ = [
    "Bound", "Chance", "Draw", "Estimate", "Exact", "Outcome", "Score", "Solution", "Truth", "Unknown", "Win",
]


class Outcome(str, Enum):
    """Who wins: ``"south"``, ``"north"`` or ``"draw"``. Equal to these texts.

    >>> Outcome.SOUTH == "south"
    True
    >>> bool(Outcome.DRAW)
    Traceback (most recent call last):
    TypeError: an outcome has no truth value; compare it: outcome == "south"
    """

    SOUTH = "south"
    NORTH = "north"
    DRAW = "draw"

    def __bool__(self) -> NoReturn:
        raise TypeError('an outcome has no truth value; compare it: outcome == "south"')

    def __str__(self) -> str:
        return self.value


class Truth(Enum):
    """Whether something is so. It can be asked for its truth value only where that is proven.

    >>> bool(Truth.YES), bool(Truth.NO)
    (True, False)
    >>> bool(Truth.UNKNOWN)
    Traceback (most recent call last):
    sow.errors.NotProven: the limits did not allow a proof: it is neither true nor false
    """

    YES = "true"
    NO = "false"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        if self is Truth.UNKNOWN:
            raise NotProven("the limits did not allow a proof: it is neither true nor false")
        return self is Truth.YES


def _no_truth_value(what: object) -> NoReturn:
    raise TypeError(
        f"{type(what).__name__} has no truth value; ask isinstance(answer, sow.Exact), or for what it holds"
    )


class _Value:
    """A value without a truth value, which is not compared with what is none of its type."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        _no_truth_value(self)


@dataclass(frozen=True, slots=True, repr=False)
class Score(_Value):
    """One end of a bound: what South gets. ``margin`` and ``points`` are there where the objective asks for them."""

    outcome: Outcome
    _margin: int | None = None
    _points: int | None = None

    @property
    def margin(self) -> int:
        """South's seeds minus North's at the end of the game."""
        return _known(self._margin, "this score tells of no margin")

    @property
    def points(self) -> int:
        """Match points, South's positive."""
        return _known(self._points, "this score tells of no match points")

    def __repr__(self) -> str:
        told = "".join(
            f", {name}={value}"
            for name, value in (("margin", self._margin), ("points", self._points))
            if value is not None
        )
        return f"Score({self.outcome.value}{told})"


def _known(value: int | None, why: str) -> int:
    if value is None:
        raise NotProven(why)
    return value


class Solution(_Value):
    """What was found out about a position: an :class:`Exact` value, a :class:`Bound`, or that it is :class:`Unknown`.

    >>> import sow
    >>> answer = sow.Position("bao-kingulu:start:3").solve(objective="margin")
    >>> match answer:
    ...     case sow.Exact():
    ...         print(answer.outcome, answer.margin)
    ...     case sow.Bound():
    ...         print(answer.lowest, answer.highest)
    ...     case sow.Unknown():
    ...         print("unknown")
    south 4

    An answer has no truth value and is not compared with numbers or words:

    >>> answer == 4
    Traceback (most recent call last):
    TypeError: an answer is not compared with int; compare what it holds, such as answer.margin
    """

    __slots__ = ("_form",)
    #: ``"exact"``, ``"bound"`` or ``"unknown"``.
    status: str = ""

    def __new__(cls, *_: object) -> Solution:
        if cls is Solution:
            raise TypeError("answers come from Position.solve and Table.probe")
        return super().__new__(cls)

    def __init__(self, form: Mapping[str, Any]) -> None:
        self._form = dict(form)

    @property
    def position(self) -> str:
        """The line of the position."""
        return str(self._form["position"])

    @property
    def rules(self) -> str:
        """The rules, as they differ from the game's default."""
        return str(self._form["rules"])

    @property
    def nodes(self) -> int:
        """Positions searched."""
        return int(self._form["nodes"])

    @property
    def seconds(self) -> float:
        """How long it took."""
        return float(self._form["seconds"])

    @property
    def method(self) -> str:
        """How it was found."""
        return str(self._form["method"])

    @property
    def outcome(self) -> Outcome:
        """Who wins with best play; :class:`NotProven` where that is not proven."""
        return Outcome(self._proven("outcome"))

    @property
    def margin(self) -> int:
        """South's seeds minus North's at the end; :class:`NotProven` where that was not asked or is not proven."""
        return int(self._proven("margin"))

    @property
    def points(self) -> int:
        """Match points, South's positive; :class:`NotProven` where they were not asked or are not proven."""
        return int(self._proven("points"))

    @property
    def distance(self) -> int:
        """Decisions in which the player who can force the result ends the game; :class:`NotProven` where unknown."""
        return int(self._proven("distance"))

    @property
    def line(self) -> list[str]:
        """Best play, one text a turn; empty where the value is not exact."""
        return list(self._form["line"])

    def _proven(self, field: str) -> Any:
        value = self._form.get(field)
        if value is None:
            raise NotProven(f"the {field} is not known here: {self._why(field)}")
        return value

    def _why(self, field: str) -> str:
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """All fields as ``sow solve --json`` has them, with ``None`` for what is not known: a row of a data frame."""
        return dict(self._form)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            raise TypeError(
                f"an answer is not compared with {type(other).__name__}; compare what it holds, such as answer.margin"
            )
        fields = ("position", "rules", "status", "outcome", "margin", "points", "distance", "bounds")
        return all(self._form.get(field) == other._form.get(field) for field in fields)

    def __hash__(self) -> int:
        return hash((self.position, self.rules, self.status))

    def __repr__(self) -> str:
        fields = ("outcome", "margin", "points", "distance")
        known = [f"{field}={self._form[field]}" for field in fields if self._form.get(field) is not None]
        return f"{type(self).__name__}({', '.join(known)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._form,))


class Exact(Solution):
    """The value of the objective, proven."""

    __slots__ = ()
    status = "exact"

    def _why(self, field: str) -> str:
        if field == "distance":
            return "nobody has to be able to force an end; objective=\"distance\" asks for nothing else"
        return f'ask for it with objective="{field}"'


class Bound(Solution):
    """Proven bounds: South gets at least ``lowest`` and at most ``highest``. What both have in common is known."""

    __slots__ = ()
    status = "bound"

    @property
    def lowest(self) -> Score:
        """The least that South can get."""
        return self._bound(0)

    @property
    def highest(self) -> Score:
        """The most that South can get."""
        return self._bound(1)

    @property
    def distance_at_least(self) -> int:
        """Decisions that the player who can force the result needs at the least; :class:`NotProven` if nothing is known."""
        return int(self._proven("distance_at_least"))

    def _bound(self, end: int) -> Score:
        bounds = self._form.get("bounds")
        # Where only the distance is open, both bounds are the value.
        form = bounds[end] if bounds else self._form
        return Score(Outcome(form["outcome"]), form.get("margin"), form.get("points"))

    def _why(self, field: str) -> str:
        return f"only bounds are proven, {self.lowest} to {self.highest}"

    def __repr__(self) -> str:
        return f"Bound({self.lowest} to {self.highest})"


class Unknown(Solution):
    """A limit was reached before anything was proven, or no table reaches the position."""

    __slots__ = ()
    status = "unknown"

    def _why(self, field: str) -> str:
        return "a limit was reached before anything was proven"

    def __repr__(self) -> str:
        return "Unknown()"


def solution(form: Mapping[str, Any]) -> Solution:
    """The answer of a form of JSON."""
    kinds: dict[str, type[Solution]] = {kind.status: kind for kind in (Exact, Bound, Unknown)}
    return kinds[form["status"]](form)


@dataclass(frozen=True, slots=True, order=True)
class Estimate(_Value):
    """A guess: how many seeds South is better off. Compared with other estimates only.

    >>> Estimate(1.5) < Estimate(2.0)
    True
    >>> Estimate(1.5) < Win("south")
    Traceback (most recent call last):
    TypeError: '<' not supported between instances of 'Estimate' and 'Win'
    """

    seeds: float

    def __float__(self) -> float:
        return self.seeds


@dataclass(frozen=True, slots=True, order=True)
class Chance(_Value):
    """A guess: South's expected result, 0 to 1, a draw counting half."""

    result: float

    def __float__(self) -> float:
        return self.result


@dataclass(frozen=True, slots=True)
class Win(_Value):
    """Proven: this player can force a win.

    ``within`` counts the decisions within which the win was found, ``None`` where its end was not seen; ``margin`` is that of
    best play in two-row games, ``None`` where the search has not seen everything.
    """

    winner: Outcome | str
    within: int | None = None
    margin: int | None = None


@dataclass(frozen=True, slots=True)
class Draw(_Value):
    """Proven: neither player can do better than draw."""


def score(form: Mapping[str, Any]) -> Estimate | Chance | Win | Draw:
    """The score of a line of analysis."""
    if not form["proven"]:
        if "chance" in form:
            return Chance(form["chance"])
        return Estimate(form["score"])
    if form["outcome"] == "draw":
        return Draw()
    return Win(Outcome(form["outcome"]), form.get("within"), form.get("margin"))
