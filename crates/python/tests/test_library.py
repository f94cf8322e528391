"""Tables, certificates, rings, games, problems: what the libraries know, as Python sees it."""

import shutil
from pathlib import Path

import pytest
import sow

ROOT = Path(__file__).resolve().parents[3]


def test_tables_and_searches_agree() -> None:
    tables = sow.Table.open()
    assert len(tables) == len(tables.files) > 5
    for layer in tables.layers():
        assert layer.positions == layer.wins + layer.draws + layer.losses
        if layer.example is None or layer.positions > 500_000:
            continue
        position = sow.Position(layer.example, layer.rules)
        probed = tables.probe(position)
        assert isinstance(probed, sow.Exact)
        if layer.longest_win is not None:
            assert (probed.outcome, probed.distance) == ("south", layer.longest_win)
        if layer.positions < 3000:
            solved = position.solve("margin" if layer.longest_win is None else "outcome", tables=None)
            assert solved.outcome == probed.outcome


def test_tables_are_opened_from_where_they_are_said_to_be(tmp_path: Path, monkeypatch) -> None:
    (file,) = (ROOT / "data" / "tables").glob("omweso-4x3-*.sowtable")
    shutil.copy(file, tmp_path)
    for opened in (sow.Table.open(file), sow.Table.open(str(tmp_path))):
        assert [path.name for path in opened.files] == [file.name]
    monkeypatch.setenv("SOW_TABLES", str(tmp_path))
    assert len(sow.Table.open()) == 1
    with pytest.raises(sow.TableError, match="nowhere"):
        sow.Table.open("nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(sow.TableError, match="holds no tables"):
        sow.Table.open(tmp_path / "empty")
    with pytest.raises(TypeError):
        sow.Table("data")  # type: ignore[arg-type]
    damaged = tmp_path / "damaged.sowtable"
    damaged.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(sow.TableError, match="damaged.sowtable"):
        sow.Table.open(damaged)


def test_positions_of_a_table_are_numbered() -> None:
    tables = sow.Table.open()
    layer = tables.layers()[0]
    numbered = {tables.position(layer, index).line for index in range(min(layer.positions, 100))}
    assert len(numbered) == min(layer.positions, 100)
    with pytest.raises(sow.TableError, match="numbered from 0"):
        tables.position(layer, layer.positions)
    assert tables.covers(tables.position(layer, 0))
    assert not tables.covers(sow.Position("owela:start:30"))


def test_certificates_hold_and_state_turns() -> None:
    for name, certificate in sow.Certificate.shipped().items():
        assert certificate.name == name
        (file,) = (ROOT / "data" / "proofs").glob(f"{name}.sowproof")
        assert sow.Certificate.open(file).digest == certificate.digest
        checked = certificate.check()
        assert isinstance(checked, sow.Holds) and checked
        position = certificate.position
        if position.side != certificate.holder:
            assert certificate.at(position) is None, "the other player's turn is not stated"
            position = position.play(position.moves()[0])
        stated = certificate.at(position)
        assert stated is not None and len(certificate.digest) == 64
        assert position.play(stated.move).side != certificate.holder
        with pytest.raises(sow.CertificateError, match="columns"):
            certificate.at(sow.Position(f"{certificate.position.game}:start:5"))


def test_a_damaged_certificate_is_none(tmp_path: Path) -> None:
    whole = (ROOT / "data" / "proofs" / "owela-4x7-owela.sowproof").read_bytes()
    damaged = tmp_path / "damaged.sowproof"
    damaged.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(sow.CertificateError, match="damaged.sowproof"):
        sow.Certificate.open(damaged)
    with pytest.raises(sow.CertificateError, match="nowhere"):
        sow.Certificate.open("nowhere")


def test_the_census_counts_what_single_moves_say() -> None:
    pits, seeds = 4, 6
    verdicts = [
        sow.loop(ring, pit)
        for ring in rings(pits, seeds)
        for pit in range(pits)
        if ring[pit] >= 2
    ]
    (row,) = sow.census(pits, seeds)
    assert row.starts == len(verdicts)
    assert row.never == sum(verdict.verdict == "never" for verdict in verdicts)
    assert row.longest_ending == max(v.laps or 0 for v in verdicts if v.verdict == "ends")
    periods = [v.period for v in verdicts if v.period is not None]
    assert (row.min_period, row.max_period) == (min(periods, default=None), max(periods, default=None))


def rings(pits: int, seeds: int) -> list[list[int]]:
    if pits == 1:
        return [[seeds]]
    return [[first, *rest] for first in range(seeds + 1) for rest in rings(pits - 1, seeds - first)]


def test_a_census_is_a_list_and_a_plot() -> None:
    rows = sow.census(8, range(8, 13), threads=2)
    assert [row.seeds for row in rows] == [8, 9, 10, 11, 12]
    assert rows._repr_svg_().startswith("<svg")
    assert sow.Census()._repr_svg_() is None
    for pits, seeds, told in ((1, 5, "2 to 72 pits"), (8, 1, "2 to 255 seeds"), (72, 255, "more starts")):
        with pytest.raises(sow.LoopsError, match=told):
            sow.census(pits, seeds)


def test_a_move_on_a_ring_is_decided_or_undecided() -> None:
    longest = [4, 5, 4, 1, 2, 1, 0, 2][::-1]
    with pytest.raises(sow.LoopsError, match="2 seeds or more"):
        sow.loop([0, 1, 2], 1)
    with pytest.raises(sow.LoopsError, match="no pit 9"):
        sow.loop([2, 2], 9)
    assert sow.loop(longest, laps=1).verdict in ("ends", "undecided")


def test_games_are_the_same_on_any_number_of_threads() -> None:
    one, two = (
        sow.selfplay("nsolo:start", 12, south="greedy", swap=True, random_turns=2, seed=5, threads=threads)
        for threads in (1, 2)
    )
    assert one == two
    assert {record.headers["south"] for record in one} == {"greedy", "random"}
    assert sow.selfplay("nsolo:start", 12, seed=6) != one


def test_records_are_written_read_and_replayed(tmp_path: Path) -> None:
    records = sow.selfplay("anywoli:start", 10, seed=2)
    path = tmp_path / "games.txt"
    path.write_text("\n".join(str(record) for record in records))
    assert sow.Record.load(path) == records
    for record in records:
        replay = record.replay()
        assert replay.agrees and replay.result == record.result
        assert [turn.move for turn in replay.turns] == record.moves
        assert replay.ending is None or replay.ending.result == record.result
        again = sow.Record.of(replay.start, record.moves, headers=record.headers, result=record.result)  # type: ignore[arg-type]
        assert again == record


def test_a_repetition_is_a_matter_of_the_whole_game() -> None:
    repeated = [
        replay
        for record in sow.selfplay("bao-kingulu:start:2", 100, seed=1)
        if (replay := record.replay()).repetitions
    ]
    assert repeated
    for replay in repeated:
        first, again = replay.repetitions[0]
        before = [turn.before for turn in replay.turns] + [replay.position.line]
        assert first < again and before[first].split(" ")[:3] == before[again].split(" ")[:3]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game: owela\n\nb1 zebra\n", "move 2"),
        ("game: chess\n\nb1\n", "chess"),
        ("b1 b2\n", "neither"),
        ("", "no game record"),
    ],
)
def test_what_is_wrong_with_a_record_is_told(text: str, told: str) -> None:
    with pytest.raises(sow.RecordError, match=told):
        records = sow.Record.read(text)
        if not records:
            raise sow.RecordError("there is no game record")
        records[0].replay()


