"""What `/comuni verify` says of a finished game, its deal, and the message that started it (law 10)."""

from enum import Enum, auto

from bot.game.proof import GameUnfinished, NoProof, Proven, Unproven
from bot.game.record import ReplayRefused
from bot.game.scoring import scores, winner
from bot.locale import Translator, msgid
from bot.ui.people import People, commune
from bot.ui.refusals import refusal_text
from bot.ui.words import number

NOBODY = People({}, {})
WHY = {
    "record": msgid("❌ Action {action} cannot be read."),
    "phase": msgid("❌ Action {action} does not fit the phase of the game."),
    "turn": msgid("❌ Action {action} is of a seat that was not asked."),
}


class Published(Enum):
    """What stands in the message that started a game."""

    SAME = auto()
    OTHER = auto()  # also where it was edited since
    UNKNOWN = auto()


def verdict_text(found: Proven | Unproven | ReplayRefused, t: Translator) -> str:
    """What a record proves, or what is wrong with it and where."""
    match found:
        case Proven():
            return "\n".join((_deal_line(found.commitment, t), _end_line(found, t)))
        case GameUnfinished():
            return "\n".join((_deal_line(found.commitment, t), _unfinished_line(found.actions, t)))
        case NoProof():
            return t("❌ The record holds no proof: there is nothing to check its decks with.")
        case Unproven():
            return t("❌ The salt, the communes or the decks were changed: they do not match the fingerprint.")
        case ReplayRefused():
            return _refused_text(found, t)


def published_text(published: Published, link: str, t: Translator) -> str:
    """Whether the message that started the game shows the same fingerprint; `link` leads to it, where it is known."""
    match published:
        case Published.SAME:
            return t("✅ [The message that started the game]({link}) shows this fingerprint.", link=link)
        case Published.OTHER:
            return t(
                "❌ [The message that started the game]({link}) shows another fingerprint, or was changed.", link=link
            )
        case Published.UNKNOWN:
            return t(
                "⚠️ The message that started the game cannot be read here. Compare the fingerprint with it yourself."
            )


def same_game_text(difference: int | None, t: Translator) -> str:
    """Of a record with the deal of the channel's game: the first action that is not as played, counted from 0."""
    if difference is None:
        return t("✅ It is the game that was played in this channel, action by action.")
    other = t(
        "❌ The decks are those of this channel's game, but action {action} is not what was played here.",
        action=difference,
    )
    return f"{other} {_counted(t)}"


def other_game_text(t: Translator) -> str:
    """Of a record that is not of the last finished game of the place."""
    return t("⚠️ It is not the last finished game here. Compare the fingerprint with the message that started it.")


def no_record_text(t: Translator) -> str:
    """Of a file that is something else."""
    return t("❌ The file is no record of one game, as `/comuni record` gives it.")


def large_file_text(kilobytes: int, t: Translator) -> str:
    """Of a file that is not read at all."""
    return t("❌ The file is too large for a record: at most {count} KB are read.", count=kilobytes)


def lost_file_text(t: Translator) -> str:
    """Of a file that Discord does not give."""
    return t("The file could not be fetched from Discord; try again.")


def _deal_line(commitment: str, t: Translator) -> str:
    return t("✅ The decks are those of the fingerprint `{commitment}`.", commitment=commitment)


def _end_line(proven: Proven, t: Translator) -> str:
    first = winner(proven.last)
    return t(
        "✅ All {count} actions are legal, and the game is over: {seat} wins with {points} points.",
        count=proven.actions,
        seat=commune(first),
        points=number(scores(proven.last)[first].total),
    )


def _unfinished_line(actions: int, t: Translator) -> str:
    return t("❌ The game is not over: its {count} actions are legal, and the rest is missing.", count=actions)


def _refused_text(refused: ReplayRefused, t: Translator) -> str:
    rule = refused.refusal.rule
    if refused.action is None:
        return no_record_text(t) if rule == "record" else f"❌ {refusal_text(refused.refusal, NOBODY, t)}"
    why = t(WHY[rule], action=refused.action) if rule in WHY else _illegal_text(refused.action, rule, t)
    return f"{why} {_counted(t)}"


def _illegal_text(action: int, rule: str, t: Translator) -> str:
    return t("❌ Action {action} is not legal (rule {rule}).", action=action, rule=rule)


def _counted(t: Translator) -> str:
    return t("(Actions are counted from 0.)")
