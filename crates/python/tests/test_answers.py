"""Exact values, bounds and what is unknown are different things."""

import pickle

import pytest
import sow


def exact() -> sow.Solution:
    return sow.Position("bao-kingulu:start:3").solve(objective="margin", tables=None)


def bound() -> sow.Solution:
    """A search that was cut off between its first proof and the last one."""
    start = sow.Position("bao-kingulu:start:4")
    for nodes in range(200, 200_000, 200):
        answer = start.solve(objective="margin", method="alpha-beta", nodes=nodes, tables=None)
        if isinstance(answer, sow.Bound):
            return answer
        assert not isinstance(answer, sow.Exact), "no bound was met on the way"
    raise AssertionError("the position is never solved")


def unknown() -> sow.Solution:
    return sow.Position("omweso:start").solve(nodes=50, tables=None)


def test_the_promise_of_the_command_lines_document() -> None:
    assert sow.Position("bao-kingulu:start").solve(objective="margin").margin == 4


def test_each_answer_is_of_its_type() -> None:
    assert isinstance(exact(), sow.Exact)
    assert isinstance(bound(), sow.Bound)
    assert isinstance(unknown(), sow.Unknown)


@pytest.mark.parametrize("make", [exact, bound, unknown])
def test_answers_have_no_truth_value_and_are_compared_with_answers_only(make) -> None:
    answer = make()
    for misuse in (
        lambda: bool(answer),
        lambda: answer == 4,
        lambda: answer != "south",
        lambda: answer == None,  # noqa: E711
        lambda: answer < answer,
        lambda: answer > 0,
        lambda: int(answer),
        lambda: answer + 1,
    ):
        with pytest.raises(TypeError):
            misuse()
    assert answer == pickle.loads(pickle.dumps(answer))
    assert exact() != unknown()


def test_what_is_not_proven_is_not_there() -> None:
    known, open_bound, nothing = exact(), bound(), unknown()
    assert known.margin == 4 and known.outcome == "south" and known.line
    for answer, field, told in (
        (known, "points", "ask for it"),
        (open_bound, "margin", "only bounds are proven"),
        (open_bound, "points", "only bounds are proven"),
        (nothing, "outcome", "limit"),
        (nothing, "margin", "limit"),
        (nothing, "distance", "limit"),
    ):
        with pytest.raises(sow.NotProven, match=told):
            getattr(answer, field)
        assert getattr(answer, field, None) is None and not hasattr(answer, field)
        assert answer.to_dict().get(field) is None
    assert not hasattr(nothing, "lowest") and not hasattr(known, "lowest")


def test_bounds_have_two_ends_that_hold() -> None:
    answer = bound()
    assert isinstance(answer, sow.Bound)
    value = sow.Position(answer.position, answer.rules).solve(objective="margin").margin
    low, high = getattr(answer.lowest, "margin", None), getattr(answer.highest, "margin", None)
    assert low is not None or high is not None
    assert low is None or low <= value
    assert high is None or value <= high
    with pytest.raises(TypeError):
        bool(answer.lowest)
    with pytest.raises(TypeError):
        answer.lowest < answer.highest  # type: ignore[operator]


def test_outcomes_are_words_without_a_truth_value() -> None:
    outcome = exact().outcome
    assert outcome == "south" and outcome is sow.Outcome.SOUTH and str(outcome) == "south"
    for value in sow.Outcome:
        with pytest.raises(TypeError):
            bool(value)


def test_scores_are_compared_with_their_own_kind() -> None:
    estimates = sow.Position("owela:start").analyse(3, depth=2, tables=None).lines
    assert all(isinstance(line.score, sow.Estimate) for line in estimates)
    assert sorted(estimates, key=lambda line: line.score, reverse=True) == estimates  # type: ignore[arg-type, return-value]
    chances = sow.Position("owela:start").analyse(1, engine="mcts", nodes=500, tables=None).lines
    assert isinstance(chances[0].score, sow.Chance)
    won = sow.Position("owela:start:2").analyse(1, depth=12, tables=None).lines[0].score
    assert isinstance(won, sow.Win) and won.winner == "south"
    for misuse in (
        lambda: estimates[0].score < won,
        lambda: estimates[0].score < chances[0].score,
        lambda: estimates[0].score > 0,
        lambda: bool(estimates[0].score),
        lambda: bool(won),
        lambda: bool(sow.Draw()),
        lambda: won < won,
    ):
        with pytest.raises(TypeError):
            misuse()
    assert estimates[0].score != won


def test_truth_is_asked_for_only_where_it_is_known() -> None:
    assert sow.Truth.YES and not sow.Truth.NO
    with pytest.raises(sow.NotProven):
        bool(sow.Truth.UNKNOWN)


@pytest.mark.parametrize("method", ["auto", "alpha-beta", "proof-number", "mcts", "retrograde"])
@pytest.mark.parametrize("tables", ["shipped", None])
def test_all_methods_agree(method, tables) -> None:
    for name in ("anywoli:start:2", "owela:start:2", "bao-kingulu:start:2"):
        position = sow.Position(name)
        answer = position.solve(method=method, tables=tables)
        assert isinstance(answer, sow.Exact)
        assert answer.outcome == position.solve(tables=None).outcome


def test_unknown_names_are_told_with_the_known_ones() -> None:
    start = sow.Position("owela:start:2")
    with pytest.raises(sow.SearchError, match="outcome, margin, points, distance"):
        start.solve(objective="seeds")  # type: ignore[arg-type]
    with pytest.raises(sow.SearchError, match="alpha-beta"):
        start.solve(method="magic")  # type: ignore[arg-type]
    with pytest.raises(sow.SearchError, match="finds no distances"):
        start.solve("distance", method="mcts")
    with pytest.raises(sow.SearchError, match="1 to 200"):
        start.analyse(depth=1000)
    with pytest.raises(ValueError):
        start.solve(time=-1)
    with pytest.raises(ValueError):
        start.solve(time="soon")
    with pytest.raises(ValueError):
        start.solve(memory="much")
    with pytest.raises(ValueError):
        start.solve(threads=0)
    with pytest.raises(TypeError, match="shipped"):
        start.solve(tables="data/tables")  # type: ignore[arg-type]


def test_limits_are_written_in_several_ways() -> None:
    from datetime import timedelta

    for time in (0.05, "50ms", timedelta(milliseconds=50)):
        answer = sow.Position("omweso:start").solve(time=time, memory="1MiB", tables=None)
        assert isinstance(answer, sow.Unknown)
