"""Hot games: thermographs, cooling, products."""

from fractions import Fraction

import pytest

from allsmall import Value, star, up


def test_a_switch():
    graph = Value("{5|-1}").thermograph()
    assert graph.left == ((0, 5), (3, 2)) and graph.right == ((0, -1), (3, 2))
    assert (graph.mean, graph.temperature) == (2, 3)
    assert graph.at(1) == (4, 0) and graph.at(Fraction(1, 2)) == (Fraction(9, 2), Fraction(-1, 2))
    assert graph.at(100) == (2, 2)
    with pytest.raises(ValueError, match="begins at temperature 0"):
        graph.at(-1)


def walls(value, t):
    """Both walls at t, straight from the definition."""
    number = value.as_number()
    if number is not None:
        return number, number
    left = max(walls(option, t)[1] for option in value.left) - t
    right = min(walls(option, t)[0] for option in value.right) + t
    if left >= right:
        return left, right
    mast = value.thermograph().mean
    return mast, mast


@pytest.mark.parametrize("name", ["{3||2*|1*}", "{4|1||0|-3}", "{5||4|-2}", "{3|{2|1},0}", "±{2,{3|1}}", "{7^|2*}"])
def test_walls_are_those_of_the_definition(name):
    value = Value(name)
    graph = value.thermograph()
    for t in (Fraction(n, 8) for n in range(40)):
        assert graph.at(t) == walls(value, t), t


def test_cooling_and_its_like():
    hot = Value("{3|-1}")
    assert hot.cool(1) == Value("{2|0}") and hot.freeze() == Value("1*")
    assert Value("{2|0}").heat(1) == hot
    assert (hot + up).reduced() == hot
    assert hot.incentives("left") == [Value("{4|0}")]
    assert up.norton(up) == Value("norton(^,^)")
    assert star.ordinal_sum(1) == Value("ordinal(*,1)")
    with pytest.raises(ValueError, match="number"):
        hot.cool(star)
    with pytest.raises(ValueError, match="greater than 0"):
        hot.norton(star)


def test_pictures():
    graph = Value("{3||2*|1*}").thermograph()
    assert graph._repr_svg_().startswith("<svg")
    assert "tikzpicture" in graph.draw(bw=True).tikz
