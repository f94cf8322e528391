#!/usr/bin/env python3
"""Lets two engines play a whole game through the engine protocol (docs/engine-protocol.md).

    engine_client.py START SOUTH NORTH [WORDS OF go]

    engine_client.py owela:start "sow engine alpha-beta:nodes=5000" "sow engine mcts:nodes=500"
    engine_client.py nsolo:start "sow engine" "sow engine greedy" time 200ms lines 1

Prints the game as a record, and what the engines say while they think on standard error. The rules are asked of South's engine, so that
this program knows none. It needs Python alone.
"""

import shlex
import subprocess
import sys

LONGEST = 500


class Engine:
    """A program that speaks the protocol."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.name = self.process.stdout.readline().strip()

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, *answers):
        """The answer to a line, as the words after its first one. Other lines are comments."""
        self.say(line)
        for heard in self.process.stdout:
            word, _, rest = heard.strip().partition(" ")
            if word in answers:
                return word, rest
            if word == "error":
                raise RuntimeError(f"{self.name} on `{line}`: {rest}")
            if word == "info":
                print(f"{self.name}: {rest}", file=sys.stderr)
        raise RuntimeError(f"{self.name} has ended")

    def quit(self):
        self.say("quit")
        self.process.stdin.close()
        return self.process.wait()


def play(start, engines, limits):
    """The turns of a game and its result."""
    south = engines[0]
    turns, before, position = [], [], start
    for engine in engines:
        engine.say("new")
    south.say(f"position {start}")
    while len(turns) < LONGEST:
        # A start by its name is South's.
        mover = position.split()[2] if " " in position else "S"
        engine = engines[0] if mover == "S" else engines[1]
        if engine is not south:
            engine.say("new")
            for earlier in before:
                engine.say(f"before {earlier}")
            engine.say(f"position {position}")
        _, turn = engine.ask(f"go {limits}".strip(), "move")
        before.append(position)
        # An illegal turn is refused with an error.
        word, rest = south.ask(f"play {turn}", "position", "over")
        turns.append(turn)
        if word == "over":
            result, reason, position = rest.split(" ", 2)
            return turns, result, reason
        position = rest
    return turns, "*", "broken-off"


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    start, south, north, *limits = sys.argv[1:]
    engines = [Engine(south), Engine(north)]
    try:
        turns, result, reason = play(start, engines, " ".join(limits))
    except RuntimeError as error:
        sys.exit(f"engine_client: {error}")
    for side, engine in zip(("south", "north"), engines):
        print(f"{side}: {engine.name}")
        engine.quit()
    print(f"start: {start}\nreason: {reason}\n")
    print(" ".join(turns + [result]))


if __name__ == "__main__":
    main()
