"""Positions and their moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from . import _sow, _values
from ._asking import Effort, OnProgress, Rules, Size, Time, ear, fitting, read, words
from ._tables import TablesToAsk, to_ask
from ._values import Chance, Draw, Estimate, Outcome, Solution, Win
from .errors import MoveError

__all__ = ["Analysis", "Ending", "Lap", "Line", "Loop", "Move", "Position"]

_FOR_EVER = 2**64 - 1
_MOST_DEPTH = 200


@dataclass(frozen=True, slots=True)
class Move:
    """One turn with its result: a row of a data frame.

    ``end`` says how it ends: ``"position"`` (``after`` is the line of the position), ``"win"`` (it wins at once, ``reason`` says
    how), ``"never"`` (it never ends, ``reason`` is the proof: ``"residues"`` or ``"return"``), ``"capped"`` (the lap cap of the
    rules cuts it) or ``"undecided"`` (not followed to its end, which is no result).
    """

    move: str
    laps: int
    captured: int
    end: Literal["position", "win", "never", "capped", "undecided"]
    after: str | None
    again: bool
    bonus: int
    legal: bool
    reason: str | None
    period: int | None
    after_laps: int | None

    def __str__(self) -> str:
        return self.move


@dataclass(frozen=True, slots=True)
class Loop:
    """Whether a move ends, with the proof where it does not: a row of a data frame.

    ``verdict`` is ``"ends"``, ``"never"`` or ``"undecided"``; ``period`` is ``None`` where it has not been run.
    """

    move: str
    verdict: Literal["ends", "never", "undecided"]
    laps: int
    proof: str | None
    period: int | None
    after_laps: int | None
    legal: bool


@dataclass(frozen=True, slots=True)
class Lap:
    """One lap of a move: ring and pit indexes in sowing order, from the owner's leftmost back pit or hole."""

    lap: int
    ring: int
    start: int
    seeds: int
    clockwise: bool
    landing: int
    end: Literal["relay", "capture", "choice", "stop"]
    captured: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended. ``result`` is the token of a record: ``1-0``, ``0-1``, ``1/2`` or ``annulled``."""

    outcome: Outcome
    result: str
    reason: str
    margin: int
    points: int
    text: str

    def __str__(self) -> str:
        return self.text


def ending(form: dict[str, Any]) -> Ending:
    """An ending of a form of JSON."""
    return Ending(**{**form, "outcome": Outcome(form["outcome"])})


@dataclass(frozen=True, slots=True)
class Line:
    """One move of an analysis with what is expected to follow."""

    move: str
    score: Estimate | Chance | Win | Draw
    line: list[str]
    visits: int | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The best moves, the best first, as one depth has found them.

    ``complete`` says that no estimate had a part in it: searching deeper would change nothing.
    """

    position: str
    depth: int
    complete: bool
    lines: list[Line]
    nodes: int
    seconds: float
    engine: str
    _form: dict[str, Any] = field(repr=False, compare=False)

    def rows(self) -> list[dict[str, Any]]:
        """The lines as ``sow analyse --json`` has them: rows of a data frame."""
        return [dict(line) for line in self._form["lines"]]


def _analysis(form: dict[str, Any]) -> Analysis:
    lines = [
        Line(line["move"], _values.score(line), line["line"], line.get("visits")) for line in form["lines"]
    ]
    return Analysis(
        form["position"], form["depth"], form["complete"], lines, form["nodes"], form["seconds"], form["engine"], form
    )


