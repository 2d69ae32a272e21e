"""The board tells everybody where the game stands."""

from dataclasses import replace

import pytest
from discord import Embed

from bot.game.actions import Bid, Defend
from bot.game.events import CardsDiscarded, DefenceSealed, Event, ResourcesChosen, TurnBegan
from bot.game.observation import observe
from bot.game.resources import Resources
from bot.game.rules import apply, start
from bot.game.state import Phase, State
from bot.locale import LANGUAGES, translator
from bot.ui.board import CONTINUED, LATEST_LENGTH, LATEST_LINES, board
from bot.ui.limits import FIELD_VALUE, check_message, length
from tests.game import stages
from tests.game.builders import (
    begin,
    city_with,
    decks_of,
    first,
    found,
    hold_alike,
    invaded,
    notable_of,
    play,
    setup,
    stand,
)
from tests.ui.playing import T, fullest, people_of, plain_people, whole_game
from tests.ui.showing import text_of

PEOPLE = plain_people("lucca", "firenze", "siena", "bologna", "milano")


MORE = "*What came before is in the log: `/comuni log`.*"


def shown(state: State, *events: Event, since: int = 0, time: str = "") -> Embed:
    return board(observe(state, None), PEOPLE, events, T, table=7, since=since, time=time)


def field(embed: Embed, name: str) -> str:
    return next(str(field.value) for field in embed.fields if name in str(field.name))


def latest_fields(embed: Embed) -> list[str]:
    """The values of the field "Latest" and of those that go on with it: nothing stands behind them."""
    names = [str(field.name) for field in embed.fields]
    first = names.index("Latest")
    assert set(names[first + 1 :]) <= {CONTINUED}
    return [str(field.value) for field in embed.fields[first:]]


def latest_of(embed: Embed) -> list[str]:
    return "\n".join(latest_fields(embed)).split("\n")


def turns(count: int) -> list[Event]:
    return [TurnBegan("lucca", number) for number in range(count)]


def turn_lines(*numbers: int) -> list[str]:
    return [f"**Turn {number}: 🔵 Lucca (Alice)**" for number in numbers]


def test_the_board_says_who_is_awaited_and_for_what() -> None:
    assert "Waiting for 🔵 Lucca (Alice): bid or claim income." in text_of(shown(begin()))
    assert "bid, acquire or claim income" in text_of(shown(stand(begin(), 1, "lucca")))
    assert "all three envoys are placed, so acquire" in text_of(shown(stages.all_out()))
    assert "Siena (Carla), outbid on column 1 (1 coin): withdraw the envoy or move it" in text_of(
        shown(stages.outbid())
    )
    assert "It is Lucca (Alice)'s turn" in text_of(shown(stages.outbid()))
    assert "build, wall, or finish construction" in text_of(shown(stages.construction()))
    assert "remove loot points, or keep them" in text_of(shown(stages.repair()))


def test_in_an_invasion_the_board_says_only_how_many_have_sealed() -> None:
    state = invaded(hold_alike(first(4), Resources(3, 3, 3, 3)))
    boards = {text_of(shown(play(state, Defend(seat=seat)))) for seat in state.communes}
    assert len(boards) == 1
    assert "1 of 4 seats have sealed." in boards.pop()


def test_a_column_shows_its_cards_its_bonus_and_its_bid() -> None:
    columns = field(shown(stand(stand(begin(), 2, "siena", coins=1, believers=2), 4, "lucca")), "columns").split("\n")
    assert columns[1].endswith("← 🟢 Siena: 1 coin + 2 believers (worth 2)")
    assert columns[3].startswith("**4⭐**")
    assert columns[3].endswith("← 🔵 Lucca: 0 coins")
    assert "←" not in columns[0]


def test_the_board_says_how_near_the_invasion_is() -> None:
    assert field(shown(begin()), "Decks").endswith("13 more cards from deck A and Venice attacks, strength 4.")
    assert "1 more card from deck B and the Pope attacks" in field(shown(decks_of(begin(), 0, 1, 14, 14)), "Decks")
    assert "Deck D ends with 2 more cards" in field(shown(decks_of(begin(), 0, 0, 0, 2)), "Decks")


def test_the_board_says_how_the_final_round_goes() -> None:
    ended = decks_of(begin(), 0, 0, 0, 0)
    assert "Deck D is empty" in field(shown(ended), "Decks")
    assert "3 turns left" in field(shown(replace(ended, final_turns=3)), "Decks")
    assert "this is the last turn" in field(shown(replace(ended, final_turns=1)), "Decks")
    assert "the Emperor's invasion ends the game" in field(shown(invaded(begin(), 3)), "Decks")


def test_a_seat_shows_everything_public_of_its_city() -> None:
    state = notable_of(found(found(begin(), "siena", "military", 3), "siena", "military"), "military", "siena")
    state = city_with(state, "siena", walls=(("D01", "D02"), ("D03",)), active=("military",), loot=1)
    seat = field(shown(state), "Siena")
    assert "**7 VP** · 1 loot point · 3 of 3 envoys free · hand: 0 cards" in seat
    assert "Buildings: 🟥M 3, 1 (active)" in seat
    assert "Walls: 2, 1" in seat
    assert "Notables: Captain" in seat


