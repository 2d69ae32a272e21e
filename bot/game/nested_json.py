"""JSON nested deeper than the standard parser goes, read with a stack of our own."""

import re
from collections.abc import Callable

PIECE = re.compile(
    r"""[ \t\n\r]*(
        [\[\]{},:]
        | "(?: [^"\\\x00-\x1f] | \\["\\/bfnrt] | \\u[0-9a-fA-F]{4} )*"
        | -?(?: 0 | [1-9][0-9]* )(?: \.[0-9]+ )?(?: [eE][+-]?[0-9]+ )?
        | true | false | null
    )""",
    re.VERBOSE,
)
BLANKS = " \t\n\r"


def parse_nested(text: str, leaf: Callable[[str], object]) -> object:
    """The value of JSON text of any depth; `leaf` reads its strings, numbers and names. Raises ValueError."""
    reader, at, end = _Reader(leaf), 0, len(text.rstrip(BLANKS))
    while at < end:
        piece = PIECE.match(text, at)
        if piece is None:
            raise ValueError(f"unexpected text at character {at}")
        reader.read(piece[1])
        at = piece.end()
    return reader.value()


class _Reader:
    """Takes one piece after the other. An open object is the list of its keys and values in turn."""

    def __init__(self, leaf: Callable[[str], object]) -> None:
        self._leaf = leaf
        self._open: list[tuple[str, list[object]]] = [("", [])]  # what closes it, what is in it
        self._wants = "value"
        self._empty = False  # just opened: it may close at once

    def read(self, piece: str) -> None:
        """Take a piece, or raise ValueError where JSON has none like it."""
        if piece == self._open[-1][0] and (self._empty or self._wants == "comma"):
            self._close()
        elif self._wants == "value" and piece in ("[", "{"):
            self._open.append(("]" if piece == "[" else "}", []))
            self._wants = "value" if piece == "[" else "key"
        else:
            self._read_inside(piece)
        self._empty = piece in ("[", "{")

    def value(self) -> object:
        """The whole value, once every bracket is closed."""
        if len(self._open) > 1 or self._wants != "comma":
            raise ValueError("the text ends too early")
        return self._open[0][1][0]

    def _close(self) -> None:
        closer, content = self._open.pop()
        self._open[-1][1].append(content if closer == "]" else dict(zip(content[::2], content[1::2], strict=True)))
        self._wants = "comma"

    def _read_inside(self, piece: str) -> None:
        closer, content = self._open[-1]
        if self._wants == "comma" and piece == "," and closer:
            self._wants = "value" if closer == "]" else "key"
        elif self._wants == "colon" and piece == ":":
            self._wants = "value"
        elif self._wants in ("value", "key") and piece not in ("[", "]", "{", "}", ",", ":"):
            self._take(content, piece)
        else:
            raise ValueError(f"unexpected {piece[:20]}")

    def _take(self, content: list[object], piece: str) -> None:
        if self._wants == "key" and not piece.startswith('"'):
            raise ValueError("a key is no string")
        content.append(self._leaf(piece))
        self._wants = "comma" if self._wants == "value" else "colon"
