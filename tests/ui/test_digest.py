"""What is new stands above the board, as much of it as one message takes."""

from itertools import pairwise

import pytest

from bot.game.observation import observe
from bot.game.state import Phase
from bot.locale import LANGUAGES, translator
from bot.ui.board import board
from bot.ui.digest import digest
from bot.ui.limits import ALL_EMBEDS, check_message, embed_length, length
from bot.ui.log import PAGE_LENGTH, cut, lines, page_buttons, page_of, pages, shortened
from tests.ui.playing import T, fullest, people_of, plain_people, whole_game
from tests.ui.showing import TIME

GAME = whole_game(1, 5)
NEWS = [event for _, events in GAME for event in events]
COMMUNES = GAME[0][0].communes


@pytest.mark.parametrize("open_screens", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_newest_of_a_whole_game_fits_beside_the_fullest_board(language: str, open_screens: bool) -> None:
    t, people = translator(language), people_of(COMMUNES)
    observation = observe(fullest(Phase.INVASION, open_screens=open_screens), None)
    stands = board(observation, people, (), t, table=999_999_999_999, time=TIME)
    told = list(lines(NEWS, people, t))
    embed = digest(told, stands, t)
    check_message("", [embed, stands])
    first, *shown = str(embed.description).split("\n")
    assert first == t("*What came before is in the log: press the button.*")
    assert shown == told[-len(shown) :]
    room = min(PAGE_LENGTH, ALL_EMBEDS - embed_length(stands) - length(str(embed.title)))
    assert length(str(embed.description)) + 1 + length(told[-len(shown) - 1]) > room


def test_what_is_new_is_told_whole_where_it_has_room() -> None:
    people = plain_people(*COMMUNES)
    stands = board(observe(GAME[0][0], None), people, (), T)
    told = list(lines(NEWS[:5], people, T))
    assert str(digest(told, stands, T).description).split("\n") == told


@pytest.mark.parametrize(("room", "kept"), [(11, ["one", "two", "six"]), (10, ["more", "six"]), (8, ["more", "six"])])
def test_lines_without_room_give_way_to_a_word_on_them(room: int, kept: list[str]) -> None:
    assert shortened(["one", "two", "six"], room, "more") == kept


def test_a_page_is_found_by_each_of_its_lines() -> None:
    people = plain_people(*COMMUNES)
    found, place = pages(NEWS, people, T), 0
    assert len(found) > 3
    for number, text in enumerate(found, start=1):
        for _ in text.split("\n"):
            place += 1
            assert page_of(place, NEWS, people, T) == number
    assert place == len(list(lines(NEWS, people, T)))


def test_a_page_stays_as_it_is_while_the_log_grows() -> None:
    texts = list(lines(NEWS, plain_people(*COMMUNES), T))
    grown = [list(cut(texts[:count], PAGE_LENGTH)) for count in range(1, len(texts), 7)]
    for before, after in pairwise(grown):
        assert after[: len(before) - 1] == before[:-1]


@pytest.mark.parametrize(
    ("page", "count", "turns"),
    [
        (1, 1, {}),
        (1, 2, {2: "Next page ▶"}),
        (2, 2, {1: "◀ Page before"}),
        (1, 3, {2: "Next page ▶", 3: "Last page ⏭"}),
        (2, 3, {1: "◀ Page before", 3: "Next page ▶"}),
        (3, 5, {1: "⏮ First page", 2: "◀ Page before", 4: "Next page ▶", 5: "Last page ⏭"}),
        (5, 5, {1: "⏮ First page", 4: "◀ Page before"}),
    ],
)
def test_from_a_page_one_turns_to_the_ends_and_to_the_next_ones_each_once(
    page: int, count: int, turns: dict[int, str]
) -> None:
    assert page_buttons(page, count, T) == list(turns.items())
