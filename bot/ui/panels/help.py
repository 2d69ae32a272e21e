"""Help: what the phase is, what the seat may do, and why the rest is not offered, each with its rule."""

from collections.abc import Mapping

from discord import Embed

from bot.game.actions import Acquire, Action, Bid, Build, Defend, Finish, Income, Move, Repair, Wall, Withdraw
from bot.game.errors import NotAsked
from bot.game.observation import Observation
from bot.game.state import Phase
from bot.locale import Translator, msgid
from bot.ui.board import QUIET_COLOUR
from bot.ui.limits import FIELD_VALUE
from bot.ui.panels.asking import Asking, back_button, fitting
from bot.ui.panels.parts import Panel
from bot.ui.panels.reasons import reasons
from bot.ui.people import People
from bot.ui.refusals import refusal_text

PHASES: Mapping[Phase, str] = {
    Phase.PROJECTS: msgid(
        "Projects: the seat whose turn it is does exactly one thing: bid on a column, acquire all cards of its "
        "columns, or claim income. Other phases follow by themselves. (rules 2.4, 5)"
    ),
    Phase.OUTBID: msgid(
        "Outbid: a seat whose bid was beaten takes its envoy and tokens back, or moves them for 1 believer, before the "
        "turn goes on. (rules 5.4, 5.5)"
    ),
    Phase.INVASION: msgid(
        "Invasion: every seat seals soldiers for the League, which lowers the strength against all, and for its own "
        "walls. All are opened together; what gets through leaves loot points. (rules 11.2, 11.3, 11.7)"
    ),
    Phase.CONSTRUCTION: msgid(
        "Construction: cards from the hand become buildings, which give VP, or walls, which defend. One step of each "
        "is free, each further action costs 1 artisan; at the end 2 cards may stay in the hand. (rules 8.1, 8.2, 8.11)"
    ),
    Phase.REPAIR: msgid(
        "Loot points: at the end of a turn believers can remove 1 or 2 of them; each that stays costs 1 point in the "
        "end. (rules 10.1, 12.5)"
    ),
    Phase.OVER: msgid("The game is over. (rules 12.3, 12.9)"),
}
KINDS: Mapping[type[Action], str] = {
    Bid: msgid("Bid on a column: pick it in the menu, then the amount. (rule 5.1)"),
    Acquire: msgid("Acquire the cards of all your columns; your bids are spent. (rule 5.8)"),
    Income: msgid("Claim income: your commune's, your active buildings' and your notables'. (rule 5.10)"),
    Withdraw: msgid("Take your envoy back with its tokens. (rule 5.4)"),
    Move: msgid("Move your envoy with its bid for 1 believer. (rule 5.5)"),
    Build: msgid("Build: found a building, or expand one with a card of its type. (rules 8.4, 8.5)"),
    Wall: msgid("Wall: any card can found or raise a wall section. (rule 8.9)"),
    Finish: msgid("Finish construction, discarding down to 2 cards. (rule 8.11)"),
    Repair: msgid("Remove loot points, or keep them. (rule 10.1)"),
    Defend: msgid("Seal a defence, even an empty one; seal again until the last seat has sealed. (rules 11.2, 11.9)"),
}


def help_page(asking: Asking) -> Panel:
    """Help for a seat that is asked, with the way back to its panel."""
    t, kinds = asking.t, asking.choices.kinds
    embed = _embed(asking.observation, t)
    embed.add_field(name=t("What you may do"), value="\n".join(t(KINDS[kind]) for kind in kinds), inline=False)
    if why := reasons(asking):
        lines = fitting(why, FIELD_VALUE, t)
        embed.add_field(name=t("What is not offered, and why"), value="\n".join(lines), inline=False)
    return Panel([embed], [[back_button(asking)]])


def help_while_waiting(observation: Observation, people: People, t: Translator) -> Panel:
    """Help for who is not asked: what the game waits for."""
    embed = _embed(observation, t)
    if observation.asked:
        refused = NotAsked(asked=", ".join(observation.asked))
        embed.add_field(name=t("What is not offered, and why"), value=refusal_text(refused, people, t), inline=False)
    return Panel([embed])


def _embed(observation: Observation, t: Translator) -> Embed:
    embed = Embed(title=t("Help"), description=t(PHASES[observation.phase]), colour=QUIET_COLOUR)
    return embed.set_footer(text=t("/comuni rules explains the whole game."))