def test_headers_cannot_smuggle_lines() -> None:
    start = sow.Position("owela:start")
    for headers in ({"event": "a\nb1 b2"}, {"a: b": "c"}, {"event": "# not said"}):
        with pytest.raises(sow.RecordError):
            sow.Record.of(start, [], headers=headers)


def test_statistics_count_the_games_of_one_kind() -> None:
    records = sow.selfplay("owela:start:4", 100, seed=4)
    found = sow.statistics(records, depth=2)
    results = found.results
    assert results.games == 100 == results.south + results.north + results.drawn + results.annulled + results.open
    assert results.low <= results.score <= results.high
    assert found.turns.counts and sum(found.turns.counts.values()) == found.turns.count == 100
    assert found.turns.mean == pytest.approx(sum(len(record.moves) for record in records) / 100)
    assert {len(opening.moves.split(" ")) for opening in found.openings} == {1, 2}
    assert found.to_dict()["results"]["games"] == 100
    with pytest.raises(sow.RecordError, match="one game, size and ruleset"):
        sow.statistics(records + sow.selfplay("owela:start:5", 1))
    with pytest.raises(sow.RecordError, match="no games"):
        sow.statistics([])


def test_players_that_there_are_not_are_told() -> None:
    with pytest.raises(sow.PlayerError, match="alpha-beta"):
        sow.selfplay("owela:start", 1, south="nobody")
    with pytest.raises(ValueError):
        sow.selfplay("owela:start", 0)


@pytest.mark.parametrize("game", [game.game for game in sow.games()])
def test_easy_problems_of_the_collection_are_sound(game: str) -> None:
    easy = [puzzle for puzzle in sow.puzzles(game) if puzzle.difficulty == 1]
    assert easy
    for puzzle in easy[:4]:
        solved = puzzle.solve()
        assert solved.truth and solved.line
        assert puzzle.check().sound
        assert puzzle._repr_svg_().startswith("<svg")


def test_problems_can_be_false_unknown_or_none(tmp_path: Path) -> None:
    puzzle = sow.Puzzle.named("nsolo-4-1-12")
    assert not sow.Puzzle(puzzle.position, "win in 1 turn").solve().truth
    open_question = sow.Puzzle(sow.Position("omweso:start"), "win").solve(nodes=10, tables=None)
    assert open_question.truth is sow.Truth.UNKNOWN and open_question.line == []
    with pytest.raises(sow.PuzzleError, match="fly"):
        sow.Puzzle(puzzle.position, "fly").solve()
    with pytest.raises(sow.PuzzleError, match="no problem `nsolo-0`"):
        sow.Puzzle.named("nsolo-0")
    empty = tmp_path / "empty.toml"
    empty.write_text("# nothing\n")
    with pytest.raises(sow.PuzzleError, match="empty.toml.*holds no problem"):
        sow.puzzles(empty)


def test_options_are_those_of_the_rules() -> None:
    for game in sow.games():
        options = sow.rules(game.game)
        assert options and all(option.value == option.default for option in options)
    changed = {option.option: option for option in sow.rules("hus") if option.value != option.default}
    assert changed
    with pytest.raises(sow.RulesError, match="omweso"):
        sow.rules("chess")
