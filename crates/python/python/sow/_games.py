"""The games and the options of their rules."""

from __future__ import annotations

from dataclasses import dataclass

from . import _sow
from ._asking import Rules, read, words

__all__ = ["GameInfo", "Option", "games", "rules"]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game in short: a row of a data frame."""

    game: str
    title: str
    rows: int
    columns: int
    least_columns: int
    most_columns: int
    rulesets: list[str]
    played_where: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game's rules: a row of a data frame."""

    option: str
    value: str
    default: str
    values: list[str]
    question: str
    points: str


def games() -> list[GameInfo]:
    """All games.

    >>> import sow
    >>> [game.game for game in sow.games()]
    ['omweso', 'owela', 'nsolo', 'bao-kingulu', 'anywoli']
    """
    return [GameInfo(**row) for row in read(_sow.games())]


def rules(game: str, rules: Rules = None) -> list[Option]:
    """The options of a game's rules, with their values under ``rules``.

    >>> import sow
    >>> {option.option: option.value for option in sow.rules("owela", "lap-cap=200")}["lap-cap"]
    '200'
    """
    return [Option(**row) for row in read(_sow.rules(game, words(rules)))]
