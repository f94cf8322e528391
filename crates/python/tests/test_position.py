"""Positions, moves, pictures, errors."""

import copy
import pickle
import xml.etree.ElementTree as ElementTree

from pathlib import Path

import pytest
import sow

GAMES = [game.game for game in sow.games()]


@pytest.mark.parametrize("game", GAMES)
def test_games_are_played_from_the_lists_alone(game: str) -> None:
    position = sow.Position(f"{game}:start")
    for number in range(60):
        if position.ending is not None:
            assert position.moves() == []
            return
        listed = [move for move in position.moves() if move.after is not None]
        chosen = listed[number * 7 % len(listed)]
        after = position.play(chosen)
        assert after.line == chosen.after
        assert after.rules == position.rules
        assert sum(after.seeds) == sum(position.seeds) or game == "nsolo"
        position = after


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_read_back_from_its_line_its_drawing_and_its_pickle(game: str) -> None:
    start = sow.Position(f"{game}:start")
    position = start.play(start.moves()[0])
    for again in (
        sow.Position(position.line, position.rules),
        sow.Position(position),
        eval(repr(position), {"Position": sow.Position}),
        pickle.loads(pickle.dumps(position)),
        copy.deepcopy(position),
    ):
        assert again == position
        assert hash(again) == hash(position)
    assert position != start
    assert sow.Position(start.drawing()) == start


def test_rules_are_words_lists_or_dictionaries() -> None:
    written = [
        sow.Position("owela:start", rules)
        for rules in ("hus lap-cap=200", ["hus", "lap-cap=200"])
    ]
    assert written[0] == written[1]
    assert sow.Position("owela:start", {"lap-cap": 200}).rules == "owela lap-cap=200"
    assert written[0].rules == "hus lap-cap=200"
    assert sow.Position(sow.Position("hus:start")).rules == "hus"
    assert sow.Position(sow.Position("hus:start"), "owela").rules == "owela"
    assert sow.Position("owela:start") != sow.Position("hus:start")


def test_a_won_game_is_over_though_its_line_does_not_say_so() -> None:
    # Captures in both end columns win at once, whatever is on the board.
    won = next(
        (position, move)
        for position in played("omweso:start")
        for move in position.moves()
        if move.end == "win"
    )
    position, move = won
    over = position.play(move)
    assert over.ending is not None and over.ending.outcome == position.side
    assert over.moves() == []
    with pytest.raises(sow.MoveError, match="after the end of the game"):
        over.play("b1")
    for ask in (
        over.solve,
        lambda: over.analyse(depth=2),
        lambda: sow.Table.open().probe(over),
        lambda: over.trace("b1"),
        sow.Puzzle(over).solve,
        lambda: sow.selfplay(over, 1),
    ):
        with pytest.raises(sow.SearchError, match="the game is over here: "):
            ask()
    assert over != sow.Position(over.line, over.rules)
    assert sow.Position(over) == over
    assert pickle.loads(pickle.dumps(over)) == over


def played(start: str) -> list[sow.Position]:
    """The positions of some games."""
    positions = []
    for record in sow.selfplay(start, 60, seed=3):
        for turn in record.replay().turns:
            positions.append(sow.Position(turn.before, record.rules))
    return positions


@pytest.mark.parametrize(
    ("text", "rules", "told"),
    [
        ("owla:start", None, "did you mean"),
        ("chess:start", None, "chess"),
        ("owela 2x8/2x8 S", None, "row"),
        ("owela:start", "nonsense", "nonsense"),
        ("owela:start", "lap-cap=many", "many"),
        ("owela:start:99", None, "99"),
        ("", None, ""),
        ("owela\nnonsense", None, ""),
    ],
)
def test_bad_positions_are_told_in_one_sentence(text: str, rules: str | None, told: str) -> None:
    with pytest.raises(sow.PositionError) as raised:
        sow.Position(text, rules)
    assert told in str(raised.value) and len(str(raised.value)) > 10
    assert isinstance(raised.value, ValueError) and isinstance(raised.value, sow.SowError)


