"""What an option of a command takes, for who sent something else: Discord's own client offers nothing else."""

from collections.abc import Mapping

from bot.locale import Translator, msgid

TAKES: Mapping[str, str] = {
    "string": msgid("`{option}` takes plain text; type it anew."),
    "integer": msgid("`{option}` takes a whole number from {least} to {most}, in digits such as 7."),
    "boolean": msgid("`{option}` takes True or False."),
    "user": msgid("`{option}` takes a person; choose one from the list that Discord shows."),
    "attachment": msgid("`{option}` takes a file; attach it to the command."),
    "choice": msgid("`{option}` takes one of the choices that Discord shows; choose from the list."),
    "missing": msgid("`{option}` is missing; the command needs it."),
}


def misfit_text(why: str, option: str, bounds: tuple[int, int], t: Translator) -> str:
    """To who sent what an option does not take; `why` is one of TAKES, and `bounds` are those of a number."""
    least, most = bounds
    what = t(TAKES[why], option=option, least=least, most=most)
    return t("{what} Nothing was done.", what=what)


def changed_command_text(t: Translator) -> str:
    """To who sent a command, or an option of it, that this program does not have: their Discord knows an older one."""
    return t("This command has changed since your Discord learnt it. Restart Discord and type it again.")
