"""Game records: read, written, replayed, played by the library, counted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from . import _sow
from ._asking import OnProgress, all_cores, ear, read
from ._position import Ending, Move, Position, ending
from ._values import Outcome
from .errors import RecordError

__all__ = ["Distribution", "Opening", "Record", "Replay", "Results", "Statistics", "Turn", "selfplay", "statistics"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a replayed game: a row of a data frame."""

    number: int
    side: Literal["south", "north"]
    before: str
    move: str
    laps: int
    captured: int
    end: str
    after: str | None
    again: bool
    bonus: int
    legal: bool
    reason: str | None
    period: int | None
    after_laps: int | None


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through by the rules.

    ``repetitions`` are pairs of numbers of turns after which the same position stood on the board. ``ending`` is the result by
    the rules, ``None`` where they leave the game open; ``result`` is that, or else what the record states, or ``"*"``. ``agrees``
    is false where the record states another result than the rules give.
    """

    start: Position
    turns: list[Turn]
    position: Position
    repetitions: list[tuple[int, int]]
    ending: Ending | None
    result: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class Record:
    """A game record: where it began, its moves, its headers, its result. A list of them is a data frame.

    ``start`` is the line of the position, ``rules`` what differs from the game's default, ``result`` one of ``1-0``, ``0-1``,
    ``1/2``, ``annulled`` and ``*``. Records are written as texts by ``str``, read by :meth:`read` and :meth:`load`.

    >>> import sow
    >>> record = sow.Record.of(sow.Position("bao-kingulu:start:3"), ["1"])
    >>> replay = record.replay()
    >>> replay.turns[0].laps, replay.ending
    (3, None)
    >>> sow.Record.read(str(record)) == [record]
    True
    """

    game: str
    rules: str
    start: str
    moves: list[str]
    result: str
    headers: dict[str, str] = field(default_factory=dict)
    text: str = field(default="", repr=False, compare=False)

    @classmethod
    def of(
        cls,
        start: Position,
        moves: Iterable[str | Move],
        *,
        headers: Mapping[str, str] | None = None,
        result: Literal["1-0", "0-1", "1/2", "annulled", "*"] = "*",
    ) -> Record:
        """The record of a game from ``start``. The moves are not played: :meth:`replay` does that."""
        said = {"game": start.game, "rules": start.rules, "start": start.line, **(headers or {})}
        for key, value in said.items():
            if any(sign in f"{key}{value}" for sign in "\n\r#") or ":" in key:
                raise RecordError(f"a header is one line without #, and its key has no colon, unlike {key!r}: {value!r}")
        lines = "".join(f"{key}: {value}\n" for key, value in said.items())
        body = " ".join([*(str(move) for move in moves), result])
        (record,) = cls.read(f"{lines}\n{body}\n")
        return record

    @classmethod
    def read(cls, text: str) -> list[Record]:
        """The records of a text."""
        return [cls._of(form) for form in read(_sow.read_records(text))]

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> list[Record]:
        """The records of a file."""
        try:
            return cls.read(Path(path).read_text(encoding="utf-8"))
        except (RecordError, UnicodeDecodeError) as error:
            raise RecordError(f"{os.fspath(path)}: {error}") from None

    @classmethod
    def _of(cls, form: Mapping[str, Any]) -> Record:
        headers = dict(form["headers"])
        known = {key.lower(): value for key, value in headers.items()}
        start = known.get("start", "")
        game = known.get("game") or start.split(" ")[0].split(":")[0]
        more = {key: value for key, value in headers.items() if key.lower() not in ("game", "rules", "start")}
        return cls(
            game, known.get("rules", ""), start or f"{game}:start", form["moves"], form["result"] or "*", more, form["text"]
        )

    def replay(self) -> Replay:
        """Plays the record through; :class:`~sow.errors.RecordError` says at which move it cannot be played."""
        form = read(_sow.replay(self.text))
        return Replay(
            Position(form["start"], form["rules"]),
            [Turn(**row) for row in form["turns"]],
            Position(form["after"], form["rules"]),
            [(first, again) for first, again in form["repetitions"]],
            None if form["ending"] is None else ending(form["ending"]),
            form["result"],
            form["agrees"],
        )

    def __str__(self) -> str:
        return self.text


def selfplay(
    start: Position | str,
    games: int = 100,
    *,
    south: str = "random",
    north: str = "random",
    swap: bool = False,
    random_turns: int = 0,
    longest: int = 1000,
    seed: int = 1,
    threads: int | None = None,
    progress: OnProgress | None = None,
) -> list[Record]:
    """Plays games and gives their records.

    Players are named as on the command line: ``"random"``, ``"greedy"``, ``"alpha-beta:nodes=2000"``, ``"mcts:time=50ms"``. With
    ``swap`` they exchange sides in every other game. The same seed gives the same games on any number of threads, as long as no
    player is limited by time.

    >>> import sow
    >>> records = sow.selfplay("owela:start:3", 4, south="greedy", seed=7)
    >>> [record.result for record in records] == [record.replay().result for record in records]
    True
    """
    if games < 1:
        raise ValueError(f"selfplay plays 1 game or more, not {games}")
    position = Position(start) if isinstance(start, str) else start
    texts = _sow.selfplay(
        position._inner, games, (south, north), swap, random_turns, longest, seed, all_cores(threads), ear(progress)
    )
    return [record for text in texts for record in Record.read(text)]


@dataclass(frozen=True, slots=True)
class Results:
    """How games ended. ``score`` is South's share of the points, ``low`` to ``high`` its 95 % confidence interval."""

    games: int
    south: int
    north: int
    drawn: int
    annulled: int
    open: int
    score: float
    low: float
    high: float

    @classmethod
    def _of(cls, form: Mapping[str, Any]) -> Results:
        counts = (form[key] for key in ("games", "south", "north", "drawn", "annulled", "open"))
        return cls(*counts, *form["score"])