def test_an_illegal_move_names_the_legal_ones() -> None:
    two = sow.Position("owela 0,0,2/0,0,0/0,0,0/2,0,3 S")
    for move in ("b2", "zebra", "b9"):
        with pytest.raises(sow.MoveError, match="legal are b1, b3"):
            two.play(move)


NEVER = "owela 0x8/0x8/2,1,0,2,1,0,2,1/3,0,1,2,0,1,2,0 S"


def test_a_move_without_an_end_leads_to_no_position() -> None:
    (loop,) = [loop for loop in sow.Position(NEVER).loops() if loop.move == "b1"]
    assert (loop.verdict, loop.period) == ("never", 16)
    annulled = sow.Position(NEVER, "never-ending=annul")
    (move,) = [move for move in annulled.moves() if move.move == "b1"]
    assert (move.end, move.after, move.legal) == ("never", None, True)
    with pytest.raises(sow.MoveError, match="no position after it: annulled"):
        annulled.play("b1")


def test_illegal_moves_are_told_by_loops_and_not_listed_as_moves() -> None:
    banned = sow.Position(NEVER, "never-ending=illegal")
    assert "b1" not in [move.move for move in banned.moves()]
    (loop,) = [loop for loop in banned.loops() if loop.move == "b1"]
    assert not loop.legal
    with pytest.raises(sow.MoveError, match="not legal"):
        banned.play("b1")


def test_what_a_limit_cuts_off_is_undecided() -> None:
    long = sow.Position("owela 0x8/0x8/0,6,5,1,2,1,0,1/2,0,1,2,1,4,5,4 S")
    (loop,) = [loop for loop in long.loops(laps=100) if loop.move == "b1"]
    assert (loop.verdict, loop.proof) == ("undecided", None)
    (loop,) = [loop for loop in long.loops() if loop.move == "b1"]
    assert (loop.verdict, loop.laps) == ("ends", 6685)
    (move,) = [move for move in long.moves(laps=100) if move.move == "b1"]
    assert (move.end, move.after, move.reason) == ("undecided", None, "limit")


def test_laps_are_those_of_the_move() -> None:
    start = sow.Position("owela:start")
    for move in start.moves():
        laps = start.trace(move)
        assert len(laps) == move.laps
        assert laps[-1].end == "stop" and {lap.end for lap in laps[:-1]} <= {"relay", "capture"}
        assert sum(lap.captured for lap in laps) == move.captured


@pytest.mark.parametrize("game", GAMES)
def test_a_notebook_shows_the_board(game: str) -> None:
    position = sow.Position(f"{game}:start")
    svg = ElementTree.fromstring(position._repr_svg_())
    drawn = [element for element in svg.iter() if element.get("class") in ("pit", "pit reserved")]
    assert len(drawn) == sum(len(row) for row in position.rows)
    # What stands within a page may not say how the rest of the page looks.
    style = next(element.text or "" for element in svg.iter() if element.tag.endswith("style"))
    rules = [rule for rule in style.split("}") if rule]
    assert rules and all(rule.startswith(".sow-board ") for rule in rules)


def test_perft_counts_as_published() -> None:
    files = (Path(__file__).resolve().parents[3] / "data" / "perft").glob("*.perft")
    for file in files:
        position, rules = "", ""
        for line in file.read_text().splitlines():
            key, _, rest = line.partition(" ")
            if key == "position":
                position = rest
            elif key == "rules":
                rules = rest
            elif key == "perft":
                depth, leaves = map(int, rest.split())
                if leaves < 20_000:
                    assert sow.Position(position, rules).perft(depth) == leaves, (position, rules)


def test_nsolos_bonus_stones_can_be_left_open() -> None:
    position = sow.Position("nsolo 0,0,0,0,1,0,0,0/0,1,0,0,1,0,1,0/0,0,0,0,0,0,0,1/0,0,0,0,0,0,1,0 S")
    open_moves = position.moves(strips=False)
    assert {move.move.split(":")[0] for move in position.moves()} == {move.move for move in open_moves}
    assert any(move.bonus > 0 for move in open_moves)
