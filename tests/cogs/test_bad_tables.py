"""The bot starts on a database in which tables are broken in every way: those are aside, and all others go on."""

from bot.app import ComuniBot
from bot.local.simulation import Person
from tests.cogs.club import Club, told
from tests.tables.hosting import tamper

BROKEN = {
    "settings": "UPDATE game_table SET settings = '{\"seats\":true}' WHERE id = {id}",
    "clock": "UPDATE game_table SET clock = replace(clock, 'Z\"', '\"') WHERE id = {id}",
    "seat": "UPDATE seat SET commune = 'atlantis' WHERE table_id = {id} AND place = 1",
    "steward": "UPDATE seat SET steward = 'oracle' WHERE table_id = {id} AND place = 1",
    "log": "UPDATE log SET body = '[]' WHERE table_id = {id}",
    "text": "UPDATE game_table SET clock = CAST(X'7BFF7D' AS TEXT) WHERE id = {id}",
}
MENDED = {
    "snapshot": "UPDATE snapshot SET body = replace(body, '\"turn\":1', '\"turn\":2') WHERE table_id = {id}",
    "no snapshot": "UPDATE snapshot SET body = '{}' WHERE table_id = {id}",
    "orders": 'UPDATE seat SET orders = \'{"turn":{"choice":["gold"]}}\' WHERE table_id = {id}',
    "outbox": "INSERT INTO outbox (table_id, kind, created_at) VALUES ({id}, 'pigeon', '')",
    "board": "UPDATE message SET posted_at = 'lately' WHERE table_id = {id}",
    "person": "UPDATE person SET locale = 'tlh', name = ''",
    "heartbeat": "INSERT OR REPLACE INTO heartbeat VALUES (1, 'now')",
}
ASIDE = "This table's saved game cannot be read, so it was set aside; nothing is lost."


async def tables(club: Club) -> tuple[Person, dict[str, int]]:
    """The host of a game in a channel of its own for each kind of damage, and the numbers of their tables."""
    host, guest, ids = club.simulation.person("Alice"), club.simulation.person("Bob"), dict[str, int]()
    for name in (*BROKEN, *MENDED):
        channel = club.simulation.channel(name)
        await host.slash(channel, "comuni new", picture=False)
        await guest.slash(channel, "comuni join")
        await host.slash(channel, "comuni start")
        ids[name] = (await club.bot.tables.reader.table_of_channel(channel.id)).id
    return host, ids


async def test_each_broken_table_is_set_aside_with_a_notice_and_the_others_are_played(club: Club) -> None:
    host, ids = await tables(club)

    def on_broken_tables() -> ComuniBot:
        for name, statement in (BROKEN | MENDED).items():
            tamper(club.database, statement.replace("{id}", str(ids[name])))
        return club.make_bot()

    await club.simulation.restart(on_broken_tables)
    for name in ids:
        channel = club.simulation.channel(name)
        answer = told(await host.slash(channel, "comuni screen"))
        assert answer.startswith(ASIDE) == (name in BROKEN), name
        notices = [message.content for message in channel.history() if message.content.startswith(ASIDE)]
        assert len(notices) == (name in BROKEN), name
        acted = told(await host.slash(channel, "act income", first="coins", second="coins"))
        assert acted.startswith(ASIDE) == (name in BROKEN), name
        assert "went wrong" not in acted
    listed = (await host.slash(host.dm, "comuni my-tables")).response
    assert listed is not None
    assert listed.embeds
    await club.simulation.advance(600)
    assert club.simulation.errors == []
