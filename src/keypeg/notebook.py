"""In a notebook, a value shows itself as a picture. Here is the hook; `keypeg.pictures` draws them."""

from collections.abc import Callable


class ShownAsSvg:
    """A value whose picture is an SVG."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return _draw(self)


class ShownAsHtml:
    """A value whose picture is a piece of HTML: a table with sentences."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _draw(self)


_draw: Callable[[object], str] = repr


def draw_by(draw: Callable[[object], str]) -> None:
    """Set the function that draws all values."""
    global _draw  # noqa: PLW0603 - the one place where the ground learns to draw
    _draw = draw
