"""``python -m sow`` is the program."""

import json
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import sow

PYTHON = [sys.executable, "-m", "sow"]


def run(*words: str, command: list[str] = PYTHON, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command, *words], input=text, capture_output=True, text=True, check=False)


def test_it_answers_as_the_library_does() -> None:
    found = run("solve", "bao-kingulu:start", "--objective", "margin", "--json")
    assert found.returncode == 0
    assert json.loads(found.stdout)["margin"] == 4
    listed = json.loads(run("moves", "owela:start", "--json").stdout)["turns"]
    assert [turn["move"] for turn in listed] == [move.move for move in sow.Position("owela:start").moves()]


def test_it_is_a_command_of_the_environment() -> None:
    command = shutil.which("sow", path=sysconfig.get_path("scripts"))
    assert command is not None
    assert run("show", "owela:start", command=[command]).stdout == run("show", "owela:start").stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [(["solve", "omweso:start", "--nodes", "100"], 3), (["moves", "chess"], 2), (["nonsense"], 2), (["--help"], 0)],
)
def test_its_exit_codes_are_the_programs(words: list[str], code: int) -> None:
    found = run(*words)
    assert found.returncode == code
    assert "Traceback" not in found.stderr


def test_it_reads_standard_input() -> None:
    found = run("moves", "-", "--json", text="owela:start\nanywoli:start\n")
    assert [json.loads(line)["position"].split()[0] for line in found.stdout.splitlines()] == ["owela", "anywoli"]


def test_it_says_its_name_and_the_packages_version() -> None:
    assert "Usage: sow" in run("--help").stdout
    assert run("--version").stdout == f"sow {sow.__version__}\n"


def test_ctrl_c_ends_it_as_it_ends_the_program() -> None:
    command = [*PYTHON, "analyse", "omweso:start", "--json", "--time", "1h"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert json.loads(running.stdout.readline())
        running.send_signal(signal.SIGINT)
        _, told = running.communicate()
    assert running.returncode == 3
    assert "Traceback" not in told


def test_it_finds_the_tables_of_the_package(tmp_path: Path) -> None:
    ending = "nsolo 0x8/0,0,2,0,0,0,0,0/0,1,0,0,0,0,0,0/0,0,1,0,0,0,2,0 S"
    found = subprocess.run(
        [*PYTHON, "tables", "probe", ending, "--json"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert json.loads(found.stdout)["distance"] == 6
