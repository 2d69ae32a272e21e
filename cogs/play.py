"""`/act`: the actions of the game, as people type them."""

from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from bot.game.actions import Build, Wall, dump_action
from bot.game.rules import Choices
from bot.locale import msgid
from cogs import acting
from cogs.answering import Answer, answered
from cogs.hosting import HostingBot, Interaction, private_language, table_meant
from cogs.offers import offer_all
from cogs.options import MOST, TABLE
from cogs.typed import card_typed, ids_typed, place_typed, resources_typed, type_typed

Step = dict[str, object]
Count = app_commands.Range[int, 0, MOST]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class PlayCog(commands.GroupCog, group_name="act", group_description=msgid("Your actions in a game of Comuni")):
    """Each action of the game; what is offered while typing is what the rules allow."""

    @app_commands.command(description=msgid("Projects: place an envoy with a bid on a column (rule 5.1)"))
    @app_commands.describe(
        column=msgid("Which column"),
        coins=msgid("How many coins"),
        believers=msgid("How many believers: two count as one coin"),
        table=TABLE,
    )
    @answered
    async def bid(
        self, interaction: Interaction, column: Count, coins: Count = 0, believers: Count = 0, table: str | None = None
    ) -> Answer:
        """Bid."""
        return await act(interaction, table, {"type": "bid", "column": column, "coins": coins, "believers": believers})

    @app_commands.command(description=msgid("Projects: take the cards of all columns with your envoys (rule 5.8)"))
    @app_commands.describe(
        first=msgid("Resource of choice for a bonus column"),
        second=msgid("Resource of choice for a second bonus column"),
        table=TABLE,
    )
    @answered
    async def acquire(
        self, interaction: Interaction, first: str | None = None, second: str | None = None, table: str | None = None
    ) -> Answer:
        """Acquire."""
        return await act(
            interaction,
            table,
            {"type": "acquire", "bonus": resources_typed(private_language(interaction), first, second)},
        )

    @app_commands.command(description=msgid("Projects: claim your income (rule 5.10)"))
    @app_commands.describe(
        first=msgid("Resource of choice"), second=msgid("Second resource of choice (Milano)"), table=TABLE
    )
    @answered
    async def income(
        self, interaction: Interaction, first: str | None = None, second: str | None = None, table: str | None = None
    ) -> Answer:
        """Claim income."""
        return await act(
            interaction,
            table,
            {"type": "income", "choice": resources_typed(private_language(interaction), first, second)},
        )

    @app_commands.command(description=msgid("Outbid: take your envoy and its tokens back (rule 5.4)"))
    @app_commands.describe(table=TABLE)
    @answered
    async def withdraw(self, interaction: Interaction, table: str | None = None) -> Answer:
        """Withdraw."""
        return await act(interaction, table, {"type": "withdraw"})

    @app_commands.command(description=msgid("Outbid: move your envoy with its bid for 1 believer (rule 5.5)"))
    @app_commands.describe(column=msgid("To which column"), table=TABLE)
    @answered
    async def move(self, interaction: Interaction, column: Count, table: str | None = None) -> Answer:
        """Move."""
        return await act(interaction, table, {"type": "move", "column": column})

    @app_commands.command(description=msgid("Construction: found a building or expand one (rules 8.4-8.8)"))
    @app_commands.describe(
        card=msgid("Which card of your hand"),
        building=msgid("new, or the number of your building to expand"),
        declared=msgid("The type of a new building from a wild card"),
        artisans=msgid("Artisans to pay; if you say nothing, as few believers as possible"),
        believers=msgid("Believers to pay: two for each artisan that is due"),
        table=TABLE,
    )
    @app_commands.rename(declared="as")
    @answered
    async def build(
        self,
        interaction: Interaction,
        card: str,
        building: str,
        declared: str | None = None,
        artisans: Count | None = None,
        believers: Count | None = None,
        table: str | None = None,
    ) -> Answer:
        """Build."""
        step: Step = {
            "type": "build",
            "card": card_typed(card),
            "building": place_typed(building),
            "as": type_typed(declared, private_language(interaction)),
        }
        return await build_step(interaction, table, step, artisans, believers)

    @app_commands.command(description=msgid("Construction: found a wall section or raise one, face down (rule 8.9)"))
    @app_commands.describe(
        card=msgid("Which card of your hand"),
        section=msgid("new, or the number of your wall section to raise"),
        artisans=msgid("Artisans to pay; if you say nothing, as few believers as possible"),
        believers=msgid("Believers to pay: two for each artisan that is due"),
        table=TABLE,
    )
    @answered
    async def wall(
        self,
        interaction: Interaction,
        card: str,
        section: str,
        artisans: Count | None = None,
        believers: Count | None = None,
        table: str | None = None,
    ) -> Answer:
        """Wall."""
        step: Step = {"type": "wall", "card": card_typed(card), "section": place_typed(section)}
        return await build_step(interaction, table, step, artisans, believers)

    @app_commands.command(description=msgid("Construction: finish, with two cards in hand at most (rule 8.11)"))
    @app_commands.describe(discard=msgid("The cards above two: ids, separated by spaces or commas"), table=TABLE)
    @answered
    async def finish(self, interaction: Interaction, discard: str = "", table: str | None = None) -> Answer:
        """Finish."""
        return await act(interaction, table, {"type": "finish", "discard": ids_typed(discard)})

    @app_commands.command(description=msgid("End of turn: remove loot points for believers, or none (rule 10.1)"))
    @app_commands.describe(loot=msgid("0, 1 for 1 believer, or 2 for 3 believers"), table=TABLE)
    @answered
    async def repair(self, interaction: Interaction, loot: Count, table: str | None = None) -> Answer:
        """Repair."""
        return await act(interaction, table, {"type": "repair", "loot": loot})

    @app_commands.command(description=msgid("Invasion: seal your defence, or seal another in its place (rule 11.2)"))
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
        """Seal."""
        to_league = {"soldiers": league_soldiers, "coins": league_coins, "believers": league_believers}
        to_walls = {"soldiers": walls_soldiers, "coins": walls_coins, "believers": walls_believers}
        return await act(interaction, table, {"type": "defend", "league": to_league, "walls": to_walls})


async def act(interaction: Interaction, named: str | None, data: Mapping[str, object]) -> Answer:
    """Play an action at the table that the person means."""
    return await acting.act(interaction, await table_meant(interaction, named), data)


async def build_step(
    interaction: Interaction, named: str | None, step: Step, artisans: int | None, believers: int | None
) -> Answer:
    """Play a construction step; where no payment was given, the legal one with the fewest believers."""
    if artisans is None and believers is None:
        table = await table_meant(interaction, named)
        sight = await interaction.client.tables.reader.sight(table.id, interaction.user.id)
        return await act(interaction, named, _with_payment(sight.choices, step))
    return await act(interaction, named, {**step, "artisans": artisans or 0, "believers": believers or 0})


def _with_payment(choices: Choices | None, step: Step) -> Step:
    kind = Build if step["type"] == "build" else Wall
    for choice in choices.of(kind) if choices else ():  # artisans first
        data = dump_action(choice)
        if data.items() >= step.items():
            return {**step, "artisans": data["artisans"], "believers": data["believers"]}
    return step


async def setup(bot: HostingBot) -> None:
    """Called by discord.py when the extension is loaded."""
    cog = PlayCog()
    offer_all(cog)
    await bot.add_cog(cog)
