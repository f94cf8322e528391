"""The interpreter stays free, Ctrl-C ends the work, callbacks hear how far it is."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable

import pytest
import sow

#: A move of which the residues prove that it never ends; its period is four thousand million laps.
LONGEST = "owela 0x8/0x8/5,8,0,1,2,6,1,10/11,4,3,0,12,8,1,0 S"

WORK: dict[str, Callable[[], object]] = {
    "solve": lambda: sow.Position("omweso:start:36").solve(tables=None),
    "solve on two threads": lambda: sow.Position("omweso:start:36").solve(tables=None, threads=2),
    "analyse": lambda: sow.Position("omweso:start").analyse(time=3600, tables=None),
    "selfplay": lambda: sow.selfplay("omweso:start", 100_000, south="alpha-beta:nodes=50000"),
    "one slow player": lambda: sow.selfplay("omweso:start", 1, south="alpha-beta:time=3600s"),
    "census": lambda: sow.census(20, 60),
    "perft": lambda: sow.Position("owela:start").perft(30),
    "loops": lambda: sow.Position(LONGEST).loops(period_laps=2**63),
    "puzzle": lambda: sow.Puzzle(sow.Position("omweso:start:36")).solve(tables=None),
}


def interrupted(work: Callable[[], object]) -> None:
    """Sends the signal of Ctrl-C while the work goes on; that it is sent shows that other threads run."""
    is_begun, is_over = threading.Event(), threading.Event()

    def press() -> None:
        is_begun.wait()
        if not is_over.wait(0.3):
            os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    presser.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            is_begun.set()
            work()
    finally:
        is_over.set()
        presser.join()


@pytest.mark.parametrize("name", WORK)
def test_ctrl_c_ends_the_work(name: str) -> None:
    interrupted(WORK[name])


def test_ctrl_c_ends_a_script_as_it_ends_any() -> None:
    script = textwrap.dedent(
        """
        import sow
        try:
            sow.Position("omweso:start:36").solve(tables=None, progress=lambda _: print("on", flush=True))
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "on\n"
    run.send_signal(signal.SIGINT)
    assert run.communicate()[0].splitlines()[-1] == "interrupted"
    assert run.returncode == 0


def test_other_threads_go_on_while_the_library_works() -> None:
    counted = 0
    is_over = threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_over.wait(0.001):
            counted += 1

    other = threading.Thread(target=count)
    other.start()
    sow.Position("omweso:start:36").solve(tables=None, time=0.5)
    is_over.set()
    other.join()
    assert counted > 20


def test_several_threads_ask_at_once() -> None:
    answers: list[int] = []
    threads = [
        threading.Thread(
            target=lambda: answers.append(sow.Position("bao-kingulu:start:4").solve("margin").margin)
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4 and len(set(answers)) == 1


HEARD: dict[str, Callable[[Callable[[sow.Progress], object]], object]] = {
    "solve": lambda heard: sow.Position("omweso:start").solve(tables=None, time=0.5, progress=heard),
    "selfplay": lambda heard: sow.selfplay("owela:start", 200, progress=heard),
    "census": lambda heard: sow.census(16, 22, progress=heard),
    "check": lambda heard: sow.Certificate.shipped()["owela-4x8-hus"].check(progress=heard),
}


@pytest.mark.parametrize("name", HEARD)
def test_progress_is_told(name: str) -> None:
    told: list[sow.Progress] = []
    HEARD[name](told.append)
    assert told
    done = [progress.done for progress in told]
    assert done == sorted(done)
    for progress in told:
        assert progress.total is None or 0 <= progress.done <= progress.total
    if name == "selfplay":
        assert (told[-1].done, told[-1].total) == (200, 200)


class Enough(Exception):
    """Raised by a callback."""


@pytest.mark.parametrize("name", HEARD)
def test_an_exception_of_the_callback_ends_the_work(name: str) -> None:
    def refuse(_: sow.Progress) -> None:
        raise Enough

    with pytest.raises(Enough):
        HEARD[name](refuse)


def test_an_analysis_tells_every_depth() -> None:
    depths: list[int] = []
    found = sow.Position("owela:start").analyse(
        depth=6, tables=None, progress=lambda analysis: depths.append(analysis.depth)
    )
    assert depths == list(range(1, 7)) and found.depth == 6


def test_a_callback_may_ask_the_library() -> None:
    inner: list[sow.Solution] = []

    def ask(_: sow.Progress) -> None:
        if not inner:
            inner.append(sow.Position("bao-kingulu:start:3").solve("margin"))

    sow.Position("omweso:start").solve(tables=None, time=0.3, progress=ask)
    assert inner[0].margin == 4
