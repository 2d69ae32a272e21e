"""People: what Discord says of them is kept, and written only when it is news."""

from bot.tables.model import Person
from tests.tables.hosting import HOST, Hosting, query


def known_people(hosting: Hosting) -> list[tuple[object, ...]]:
    return query(hosting.path, "SELECT user_id, name, locale, dm_channel_id FROM person")


async def test_a_person_is_written_only_when_something_has_changed(hosting: Hosting) -> None:
    writes = []

    async def count(user_id: int, *_: object) -> None:
        writes.append(user_id)

    hosting.store.before["save_person"] = count
    people = hosting.tables.people
    for person in (HOST, HOST, Person(HOST.user_id, "Ada L.", "en-US"), Person(HOST.user_id, "Ada L.", "it"), HOST):
        await people.note(person)
    await people.note(Person(5, "Bo"))
    await people.note(Person(5, "Bo"))
    assert writes == [HOST.user_id] * 4 + [5]
    assert known_people(hosting) == [(5, "Bo", None, None), (HOST.user_id, "Ada", "en-US", None)]


async def test_a_note_that_failed_is_written_the_next_time(hosting: Hosting) -> None:
    async def fail(*_: object) -> None:
        raise OSError

    hosting.store.before["commit"] = fail
    try:
        await hosting.tables.people.note(HOST)
    except OSError:  # as wanted
        hosting.store.before.clear()
    await hosting.tables.people.note(HOST)
    assert known_people(hosting) == [(HOST.user_id, "Ada", "en-US", None)]


async def test_without_a_locale_the_last_one_seen_is_kept(hosting: Hosting) -> None:
    await hosting.tables.people.note(Person(5, "Bo", "it"))
    await hosting.tables.people.note(Person(5, "Bo", None))
    assert known_people(hosting) == [(5, "Bo", "it", None)]


async def test_a_dm_channel_is_kept_also_of_somebody_not_yet_known(hosting: Hosting) -> None:
    await hosting.tables.people.dm_found(5, 500)
    await hosting.tables.people.note(Person(5, "Bo", "it"))
    known = await hosting.tables.people.known(5)
    assert known is not None
    assert (known.name, known.locale, known.dm_channel_id) == ("Bo", "it", 500)
    await hosting.tables.people.dm_found(5, 501)
    assert known_people(hosting) == [(5, "Bo", "it", 501)]
    assert await hosting.tables.people.known(6) is None
