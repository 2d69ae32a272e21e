"""`/order`: standing orders, as people type them."""

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.game.actions import Force
from bot.locale import msgid
from bot.tables.model import Sight
from bot.ui.orders.checks import columns_held
from bot.ui.orders.codes import ALL
from bot.ui.orders.order import (
    ORDER_KINDS,
    AcquireNext,
    Cancel,
    ClaimNext,
    FinishAlways,
    RepairAlways,
    SealNext,
    WhenOutbid,
)
from bot.ui.orders.texts import columns_unused_text, no_columns_text, no_such_order_text
from cogs.answering import Answer, answered
from cogs.hosting import HostingBot, Interaction, private_language, table_meant
from cogs.options import TABLE, choices
from cogs.order_offers import offer_orders
from cogs.order_panel import give, orders_answer, own
from cogs.play import Count
from cogs.typed import columns_typed, resources_typed

OUTBID_NAMES = {
    "withdraw": msgid("Take the envoy back"),
    "move": msgid("Move it to the first of my columns that takes the bid"),
    "ask": msgid("Ask me"),
}
LOOT_NAMES = {
    "0": msgid("Keep all loot points"),
    "1": msgid("Remove 1 for 1 believer"),
    "2": msgid("Remove 2 for 3 believers, else 1 for 1"),
    "ask": msgid("Ask me"),
}
ASK = "ask"


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class OrdersCog(
    commands.GroupCog,
    group_name="order",
    group_description=msgid("Standing orders in a game of Comuni: what is done for you when its time comes"),
):
    """Each kind of standing order; every answer shows all that stand."""

    @app_commands.command(
        description=msgid("Whenever you are outbid: take the envoy back, or move it (rules 5.4, 5.5)")
    )
    @app_commands.describe(
        do=msgid("What is to be done"),
        columns=msgid("Where to move to, the column you like best first, such as 2 1"),
        table=TABLE,
    )
    @app_commands.choices(do=choices(OUTBID_NAMES))
    @answered
    async def outbid(
        self,
        interaction: Interaction,
        do: Literal["withdraw", "move", "ask"],
        columns: str = "",
        table: str | None = None,
    ) -> Answer:
        """Order an answer to being outbid."""
        sight, typed = await _own(interaction, table), columns_typed(columns)
        if do != "move" and typed:
            return orders_answer(interaction, sight, text=columns_unused_text(private_language(interaction)))
        if do == "move" and not typed:
            return orders_answer(interaction, sight, text=no_columns_text(private_language(interaction)))
        return await give(interaction, sight, Cancel("outbid") if do == ASK else WhenOutbid(typed))

    @app_commands.command(description=msgid("The next invasion: seal this as soon as it strikes (rule 11.2)"))
    @app_commands.describe(
        league_soldiers=msgid("Soldiers to the League"),
        walls_soldiers=msgid("Soldiers to your own walls"),
        league_coins=msgid("Coins to the League: two for a soldier"),
        league_believers=msgid("Believers to the League: two for a soldier"),
        walls_coins=msgid("Coins to your walls: two for a soldier"),
        walls_believers=msgid("Believers to your walls: two for a soldier"),
        table=TABLE,
    )
    @answered
    async def defend(
        self,
        interaction: Interaction,
        league_soldiers: Count = 0,
        walls_soldiers: Count = 0,
        league_coins: Count = 0,
        league_believers: Count = 0,
        walls_coins: Count = 0,
        walls_believers: Count = 0,
        table: str | None = None,
    ) -> Answer:
        """Order a defence."""
        league = Force(soldiers=league_soldiers, coins=league_coins, believers=league_believers)
        walls = Force(soldiers=walls_soldiers, coins=walls_coins, believers=walls_believers)
        return await give(interaction, await _own(interaction, table), SealNext(league, walls))

    @app_commands.command(description=msgid("Your next turn: acquire, if your envoys still stand (rule 5.8)"))
    @app_commands.describe(
        columns=msgid("On which columns envoys must still stand; if you say nothing, on all where they do now"),
        first=msgid("Resource of choice for a bonus column"),
        second=msgid("Resource of choice for a second bonus column"),
        table=TABLE,
    )
    @answered
    async def acquire(
        self,
        interaction: Interaction,
        columns: str = "",
        first: str | None = None,
        second: str | None = None,
        table: str | None = None,
    ) -> Answer:
        """Order to acquire."""
        sight, bonus = await _own(interaction, table), resources_typed(private_language(interaction), first, second)
        assert sight.observation is not None
        stand = tuple(sorted(columns_typed(columns))) or columns_held(sight.observation)
        return await give(interaction, sight, AcquireNext(stand, tuple(bonus)))

    @app_commands.command(description=msgid("Your next turn: claim your income (rule 5.10)"))
    @app_commands.describe(
        first=msgid("Resource of choice"), second=msgid("Second resource of choice (Milano)"), table=TABLE
    )
    @answered
    async def income(
        self, interaction: Interaction, first: str | None = None, second: str | None = None, table: str | None = None
    ) -> Answer:
        """Order to claim income."""
        choice = resources_typed(private_language(interaction), first, second)
        return await give(interaction, await _own(interaction, table), ClaimNext(tuple(choice)))

    @app_commands.command(
        description=msgid("At the end of each of your turns: keep loot points, or remove some (rule 10.1)")
    )
    @app_commands.describe(loot=msgid("How many to remove"), table=TABLE)
    @app_commands.choices(loot=choices(LOOT_NAMES))
    @answered
    async def repair(
        self, interaction: Interaction, loot: Literal["0", "1", "2", "ask"], table: str | None = None
    ) -> Answer:
        """Order what is done about loot points."""
        wish = Cancel("repair") if loot == ASK else RepairAlways(int(loot))
        return await give(interaction, await _own(interaction, table), wish)

    @app_commands.command(description=msgid("Finish construction where nothing can be placed or discarded (rule 8.11)"))
    @app_commands.describe(on=msgid("True: it is finished for you; False: you do it yourself"), table=TABLE)
    @answered
    async def finish(self, interaction: Interaction, on: bool, table: str | None = None) -> Answer:
        """Order to finish."""
        return await give(interaction, await _own(interaction, table), FinishAlways() if on else Cancel("finish"))

    @app_commands.command(description=msgid("All your standing orders, with buttons to give and to cancel them"))
    @app_commands.describe(table=TABLE)
    @answered
    async def show(self, interaction: Interaction, table: str | None = None) -> Answer:
        """Show what stands."""
        return orders_answer(interaction, await _own(interaction, table))

    @app_commands.command(description=msgid("Cancel one of your standing orders, or all"))
    @app_commands.describe(what=msgid("Which order"), table=TABLE)
    @answered
    async def cancel(self, interaction: Interaction, what: str, table: str | None = None) -> Answer:
        """Cancel."""
        sight, typed = await _own(interaction, table), what.strip().lower()
        kind = next((kind for kind in ORDER_KINDS if kind == typed), None)
        if kind is None and typed != ALL:
            return orders_answer(interaction, sight, text=no_such_order_text(private_language(interaction)))
        return await give(interaction, sight, Cancel(kind))


async def _own(interaction: Interaction, named: str | None) -> Sight:
    return await own(interaction, (await table_meant(interaction, named)).id)


async def setup(bot: HostingBot) -> None:
    """Called by discord.py when the extension is loaded."""
    cog = OrdersCog()
    offer_orders(cog)
    await bot.add_cog(cog)
