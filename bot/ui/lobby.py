"""A table before it starts."""

from collections.abc import Sequence

from discord import Embed

from bot.locale import Translator

LEAST_SEATS = 2
COLOUR = 0x8A7F72


def lobby(
    host_name: str,
    names: Sequence[str],
    seats: int,
    open_screens: bool,
    t: Translator,
    *,
    table: int | None = None,
    time_lines: Sequence[str] = (),
) -> Embed:
    """Who is there, and how to join and start. Names are as `told_apart` gives them; `seats` is how many it takes.

    `time_lines` say how the clock is set, as `settings_lines` gives them.
    """
    taken = t("{taken} of {seats} seats are taken.", taken=len(names), seats=seats)
    lines = [t("{host} opened a table for the board game Comuni. {taken}", host=host_name, taken=taken)]
    lines += [f"{place}. {name}" for place, name in enumerate(names, start=1)]
    embed = Embed(title=t("Comuni: a table is open"), description="\n".join(lines), colour=COLOUR)
    embed.add_field(name=t("To play"), value=_how(len(names), t), inline=False)
    embed.add_field(name=t("Screens"), value=_screens(open_screens, t), inline=False)
    if time_lines:
        embed.add_field(name=t("Time"), value="\n".join(time_lines), inline=False)
    return embed if table is None else embed.set_footer(text=t("Table {table}", table=table))


def _how(taken: int, t: Translator) -> str:
    lines = [t("`/comuni join` to take a seat, `/comuni leave` to give it up.")]
    if taken < LEAST_SEATS:
        lines.append(t("The game needs two seats at least."))
    lines.append(t("Stewards are computer players. The host adds them by the button, or with `/comuni stewards`."))
    lines.append(t("The host types `/comuni start`; the communes are then dealt at random."))
    lines.append(t("`/comuni rules` explains the game."))
    return "\n".join(lines)


def _screens(open_screens: bool, t: Translator) -> str:
    if open_screens:
        return t("Open: everybody sees everybody's resources, hands and heroism tokens.")
    return t("Closed: resources, hands and heroism tokens are shown to their owner alone.")
