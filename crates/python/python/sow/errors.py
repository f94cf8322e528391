"""What can go wrong, each as an exception whose message is one sentence: what is wrong, where, what would be right."""

__all__ = [
    "CertificateError", "LimitError", "LoopsError", "MoveError", "NotProven", "PlayerError", "PositionError", "PuzzleError",
    "RecordError", "RulesError", "SearchError", "SowError", "TableError",
]


class SowError(Exception):
    """Every error of this package."""


class PositionError(SowError, ValueError):
    """A text that is no position, or rules that do not fit it.

    >>> import sow
    >>> sow.Position("owla:start")
    Traceback (most recent call last):
    sow.errors.PositionError: unknown game `owla` (did you mean owela?); the games are omweso, owela, nsolo, bao-kingulu, anywoli
    """


class RulesError(SowError, ValueError):
    """A game, ruleset or option that there is not."""


class MoveError(SowError, ValueError):
    """A move that is none, that the rules forbid, or after which there is no position."""


class RecordError(SowError, ValueError):
    """A text that is no game record, or a record that the rules do not allow."""


class PlayerError(SowError, ValueError):
    """A name that names no player, or a player who cannot go on."""


class SearchError(SowError, ValueError):
    """A question that a search cannot answer at all."""


class TableError(SowError):
    """Endgame tables that are not there or cannot be used."""


class CertificateError(SowError):
    """A file that is no certificate, or is damaged."""


class PuzzleError(SowError, ValueError):
    """A text that is no puzzle file, or a stipulation that cannot be asked."""


class LoopsError(SowError, ValueError):
    """A ring, a pit or a number of seeds that never-ending moves cannot be asked about."""


class LimitError(SowError):
    """A limit was reached before the answer."""


class NotProven(SowError, AttributeError):
    """What was asked of an answer is not proven, or was not asked for.

    It is an ``AttributeError`` too: ``hasattr(answer, "margin")`` says whether the margin is known, and
    ``getattr(answer, "margin", None)`` gives ``None`` where it is not.
    """