def test_the_first_defender_and_whose_turn_it_is_stand_beside_the_name() -> None:
    assert [str(field.name) for field in shown(begin()).fields][2:5] == [
        "▶ 🔵 Lucca (Alice) · 🛡️ First Defender",
        "🟣 Firenze (Bruno)",
        "🟢 Siena (Carla)",
    ]


def test_with_closed_screens_no_resource_is_on_the_board() -> None:
    assert "soldier" not in text_of(shown(begin()))


def test_with_open_screens_resources_and_reserve_are_on_the_board() -> None:
    text = text_of(shown(start(setup("lucca", "siena", open_screens=True))))
    assert "🪙 2 coins · ⚔️ 1 soldier · 🙏 3 believers · 🔨 1 artisan" in text
    assert "Reserve: 🪙 46 coins" in text


def test_the_newest_public_events_are_told_oldest_first_and_private_ones_are_not() -> None:
    _, events = apply(begin(), Bid(seat="lucca", column=1))
    hidden = (
        ResourcesChosen("lucca", ("coins",)),
        CardsDiscarded("lucca", ("A01",)),
        DefenceSealed("lucca", Defend(seat="lucca").league, Defend(seat="lucca").walls),
    )
    latest = field(shown(begin(), *events, *hidden), "Latest").split("\n")
    assert latest == ["🔵 Lucca bids 0 coins on column 1.", "**Turn 2: 🟣 Firenze (Bruno)**"]


def test_before_anything_happened_there_are_no_latest_lines() -> None:
    assert all(field.name != "Latest" for field in shown(begin()).fields)


@pytest.mark.parametrize("since", [0, 1, LATEST_LINES])
def test_where_little_is_new_only_so_many_lines_are_told(since: int) -> None:
    assert latest_of(shown(begin(), *turns(100), since=since)) == turn_lines(*range(100 - LATEST_LINES, 100))


def test_old_lines_are_told_only_while_one_field_has_room() -> None:
    game = [event for _, events in whole_game(1, 5) for event in events]
    (latest,) = latest_fields(shown(begin(), *game))
    assert length(latest) <= LATEST_LENGTH


def test_all_that_is_new_is_told_and_goes_on_in_more_fields() -> None:
    embed = shown(begin(), *turns(100), since=70)
    assert latest_of(embed) == turn_lines(*range(30, 100))
    fields = latest_fields(embed)
    assert len(fields) > 1
    assert all(length(value) <= FIELD_VALUE for value in fields)


def test_what_is_new_and_private_takes_no_line_from_the_public() -> None:
    hidden = [CardsDiscarded("lucca", ("A01",))] * 20
    assert latest_of(shown(begin(), *turns(30), *hidden, since=40)) == turn_lines(*range(10, 30))


def test_where_the_embed_is_full_the_oldest_lines_go_and_the_log_is_named() -> None:
    embed = shown(begin(), *turns(1000), since=1000)
    check_message(None, [embed])
    told = latest_of(embed)
    assert told[0] == MORE
    assert told[1:] == turn_lines(*range(1001 - len(told), 1000))
    assert sum(map(length, latest_fields(embed))) > 4000


def test_nothing_is_missing_where_more_is_said_to_be_new_than_there_is() -> None:
    assert latest_of(shown(begin(), *turns(20), since=99)) == turn_lines(*range(20))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", [Phase.PROJECTS, Phase.INVASION, Phase.CONSTRUCTION, Phase.REPAIR, Phase.OVER])
@pytest.mark.parametrize("since", [0, 500])
def test_the_fullest_board_still_has_room_for_the_newest_lines(language: str, phase: Phase, since: int) -> None:
    state = fullest(phase, open_screens=True)
    game = [event for _, events in whole_game(1, 5) for event in events]
    people, time = people_of(state.communes), "x" * FIELD_VALUE
    embed = board(observe(state, None), people, game, translator(language), table=7**10, since=since, time=time)
    check_message(None, [embed])
    assert len("\n".join(str(field.value) for field in embed.fields[8:]).split("\n")) > 8


def test_the_time_stands_behind_the_decks_where_there_is_something_to_say_of_it() -> None:
    embed = shown(begin(), time="until <t:1700000000:R>")
    assert [str(field.name) for field in embed.fields][:3] == ["Project columns", "Decks", "Time"]
    assert field(embed, "Time") == "until <t:1700000000:R>"
    assert all(field.name != "Time" for field in shown(begin()).fields)


def test_the_footer_names_table_and_turn_and_explains_the_letters() -> None:
    assert shown(begin()).footer.text == (
        "Table 7 · turn 1 · E economic, M military, C cultural, R religious; M2 = military card of value 2"
    )


def test_a_finished_game_shows_the_winner_and_all_points() -> None:
    text = text_of(shown(stages.over()))
    assert "The winner is 🔵 Lucca (Alice)." in text
    assert "points in all**" in text
