"""Discord's limits, which discord.py does not check: every outgoing message goes through here."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from discord import Embed
from discord.ui import View

CONTENT = 2000
EMBEDS = 10
EMBED_TITLE = 256
EMBED_DESCRIPTION = 4096
EMBED_FIELDS = 25
FIELD_NAME = 256
FIELD_VALUE = 1024
FOOTER = 2048
AUTHOR = 256
ALL_EMBEDS = 6000
CHOICES = 25
CHOICE_TEXT = 100
ROWS = 5
ROW_BUTTONS = 5
CUSTOM_ID = 100
BUTTON_LABEL = 80
SELECT_OPTIONS = 25
SELECT_TEXT = 100
PLACEHOLDER = 150
_ACTION_ROW, _BUTTON, _LINK_STYLE = 1, 2, 5


class LimitExceeded(ValueError):
    """A text or component that Discord would refuse; says which."""


class Choice(Protocol):
    """One answer of an autocomplete."""

    @property
    def name(self) -> str:
        """What the person reads."""

    @property
    def value(self) -> str | int:
        """What is sent."""


def length(text: str) -> int:
    """The length as Discord's clients count it: in UTF-16 units, so that it is never too low."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def fit(text: str, limit: int) -> str:
    """A name that a user chose, shortened with an ellipsis to at most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def check_message(content: str | None, embeds: Sequence[Embed], view: View | None = None) -> None:
    """Raise LimitExceeded unless Discord takes the message."""
    _check_text("content", content or "", 0, CONTENT)
    _at_most("embeds", len(embeds), EMBEDS)
    for embed in embeds:
        _check_embed(embed)
    _at_most("all embeds together", sum(map(embed_length, embeds)), ALL_EMBEDS)
    if view is not None:
        _check_rows(view.to_components())
    if not content and not embeds and view is None:
        raise LimitExceeded("the message is empty")


def check_choices(options: Sequence[Choice]) -> None:
    """Raise LimitExceeded unless Discord takes the options as the answer to an autocomplete."""
    _at_most("choices", len(options), CHOICES)
    _no_duplicates("choice", [str(option.value) for option in options])
    for option in options:
        _check_text("choice name", option.name, 1, CHOICE_TEXT)
        _check_text("choice value", str(option.value), 1, CHOICE_TEXT)


def _check_embed(embed: Embed) -> None:
    _check_text("embed title", embed.title or "", 0, EMBED_TITLE)
    _check_text("embed description", embed.description or "", 0, EMBED_DESCRIPTION)
    _check_text("embed footer", embed.footer.text or "", 0, FOOTER)
    _check_text("embed author", embed.author.name or "", 0, AUTHOR)
    _at_most("embed fields", len(embed.fields), EMBED_FIELDS)
    for field in embed.fields:
        _check_text("field name", field.name or "", 1, FIELD_NAME)
        _check_text("field value", field.value or "", 1, FIELD_VALUE)
    if not embed_length(embed):
        raise LimitExceeded("the embed is empty")


def embed_length(embed: Embed) -> int:
    """How much of what all embeds of a message may hold together an embed takes."""
    texts = [embed.title, embed.description, embed.footer.text, embed.author.name]
    texts += [text for field in embed.fields for text in (field.name, field.value)]
    return sum(length(text) for text in texts if text)


def _check_rows(rows: Sequence[dict[str, Any]]) -> None:
    _at_most("rows", len(rows), ROWS)
    components = [component for row in rows for component in row["components"]]
    _no_duplicates("custom id", [item["custom_id"] for item in components if "custom_id" in item])
    for row in rows:
        _at_most("components in a row", len(row["components"]), ROW_BUTTONS)
    for component in components:
        if component["type"] == _BUTTON:
            _check_button(component)
        else:
            _check_select(component)


def _check_button(button: dict[str, Any]) -> None:
    if button["style"] != _LINK_STYLE:
        _check_text("custom id", button["custom_id"], 1, CUSTOM_ID)
    label = button.get("label") or ""
    _check_text("button label", label, 0 if button.get("emoji") else 1, BUTTON_LABEL)


def _check_select(select: dict[str, Any]) -> None:
    options = select.get("options", [])
    _check_text("custom id", select["custom_id"], 1, CUSTOM_ID)
    _check_text("placeholder", select.get("placeholder") or "", 0, PLACEHOLDER)
    if not options:
        raise LimitExceeded("the select has no options")
    _at_most("select options", len(options), SELECT_OPTIONS)
    _at_most("values of a select", select.get("max_values", 1), len(options))
    _no_duplicates("select option", [option["value"] for option in options])
    for option in options:
        _check_text("option label", option["label"], 1, SELECT_TEXT)
        _check_text("option value", option["value"], 1, SELECT_TEXT)
        _check_text("option description", option.get("description") or "", 0, SELECT_TEXT)


def _check_text(what: str, text: str, least: int, most: int) -> None:
    if len(text.strip()) < least:
        raise LimitExceeded(f"the {what} is empty")
    _at_most(what, length(text), most)


def _at_most(what: str, count: int, most: int) -> None:
    if count > most:
        raise LimitExceeded(f"{what}: {count} instead of at most {most}")


def _no_duplicates(what: str, values: Iterable[str]) -> None:
    values = list(values)
    if len(set(values)) < len(values):
        raise LimitExceeded(f"a {what} stands there twice")
