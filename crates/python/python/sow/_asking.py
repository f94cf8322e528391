"""What all questions have in common: rules in words, durations, sizes, progress."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias

from . import _sow

#: Rules on top of a game's default: ``"hus"``, ``"hus lap-cap=200"``, ``["hus", "lap-cap=200"]`` or ``{"lap-cap": 200}``.
Rules: TypeAlias = str | Mapping[str, object] | Iterable[str] | None
#: A length of time: seconds, ``"500ms"``, ``"5s"``, ``"2m"`` or a ``timedelta``.
Time: TypeAlias = float | str | timedelta | None
#: An amount of memory: bytes, ``"512MiB"``, ``"2GiB"``.
Size: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far work is, as a callback is told.

    ``done`` counts steps (nodes of a search, games, parts of a census), ``total`` is ``None`` where the end is not known,
    and ``depth`` is told by searches alone.
    """

    done: int
    total: int | None = None
    depth: int | None = None


OnProgress: TypeAlias = Callable[[Progress], object]


def words(rules: Rules) -> str:
    """Rules as words."""
    if rules is None:
        return ""
    if isinstance(rules, str):
        return rules
    if isinstance(rules, Mapping):
        return " ".join(f"{key}={value}" for key, value in rules.items())
    return " ".join(rules)


def seconds(time: Time) -> float | None:
    """A length of time in seconds."""
    if time is None:
        return None
    if isinstance(time, timedelta):
        found = time.total_seconds()
    elif isinstance(time, str):
        found = _sow.seconds(time)
    else:
        found = float(time)
    if not 0 <= found < float("inf"):
        raise ValueError(f"a time limit is a number of seconds from 0 on, not {time!r}")
    return found


def size(memory: Size) -> int:
    """An amount of memory in bytes."""
    if isinstance(memory, str):
        return _sow.size(memory)
    if memory < 0:
        raise ValueError(f"memory is a number of bytes from 0 on, not {memory}")
    return memory


class Effort:
    """What a search may spend, as the extension module reads it."""

    __slots__ = ("seconds", "nodes", "memory", "threads")

    def __init__(self, time: Time, nodes: int | None, memory: Size, threads: int) -> None:
        if threads < 1:
            raise ValueError(f"a search takes 1 thread or more, not {threads}")
        self.seconds = seconds(time)
        self.nodes = nodes
        self.memory = size(memory)
        self.threads = threads


def all_cores(threads: int | None) -> int:
    """So many threads; all cores if not told."""
    if threads is not None and threads < 1:
        raise ValueError(f"work takes 1 thread or more, not {threads}")
    return threads or os.cpu_count() or 1


def ear(progress: OnProgress | None) -> Callable[[str], object] | None:
    """A callback as the extension module calls it."""
    if progress is None:
        return None
    return lambda news: progress(Progress(**json.loads(news)))


def fitting(svg: str) -> str:
    """A picture that becomes smaller where a notebook has less room."""
    return svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def read(text: str) -> Any:
    """An answer in JSON."""
    return json.loads(text)
