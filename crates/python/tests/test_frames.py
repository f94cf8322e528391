"""Rows go into data frames as they are."""

import pandas
import sow


def test_every_list_of_rows_is_a_data_frame() -> None:
    start = sow.Position("owela:start")
    records = sow.selfplay("owela:start:3", 5)
    lists = {
        "moves": start.moves(),
        "laps": start.trace(start.moves()[0]),
        "loops": start.loops(),
        "census": sow.census(8, range(8, 11)),
        "layers": sow.Table.open().layers(),
        "records": records,
        "turns": records[0].replay().turns,
        "openings": sow.statistics(records).openings,
        "games": sow.games(),
        "options": sow.rules("owela"),
    }
    for name, rows in lists.items():
        frame = pandas.DataFrame(rows)
        fields = [field for field in rows[0].__dataclass_fields__]
        assert list(frame.columns) == fields, name
        assert len(frame) == len(rows), name


def test_answers_are_rows_by_their_dictionaries() -> None:
    positions = [sow.Position(f"bao-kingulu:start:{columns}") for columns in (2, 3, 4)]
    frame = pandas.DataFrame([position.solve("margin").to_dict() for position in positions])
    assert frame["status"].tolist() == ["exact"] * 3
    assert frame["margin"].dtype.kind == "i"
    lines = sow.Position("owela:start").analyse(3, depth=2).rows()
    assert pandas.DataFrame(lines)["move"].is_unique
