"""Solve and analyse relay-sowing mancala: Omweso, Owela, Nsolo, Bao Kingulu, Anywoli.

>>> import sow
>>> sow.Position("bao-kingulu:start").solve(objective="margin").margin
4

Boards, moves, exact values, analyses, never-ending moves, endgame tables, certificates, problems, game records and self-play;
``python -m sow`` is the program. Whatever takes long leaves the interpreter free, ends at Ctrl-C and tells a callback how far
it is. Lists of moves, layers, censuses, turns and records are rows that a data frame takes as they are.
"""

from ._asking import Progress
from ._certificate import Certificate, Fails, Holds, Stated
from ._games import GameInfo, Option, games, rules
from ._loops import Census, CensusRow, RingLoop, census, loop
from ._position import Analysis, Ending, Lap, Line, Loop, Move, Position
from ._puzzles import Checked, Puzzle, Solved, puzzles
from ._records import (
    Distribution,
    Opening,
    Record,
    Replay,
    Results,
    Statistics,
    Turn,
    selfplay,
    statistics,
)
from ._sow import __version__
from ._tables import Layer, Table
from ._values import Bound, Chance, Draw, Estimate, Exact, Outcome, Score, Solution, Truth, Unknown, Win
from .errors import (
    CertificateError,
    LimitError,
    LoopsError,
    MoveError,
    NotProven,
    PlayerError,
    PositionError,
    PuzzleError,
    RecordError,
    RulesError,
    SearchError,
    SowError,
    TableError,
)

__all__ = [
    "Analysis", "Bound", "Census", "CensusRow", "Certificate", "CertificateError", "Chance", "Checked", "Distribution", "Draw",
    "Ending", "Estimate", "Exact", "Fails", "GameInfo", "Holds", "Lap", "Layer", "LimitError", "Line", "Loop", "LoopsError",
    "Move", "MoveError", "NotProven", "Opening", "Option", "Outcome", "PlayerError", "Position", "PositionError", "Progress",
    "Puzzle", "PuzzleError", "Record", "RecordError", "Replay", "Results", "RingLoop", "RulesError", "Score", "SearchError",
    "Solution", "Solved", "SowError", "Stated", "Statistics", "Table", "TableError", "Truth", "Turn", "Unknown", "Win",
    "__version__", "census", "games", "loop", "puzzles", "rules", "selfplay", "statistics",
]