@dataclass(frozen=True, slots=True)
class Distribution:
    """Numbers with their mean and its standard error; ``counts`` has how often each value occurs."""

    count: int
    mean: float
    error: float
    median: int
    largest: int
    counts: dict[int, int] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Opening:
    """The first moves of games, with how these ended: a row of a data frame."""

    moves: str
    games: int
    south: int
    north: int
    drawn: int
    annulled: int
    open: int
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a collection of games of one game, size and ruleset says."""

    game: str
    rules: str
    columns: int
    distinct: int
    results: Results
    first_player: Results
    reasons: dict[str, int]
    turns: Distribution
    laps: Distribution
    captured: Distribution
    choices: Distribution
    margins: dict[int, int] = field(repr=False)
    openings: list[Opening] = field(repr=False)
    _form: dict[str, Any] = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """All that was counted, as ``sow stats --json`` has it."""
        return {key: value for key, value in self._form.items() if key not in ("distributions", "margins")}


def statistics(
    records: Iterable[Record],
    *,
    depth: int = 1,
    least: int = 1,
    threads: int | None = None,
    progress: OnProgress | None = None,
) -> Statistics:
    """Counts games by the rules: results, lengths, laps, captures, choices, and openings to a depth of ``depth`` turns, of
    which those with fewer than ``least`` games are not told.

    >>> import sow
    >>> found = sow.statistics(sow.selfplay("bao-kingulu:start", 50))
    >>> found.results.games, sum(opening.games for opening in found.openings)
    (50, 50)
    """
    texts = [record.text for record in records]
    form = read(_sow.statistics(texts, depth, least, all_cores(threads), ear(progress)))
    counts = [dict(pairs) for _, pairs in form["distributions"]]
    names = ("turns", "laps", "captured", "choices")
    distributions = {
        name: Distribution(**form[name], counts=count) for name, count in zip(names, counts, strict=True)
    }
    openings = [_opening(row) for row in form["openings"]]
    return Statistics(
        form["game"], form["rules"], form["columns"], form["distinct"], Results._of(form["results"]),
        Results._of(form["first_player"]), form["reasons"], **distributions, margins=dict(form["margins"]),
        openings=openings, _form=form,
    )


def _opening(form: Mapping[str, Any]) -> Opening:
    results = Results._of(form)
    fields = (getattr(results, name) for name in Results.__dataclass_fields__)
    return Opening(" ".join(form["moves"]), *fields)
