"""Phase 6: buttons with the price of each number of loot points (rule 10.1)."""

from bot.game.actions import Repair
from bot.game.phases.remove_loot import BELIEVERS_FOR
from bot.ui.legal import legal_of
from bot.ui.panels.asking import Asking, help_button, page
from bot.ui.panels.codes import encode
from bot.ui.panels.parts import Button, Do, Panel
from bot.ui.status import own_status
from bot.ui.words import amount, loot_points


def repair_panel(asking: Asking) -> Panel:
    """A button for each number of loot points that the seat can pay for."""
    t = asking.t
    embed = page(
        asking,
        t("Loot points"),
        f"**{own_status(asking.observation, asking.people, t)}**",
        t("You have {loot}, each −1 at the end. Then your turn ends.", loot=loot_points(asking.city.loot, t)),
        t("1 believer removes 1, 3 believers remove 2; once a turn. (rule 10.1)"),
    )
    buttons = [_button(asking, action) for action in legal_of(asking.choices, Repair)]
    return Panel([embed], [buttons, [help_button(asking)]])


def _button(asking: Asking, action: Repair) -> Button:
    t = asking.t
    if not action.loot:
        return Button(t("Keep all loot points"), Do(encode(action)))
    price = amount("believers", BELIEVERS_FOR[action.loot], t)
    label = t("Remove {loot} for {believers}", loot=loot_points(action.loot, t), believers=price)
    return Button(label, Do(encode(action)), "green")
