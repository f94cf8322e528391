"""The program: ``python -m sow solve owela:start:3``."""

from __future__ import annotations

import signal
import sys

from ._sow import run_program


def main() -> int:
    """Runs the program with the arguments of the command line and gives its exit code."""
    # The program watches for Ctrl-C itself, saves what there is to save and ends with its own exit code.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program(["sow", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
