"""The log opens with what is new to who sits at the table, and its pages are turned by buttons, as far as one may know.

What stands on a page is for who presses, whatever the message it sits on shows (law 4).
"""

from random import Random

import discord
import pytest

from bot.game.state import Phase
from bot.local.simulation import Person, Shown
from bot.ui.custom_ids import Kind
from tests.cogs.club import Club
from tests.cogs.handling import (
    answer_of,
    board_of,
    controls,
    holder,
    ids,
    panel,
    play_on,
    play_to,
    state_of,
    tap,
    version,
)

NEWS, PAGE = "Since you last looked", "What happened"
NOTHING_NEW = "Nothing has happened since you last looked."


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of some lines: a whole game would not fill many of the real ones."""
    for module in ("log", "digest"):
        monkeypatch.setattr(f"bot.ui.{module}.PAGE_LENGTH", 400)


async def log(club: Club, person: Person, number: int | None = None) -> discord.Message:
    """Somebody types the command in the channel."""
    return answer_of(await person.slash(club.channel, "comuni log", **({} if number is None else {"page": number})))


def titles(message: Shown) -> list[str]:
    return [str(embed.title) for embed in message.embeds]


def text(message: Shown) -> str:
    """What the first embed says."""
    return str(message.embeds[0].description)


def labels(message: Shown) -> list[str]:
    return [str(getattr(control, "label", "")) for control in controls(message)]


async def played(club: Club, steps: int, seed: int = 4) -> None:
    """So many things happen."""
    random = Random(seed)
    for _ in range(steps):
        await play_on(club, random)


async def long_game(club: Club) -> tuple[Person, Person, Person]:
    """Two people and a passer-by at a game whose log has several pages, with `short_pages`."""
    active, other = await club.start(2)
    await played(club, 40)
    return active, other, club.simulation.person("Passer-by")


async def test_the_log_opens_with_what_is_new_over_the_board_as_it_stands(club: Club) -> None:
    active, other = await club.start(2)
    await club.bid()
    shown = await panel(club, other, "Log")
    assert titles(shown) == [NEWS, "Comuni"]
    assert "bids 0 coins on column 1." in text(shown)
    assert labels(shown) == ["Whole log"]
    board, public = shown.embeds[1], board_of(club).embeds[0]
    fields = {str(field.name): str(field.value) for field in public.fields}
    assert fields.pop("Latest"), "it stands above, as news"
    assert {str(field.name): str(field.value) for field in board.fields} == fields
    assert (board.title, board.description, board.footer.text) == (
        public.title,
        public.description,
        public.footer.text,
    )
    assert active.name in str(board.description) or other.name in str(board.description)


async def test_news_are_what_came_since_the_last_look_at_the_log_alone(club: Club) -> None:
    active, other = await club.start(2)
    await club.bid()
    assert "on column 1." in text(await log(club, other))
    await club.bid()
    for label in ("My screen", "Act", "Help"):
        await panel(club, other, label)
    await log(club, other, 1)
    news = text(await log(club, other))
    assert "on column 2." in news
    assert "on column 1." not in news
    both = text(await log(club, active))
    assert "on column 1." in both
    assert "on column 2." in both


@pytest.mark.usefixtures("short_pages")
@pytest.mark.parametrize("opened", ["typed", "pressed", "in private"])
async def test_where_nothing_is_new_it_says_so_and_shows_the_last_page(club: Club, opened: str) -> None:
    active, _, _ = await long_game(club)
    await log(club, active)
    if opened == "typed":
        shown = await log(club, active)
    elif opened == "pressed":
        shown = await panel(club, active, "Log")
    else:
        shown = answer_of(await active.slash(active.dm, "comuni log"))
    assert shown.content == NOTHING_NEW
    last = await log(club, active, 1000)
    assert not last.content
    assert (titles(shown), text(shown), ids(shown)) == ([PAGE], text(last), ids(last))


async def test_at_a_game_that_has_just_begun_nothing_is_called_new(club: Club) -> None:
    active, _ = await club.start(2)
    shown = await log(club, active)
    assert not shown.content
    assert text(shown) == "Nothing has happened yet."
    assert not controls(shown)


async def test_what_a_person_did_is_among_their_news_and_nothing_hidden_of_others(club: Club) -> None:
    active, other = await club.start(2)
    income = await tap(active, await tap(active, await panel(club, active), "Claim income"), "🔨")
    assert "chooses artisans" in income.content
    assert "chooses artisans" in text(await log(club, active))
    assert "chooses" not in text(await log(club, other))


@pytest.mark.usefixtures("short_pages")
async def test_of_too_much_the_newest_is_shown_and_the_button_leads_to_the_rest(club: Club) -> None:
    active, _, _ = await long_game(club)
    shown = await log(club, active)
    more, *newest = text(shown).split("\n")
    assert more == "*What came before is in the log: press the button.*"
    assert text(await log(club, active, 1000)).endswith(newest[-1])
    page = answer_of(await active.click(shown, label="Whole log"))
    assert titles(page) == [PAGE]
    assert (page.embeds[0].footer.text or "").startswith("Page 1 of"), "all of it was new"


@pytest.mark.usefixtures("short_pages")
async def test_the_button_leads_to_where_the_news_begin(club: Club) -> None:
    active, _, _ = await long_game(club)
    await log(club, active)
    before = (await log(club, active, 1000)).embeds[0].footer.text or ""
    await played(club, 20, seed=5)
    page = answer_of(await active.click(await log(club, active), label="Whole log"))
    assert (page.embeds[0].footer.text or "").startswith(before.partition(" of")[0] + " of")
    assert "Last page ⏭" in labels(page) or "Next page ▶" in labels(page)


@pytest.mark.usefixtures("short_pages")
async def test_pages_are_turned_from_the_first_to_the_last_and_back(club: Club) -> None:
    active, _, passer = await long_game(club)
    for person in (active, passer):
        shown = await log(club, person, 1)
        read = [text(shown)]
        while "Next page ▶" in labels(shown):
            shown = await tap(person, shown, "Next page")
            read.append(text(shown))
        assert len(read) >= 3
        assert read[-1] == text(await log(club, person, 1000))
        assert len(set(read)) == len(read)
        for expected in reversed(read[:-1]):
            shown = await tap(person, shown, "◀ Page before")
            assert text(shown) == expected
        shown = await tap(person, shown, "Last page")
        assert text(shown) == read[-1]
        assert text(await tap(person, shown, "⏮ First page")) == read[0]


@pytest.mark.usefixtures("short_pages")
async def test_a_page_turns_in_its_own_message(club: Club) -> None:
    active, _, _ = await long_game(club)
    first = await log(club, active, 1)
    count = len(active.sees(club.channel))
    assert (await tap(active, first, "Next page")).id == first.id
    assert len(active.sees(club.channel)) == count


@pytest.mark.usefixtures("short_pages")
async def test_what_stands_on_a_page_is_for_who_presses(club: Club) -> None:
    active, other, passer = await long_game(club)
    shown = await log(club, active, 1)
    custom_id = ids(shown)[0].removesuffix("2")
    read: dict[int, str] = {}
    for person in (active, other, passer):
        pages = [answer_of(await person.forge(board_of(club), f"{custom_id}{number}")) for number in range(1, 6)]
        assert [text(page) for page in pages] == [text(await log(club, person, number)) for number in range(1, 6)]
        read[person.id] = "".join(map(text, pages))
    assert len(set(read.values())) == 3
    assert "chooses" not in read[passer.id]


@pytest.mark.usefixtures("short_pages")
@pytest.mark.parametrize("wait", [0, 15 * 60 + 1])
async def test_pages_turn_after_a_restart_and_any_time(club: Club, wait: int) -> None:
    active, _ = await club.start(2, clock={"pace": "0"})
    await played(club, 30)
    shown = await log(club, active, 1)
    (custom_id,) = [custom_id for custom_id in ids(shown) if custom_id.endswith(":2")]
    expected = text(await log(club, active, 2))
    await club.simulation.crash()
    await club.simulation.advance(wait)
    assert text(answer_of(await active.forge(board_of(club), custom_id))) == expected


async def test_what_was_looked_at_is_remembered_after_a_restart(club: Club) -> None:
    active, _ = await club.start(2)
    await club.bid()
    await log(club, active)
    await club.simulation.crash()
    assert (await log(club, active)).content == NOTHING_NEW


async def test_who_does_not_sit_there_reads_the_public_log_as_before(club: Club) -> None:
    await club.start(2)
    await club.bid()
    passer = club.simulation.person("Passer-by")
    for shown in (await log(club, passer), await log(club, passer), await panel(club, passer, "Log")):
        assert titles(shown) == [PAGE]
        assert not shown.content


async def test_looking_at_the_log_changes_nothing_for_anybody_else(club: Club) -> None:
    active, other = await club.start(2)
    await club.bid()
    before, sent = await version(club), len(club.channel.history())
    await log(club, active)
    assert await version(club) == before
    assert len([one for one in club.channel.history() if not one.flags.ephemeral]) <= sent
    assert titles(await log(club, other))[0] == NEWS


async def test_another_seats_seal_is_no_news(club: Club) -> None:
    await club.start(3)
    state = await play_to(club, Phase.INVASION, Random(4))
    first, second, third = [await holder(club, seat) for seat in state.communes]
    for person in (first, second, third):
        await log(club, person)
    await tap(first, await panel(club, first), "Seal")
    assert (await log(club, third)).content == NOTHING_NEW
    assert "seals a defence" in text(await log(club, first))
    await tap(second, await panel(club, second), "Seal")
    assert (await log(club, third)).content == NOTHING_NEW
    assert (await state_of(club)).phase is Phase.INVASION


async def test_why_stewards_acted_is_told_once_the_game_is_over(club: Club) -> None:
    (alice,) = await club.gather(1)
    await alice.slash(club.channel, "comuni stewards", count=1)
    await alice.slash(club.channel, "comuni start")
    random = Random(4)
    await played(club, 10)
    assert "💭" not in text(await log(club, alice))
    while (await state_of(club)).phase is not Phase.OVER:
        await play_on(club, random)
        assert "💭" not in text(await log(club, alice, 1)) or (await state_of(club)).phase is Phase.OVER
    assert "💭" in text(await log(club, alice)), "of what is new"
    assert "💭" in text(await log(club, alice, 1)), "and of all"


async def test_before_the_game_there_is_no_page(club: Club) -> None:
    host, _ = await club.gather(2)
    table = await club.table()
    told = answer_of(await host.forge(board_of(club), f"{Kind.PAGE}:{table.id}:1"))
    assert told.content == "Nothing has happened yet: the game has not started."


WORDS = {
    "it": ("Dall'ultima volta che hai guardato", "Tutta la cronaca", "Dall'ultima volta che hai guardato non"),
    "ja": ("前回の確認以降", "ログの全体", "前回の確認以降、何も起こっていません。"),
}


@pytest.mark.parametrize("language", WORDS)
async def test_it_is_said_in_the_persons_language(club: Club, language: str) -> None:
    title, button, nothing = WORDS[language]
    host = club.simulation.person("Ада", locale=language)
    await host.slash(club.channel, "comuni new", picture=False)
    club.people = [host, club.simulation.person("Boris", locale=language)]
    await club.people[1].slash(club.channel, "comuni join")
    await host.slash(club.channel, "comuni start")
    await club.bid()
    shown = await log(club, host)
    assert titles(shown)[0].startswith(title)
    assert labels(shown) == [button]
    assert (await log(club, host)).content.startswith(nothing)
