"""Before a table is in a channel it is asked whether it can be shown there; what is missing is named in private."""

import pytest

from bot.tables.errors import NoTable
from bot.ui.people_texts import PERMISSIONS
from tests.cogs.club import Club, told
from tests.cogs.handling import answer_of, board_of
from tests.cogs.losing import forbid, mark, permit, thread
from tests.cogs.timed import host_of

CANNOT = "A table cannot be shown here: "
LOCKED = f"{CANNOT}this thread is locked. Who manages threads can unlock it."
IN_CHANNELS = [name for name in PERMISSIONS if name != "send_messages_in_threads"]
IN_THREADS = [name for name in PERMISSIONS if name != "send_messages"]


async def no_table(club: Club) -> bool:
    """Whether nothing has come of it, here or in private."""
    try:
        await club.table()
    except NoTable:  # as it should be
        return club.simulation.requests[-1].path.endswith("@original")
    return False


@pytest.mark.parametrize("name", IN_CHANNELS)
async def test_each_permission_that_is_missing_is_named(club: Club, name: str) -> None:
    alice = club.simulation.person("Alice")
    await forbid(club, club.channel, name)
    assert told(await alice.slash(club.channel, "comuni new")).startswith(
        f"{CANNOT}this bot lacks {PERMISSIONS[name]}."
    )
    assert await no_table(club)
    await permit(club, club.channel)
    assert told(await alice.slash(club.channel, "comuni new", picture=False)).startswith("Your table is open")


async def test_all_that_is_missing_is_named_at_once(club: Club) -> None:
    alice = club.simulation.person("Alice")
    await forbid(club, club.channel, *PERMISSIONS)
    answer = told(await alice.slash(club.channel, "comuni new"))
    assert ", ".join(PERMISSIONS[name] for name in IN_CHANNELS) in answer


async def test_without_a_picture_nothing_is_attached_and_no_permission_for_it_is_needed(club: Club) -> None:
    alice = club.simulation.person("Alice")
    await forbid(club, club.channel, "attach_files", "send_messages_in_threads")
    assert "Attach Files" in told(await alice.slash(club.channel, "comuni new"))
    assert told(await alice.slash(club.channel, "comuni new", picture=False)).startswith("Your table is open")
    assert (await club.table()).suspended is None


@pytest.mark.parametrize("name", IN_THREADS)
async def test_in_a_thread_the_permission_for_threads_is_needed(club: Club, name: str) -> None:
    alice, aside = club.simulation.person("Alice"), thread(club, "aside")
    await forbid(club, club.channel, name)
    assert f"lacks {PERMISSIONS[name]}." in told(await alice.slash(aside, "comuni new"))


async def test_in_a_thread_the_permission_for_channels_is_not_needed(club: Club) -> None:
    alice, aside = club.simulation.person("Alice"), thread(club, "aside")
    await forbid(club, club.channel, "send_messages")
    assert told(await alice.slash(aside, "comuni new", picture=False)).startswith("Your table is open")


@pytest.mark.parametrize(
    ("locale", "named"),
    [("it", "Incorpora link, Leggi la cronologia messaggi"), ("ja", "埋め込みリンク, メッセージ履歴を読む")],
)
async def test_they_are_named_as_discord_names_them_to_the_person(club: Club, locale: str, named: str) -> None:
    alice = club.simulation.person("Alice", locale=locale)
    await forbid(club, club.channel, "embed_links", "read_message_history")
    assert named in told(await alice.slash(club.channel, "comuni new"))


async def test_a_rematch_is_asked_the_same(club: Club) -> None:
    await club.start(2)
    host = await host_of(club)
    await host.slash(club.channel, "comuni stop", confirm=True)
    await host.slash(club.channel, "comuni board")
    ended = (await club.table()).id
    await forbid(club, club.channel, "embed_links", "attach_files")
    answer = answer_of(await host.forge(board_of(club), f"board:{ended}:rematch"))
    assert answer.content.startswith(f"{CANNOT}this bot lacks Embed Links.")
    assert (await club.table()).id == ended
    await permit(club, club.channel)
    await host.forge(board_of(club), f"board:{ended}:rematch")
    assert (await club.table()).id != ended


async def test_in_a_locked_thread_no_table_is_opened(club: Club) -> None:
    alice, aside = club.simulation.person("Alice"), thread(club, "aside")
    await mark(club, aside, locked=True)
    assert told(await alice.slash(aside, "comuni new", picture=False)) == LOCKED
    assert await no_table(club)
    await mark(club, aside, locked=False)
    assert told(await alice.slash(aside, "comuni new", picture=False)).startswith("Your table is open")


async def test_no_table_moves_into_a_locked_thread(club: Club) -> None:
    await club.start(2)
    aside = thread(club, "aside")
    await mark(club, aside, locked=True)
    assert told(await (await host_of(club)).slash(aside, "comuni move-table")) == LOCKED
    assert (await club.table()).channel_id == club.channel.id


async def test_an_archived_thread_opens_by_itself_for_a_table(club: Club) -> None:
    alice, aside = club.simulation.person("Alice"), thread(club, "aside")
    await mark(club, aside, archived=True)
    assert told(await alice.slash(aside, "comuni new", picture=False)).startswith("Your table is open")
    table = await club.bot.tables.reader.table_of_channel(aside.id)
    assert table.suspended is None
    assert aside.history()[-1].embeds


async def test_in_a_thread_that_is_locked_and_archived_nothing_is_acknowledged_and_nothing_is_done(club: Club) -> None:
    alice, aside = club.simulation.person("Alice"), thread(club, "aside")
    await mark(club, aside, archived=True, locked=True)
    assert not (await alice.slash(aside, "comuni new", picture=False)).acknowledged
    with pytest.raises(NoTable):
        await club.bot.tables.reader.table_of_channel(aside.id)