class Position:
    """A position with the rules it is played by. It never changes; :meth:`play` gives another one.

    ``text`` is a line of notation, the name of a start such as ``"owela:start"`` or ``"bao-kingulu:start:4"``, or a drawing of
    several lines. ``rules`` are words on top of the game's default: ``"hus"``, ``"hus lap-cap=200"`` or ``{"lap-cap": 200}``.

    >>> import sow
    >>> start = sow.Position("bao-kingulu:start")
    >>> start
    Position('bao-kingulu 4,4,4,4,4,4/4,4,4,4,4,4 S 0-0')
    >>> [move.move for move in start.moves()]
    ['3', '4', '5', '6']
    >>> start.play("5").side
    <Outcome.NORTH: 'north'>
    >>> start.solve(objective="margin").margin
    4
    """

    __slots__ = ("_inner", "_origin")
    _inner: _sow.Position
    #: The line before and the move, where the game was won by the move that led here: the line alone does not say so.
    _origin: tuple[str, str] | None

    def __init__(self, text: str | Position, rules: Rules = None) -> None:
        if isinstance(text, Position) and rules is None:
            self._inner, self._origin = text._inner, text._origin
            return
        line = text.line if isinstance(text, Position) else text
        self._inner = _sow.Position(line, words(rules))
        self._origin = None

    @classmethod
    def _of(cls, inner: _sow.Position, origin: tuple[str, str] | None = None) -> Position:
        self = cls.__new__(cls)
        self._inner = inner
        self._origin = origin
        return self

    @property
    def line(self) -> str:
        """The line of notation; the rules are not part of it."""
        return self._inner.line

    @property
    def rules(self) -> str:
        """The nearest ruleset and what differs from it, in words that ``rules=`` reads."""
        return self._inner.rules

    @property
    def game(self) -> str:
        """The game: ``"omweso"``, ``"owela"``, ``"nsolo"``, ``"bao-kingulu"`` or ``"anywoli"``."""
        return self._inner.game

    @property
    def columns(self) -> int:
        """Columns of the board."""
        return self._inner.columns

    @property
    def side(self) -> Outcome:
        """Who moves: equal to ``"south"`` or ``"north"``."""
        return Outcome(self._inner.side)

    @property
    def rows(self) -> list[list[int]]:
        """The seeds of the printed rows, North's outer row first, each from left to right.

        >>> import sow
        >>> sow.Position("anywoli 0,3,1/2,0,0 N").rows
        [[0, 3, 1], [2, 0, 0]]
        """
        return self._inner.rows

    @property
    def stores(self) -> tuple[int, int] | None:
        """Captured seeds of South and North in two-row games; ``None`` in four-row games, which have no stores."""
        return self._inner.stores

    @property
    def seeds(self) -> tuple[int, int]:
        """The seeds that count for South and for North."""
        return self._inner.seeds

    @property
    def concerns(self) -> list[str]:
        """What is unusual about the position under its rules, one sentence each."""
        return self._inner.concerns

    @property
    def ending(self) -> Ending | None:
        """The result if the game is over here, repetitions not counted; ``None`` if it goes on."""
        found = self._inner.ending()
        return None if found is None else ending(read(found))

    def moves(self, *, strips: bool = True, laps: int | None = None) -> list[Move]:
        """Every legal turn with its result; none if the game is over.

        ``strips=False`` leaves the bonus stones of Nsolo open. A turn that takes more than ``laps`` laps is ``"undecided"``;
        without a limit each is followed to its end or to the proof that it has none.

        >>> import sow
        >>> move = sow.Position("bao-kingulu:start:3").moves()[0]
        >>> move.move, move.laps, move.captured, move.end
        ('1', 3, 0, 'position')
        """
        listed = read(self._inner.moves(strips, _FOR_EVER if laps is None else laps))
        return [Move(**row) for row in listed if row["legal"]]

    def play(self, *moves: str | Move) -> Position:
        """The position after some turns, one after the other.

        A turn after which there is no position, as it never ends, is a :class:`~sow.errors.MoveError`; so is one that is not
        legal, and the error says which are. Whether a position occurs again is a matter of the whole game: see
        :class:`~sow.Record`.

        >>> import sow
        >>> sow.Position("owela 0,0,2/0,0,0/0,0,0/2,0,3 S").play("b2")
        Traceback (most recent call last):
        sow.errors.MoveError: b2 is not legal: that pit is empty; legal are b1, b3
        """
        position = self
        for move in moves:
            position = position._play(str(move))
        return position

    def _play(self, move: str) -> Position:
        text, after = self._inner.play(move, _FOR_EVER)
        turn = read(text)
        if after is not None:
            origin = (self.line, turn["move"]) if after.is_won else None
            return Position._of(after, origin)
        if turn["ending"] is not None:
            raise MoveError(
                f"{turn['move']} has no end, so that there is no position after it: {turn['ending']['text']}"
            )
        raise MoveError(f"{turn['move']} was not followed to its end: {turn['reason']}")

    def trace(self, move: str | Move, *, most: int = 10_000) -> list[Lap]:
        """The first laps of a turn, at most ``most``.

        >>> import sow
        >>> [lap.end for lap in sow.Position("anywoli:start:3").trace("1")]
        ['relay', 'relay', 'stop']
        """
        return [Lap(**row) for row in read(self._inner.trace(str(move), most, _FOR_EVER))]

    def loops(self, *, laps: int | None = None, period_laps: int = 1 << 17) -> list[Loop]:
        """Whether each turn ends, illegal ones included, with the proof where one does not.

        ``period_laps`` are spent on the period of a turn that its residues have settled.

        >>> import sow
        >>> rim = sow.Position("owela 0,0,0,0/1,1,1,1/0,0,0,0/2,2,2,2 S")
        >>> [(loop.move, loop.verdict) for loop in rim.loops()][:2]
        [('b1', 'ends'), ('b2', 'ends')]
        """
        listed = read(self._inner.moves(False, _FOR_EVER if laps is None else laps, period_laps))
        verdicts: dict[str, Literal["ends", "never", "undecided"]] = {
            "position": "ends", "win": "ends", "never": "never", "capped": "undecided", "undecided": "undecided",
        }
        return [
            Loop(
                row["move"], verdicts[row["end"]], row["laps"], row["reason"] if row["end"] == "never" else None,
                row["period"], row["after_laps"], row["legal"],
            )
            for row in listed
        ]

    def perft(self, depth: int) -> int:
        """The number of ways to make ``depth`` decisions.

        >>> import sow
        >>> sow.Position("bao-kingulu:start").perft(2)
        15
        """
        return self._inner.perft(depth)

    def solve(
        self,
        objective: Literal["outcome", "margin", "points", "distance"] = "outcome",
        *,
        method: Literal["auto", "alpha-beta", "proof-number", "mcts", "retrograde"] = "auto",
        time: Time = None,
        nodes: int | None = None,
        memory: Size = "256MiB",
        threads: int = 1,
        line: bool = True,
        tables: TablesToAsk = "shipped",
        progress: OnProgress | None = None,
    ) -> Solution:
        """The value of the position, without regard to what came before it.

        The answer is :class:`~sow.Exact`, a :class:`~sow.Bound` or :class:`~sow.Unknown`. Without ``time`` and ``nodes`` the
        search goes on until it has the value; Ctrl-C ends it. ``progress`` is called with :class:`~sow.Progress` now and then,
        in the thread that asked; an exception that it raises ends the search. ``tables`` are endgame tables to ask: those that
        come with the package, a :class:`~sow.Table`, or ``None``.

        >>> import sow
        >>> sow.Position("owela:start:4").solve()
        Exact(outcome=north, distance=18)
        >>> sow.Position("omweso:start").solve(nodes=100, tables=None)
        Unknown()
        """
        answer = self._inner.solve(
            objective, method, Effort(time, nodes, memory, threads), line, to_ask(tables), ear(progress)
        )
        return _values.solution(read(answer))

    def analyse(
        self,
        lines: int = 1,
        *,
        engine: Literal["alpha-beta", "mcts"] = "alpha-beta",
        depth: int | None = None,
        time: Time = None,
        nodes: int | None = None,
        memory: Size = "256MiB",
        threads: int = 1,
        seed: int = 1,
        before: Iterable[Position] = (),
        tables: TablesToAsk = "shipped",
        progress: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """The best moves of a position that is too large to solve, deeper and deeper.

        Estimates and proofs are values of different types: :class:`~sow.Estimate` and :class:`~sow.Chance`,
        :class:`~sow.Win` and :class:`~sow.Draw`. Without ``depth``, ``time`` and ``nodes`` it takes one second. ``before`` are
        the positions of the game so far: coming back to one is a repetition. ``progress`` is called with what each depth has
        found.

        >>> import sow
        >>> best = sow.Position("owela:start").analyse(2, depth=3)
        >>> best.depth, len(best.lines), type(best.lines[0].score).__name__
        (3, 2, 'Estimate')
        """
        if depth is None and time is None and nodes is None:
            time = 1.0
        heard = None if progress is None else lambda news: progress(_analysis(read(news)))
        found = self._inner.analyse(
            engine, lines, _MOST_DEPTH if depth is None else depth, seed, [earlier.line for earlier in before],
            Effort(time, nodes, memory, threads), to_ask(tables), heard,
        )
        return _analysis(read(found))

    def drawing(self) -> str:
        """The board as text, in the form that :class:`Position` reads."""
        return self._inner.drawing()

    def svg(self) -> str:
        """The board as a picture."""
        return self._inner.svg()

    def _repr_svg_(self) -> str:
        return fitting(self.svg())

    def __str__(self) -> str:
        return self.line

    def __repr__(self) -> str:
        default = _sow.Position(f"{self.game}:start", "").rules
        rules = "" if self.rules == default else f", rules={self.rules!r}"
        return f"Position({self.line!r}{rules})"

    def _key(self) -> tuple[str, str, bool]:
        return (self.line, self.rules, self._inner.is_won)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self.line, self.rules, self._origin))

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, _: object) -> Position:
        return self


def _again(line: str, rules: str, origin: tuple[str, str] | None) -> Position:
    """A position as it was before it was pickled."""
    if origin is None:
        return Position(line, rules)
    return Position(origin[0], rules).play(origin[1])
