"""People: their names, locales and direct messages."""

from storage import PersonRow, Store


async def test_a_person_keeps_the_last_locale_seen(store: Store) -> None:
    for name, locale in (("Ada", "it"), ("Ada L.", None), ("Ada", "ja"), ("Ada", None)):
        async with store.write() as writer:
            await writer.save_person(31, name, locale)
    assert await store.people([31, 32]) == {31: PersonRow(31, "Ada", "ja", None, "dm")}


async def test_a_dm_may_be_known_before_the_name_and_outlives_it(store: Store) -> None:
    async with store.write() as writer:
        await writer.save_dm(31, 700)
    assert await store.people([31]) == {31: PersonRow(31, "", None, 700, "dm")}
    async with store.write() as writer:
        await writer.save_person(31, "Ada", "en")
        await writer.save_dm(31, 701)
    assert await store.people([31]) == {31: PersonRow(31, "Ada", "en", 701, "dm")}


async def test_more_people_are_read_than_sqlite_takes_parameters(store: Store) -> None:
    async with store.write() as writer:
        await writer.save_person(39_999, "Ada", None)
    assert list(await store.people(range(40_000))) == [39_999]


async def test_how_a_person_wants_to_be_pinged_outlives_a_new_name(store: Store) -> None:
    async with store.write() as writer:
        await writer.save_pings(31, "mention")
        await writer.save_person(31, "Ada", "en")
    assert await store.people([31]) == {31: PersonRow(31, "Ada", "en", None, "mention")}
