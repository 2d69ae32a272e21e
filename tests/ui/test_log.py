"""Every event has its line."""

import pytest

from bot.game import events as happened
from bot.game.actions import Force
from bot.game.events import DefenceReport, Event, OwnEvent, SecretEvent
from bot.game.resources import Resources
from bot.ui.lines import LINES, NAMED_LINES
from bot.ui.log import line
from tests.ui.playing import T, plain_people, whole_game

PEOPLE = plain_people("lucca", "siena")


def test_every_kind_of_event_has_a_line() -> None:
    kinds = {kind for kind in vars(happened).values() if isinstance(kind, type) and issubclass(kind, Event)}
    assert kinds - {Event, OwnEvent, SecretEvent} == set(LINES) | set(NAMED_LINES)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (happened.TurnBegan("siena", 3), "**Turn 3: 🟢 Siena (Bruno)**"),
        (happened.EnvoyPlaced("siena", 3, 1, 2), "🟢 Siena bids 1 coin + 2 believers (worth 2) on column 3."),
        (happened.EnvoyOutbid("siena", 3, "lucca"), "🟢 Siena is outbid by 🔵 Lucca on column 3."),
        (happened.EnvoyWithdrawn("siena", 3, 1, 0, False), "🟢 Siena withdraws its envoy and takes back 1 coin."),
        (
            happened.EnvoyWithdrawn("siena", 3, 1, 0, True),
            "🟢 Siena has no column to move to: its envoy returns, with 1 coin.",
        ),
        (
            happened.EnvoyMoved("siena", 3, 1),
            "🟢 Siena spends 1 believer and moves its envoy from column 3 to column 1.",
        ),
        (
            happened.CardsAcquired("siena", (1, 4), ("D03", "D12"), 1, 0),
            "🟢 Siena acquires columns 1 and 4 for 1 coin: 🟥M3 · 🟨E🟥M🟦C🟪R 2",
        ),
        (happened.CardsAcquired("siena", (1,), ("D03",), 0, 0), "🟢 Siena acquires column 1 for nothing: 🟥M3"),
        (happened.BonusDue("siena", 2), "🟢 Siena gets a bonus: 2 resources of choice."),
        (
            happened.IncomeDue(
                "siena", Resources(soldiers=1), Resources(coins=2), Resources(coins=1), 1, ("economic",)
            ),
            "🟢 Siena claims income: 3 coins + 1 soldier + 1 of choice.",
        ),
        (
            happened.IncomeDue("milano", Resources(), Resources(), Resources(), 2, ()),
            "🟡 Milano claims income: 2 of choice.",
        ),
        (happened.ResourcesChosen("siena", ("coins", "coins")), "🟢 Siena chooses coins + coins."),
        (
            happened.ResourcesLost("siena", Resources(coins=1), 0),
            "The reserve ran short: 🟢 Siena does not receive 1 coin.",
        ),
        (
            happened.ResourcesLost("siena", Resources(), 1),
            "The reserve ran short: 🟢 Siena does not receive 1 of choice.",
        ),
        (happened.ColumnFilled(2, ("D03",)), "Column 2 is refilled: 🟥M3"),
        (happened.DeckRanOut("B"), "The last card of deck B is drawn."),
        (happened.InvasionStruck("B"), "⚔️ **Invasion: the Pope.** Every seat seals a defence."),
        (
            happened.DefenceSealed("siena", Force(coins=2), Force()),
            "🟢 Siena seals a defence: 2 coins = 1 soldier for the League, 0 soldiers for its walls.",
        ),
        (
            happened.InvasionResolved(
                "A",
                4,
                2,
                (
                    DefenceReport("lucca", Force(), Force(), 2, 1, 1, None),
                    DefenceReport("siena", Force(soldiers=2), Force(), 2, 2, 0, 3),
                    DefenceReport("milano", Force(), Force(), 2, 2, 0, None),
                ),
                (1,),
            ),
            (
                "⚔️ **Invasion: Venice**, strength 4, League 2. "
                "🔵 Lucca: 1 loot point. 🟢 Siena: held, heroism token 3. 🟡 Milano: held."
            ),
        ),
        (
            happened.BuildingRaised("siena", "D03", 1, "military", 1, 0, 0),
            "🟢 Siena founds a 🟥M military building with 🟥M3 (free): +1 VP.",
        ),
        (
            happened.BuildingRaised("siena", "D03", 1, "military", 3, 1, 2),
            "🟢 Siena expands a 🟥M military building to level 3 with 🟥M3 (2 believers + 1 artisan): +3 VP.",
        ),
        (happened.WallRaised("siena", 2, 1, 0, 0), "🟢 Siena founds wall section 2 (free)."),
        (happened.WallRaised("siena", 2, 3, 1, 0), "🟢 Siena raises wall section 2 to level 3 (1 artisan)."),
        (happened.WallCardPlaced("siena", 2, "D03"), "🟢 Siena's card in wall section 2: `D03` 🟥M3"),
        (happened.BonusWallGained("siena", 3), "🟢 Siena earns a bonus wall: section 3, level 1."),
        (happened.HandReduced("siena", 1), "🟢 Siena discards 1 card."),
        (happened.CardsDiscarded("siena", ("D03",)), "🟢 Siena's discard: `D03` 🟥M3"),
        (happened.NotableWon("siena", "religious", None), "👑 The Bishop joins 🟢 Siena."),
        (happened.NotableWon("siena", "religious", "lucca"), "👑 The Bishop leaves 🔵 Lucca for 🟢 Siena."),
        (happened.LootRemoved("siena", 2, 3), "🟢 Siena removes 2 loot points for 3 believers."),
        (
            happened.FinalRoundBegan(3),
            "**The final round begins:** 3 turns, one for each seat, then the Emperor attacks.",
        ),
        (happened.BidLost("siena", 3, 1, 0), "🟢 Siena's bid on column 3 is lost: 1 coin."),
        (happened.GameEnded("siena"), "🏆 **The game is over. The winner is 🟢 Siena (Bruno).**"),
    ],
)
def test_an_event_is_told_in_one_line(event: Event, text: str) -> None:
    assert line(event, PEOPLE, T) == text


def test_no_line_of_whole_games_is_empty_or_broken() -> None:
    for seats in (2, 5):
        for state, events in whole_game(1, seats):
            people = plain_people(*state.communes)
            for event in events:
                text = line(event, people, T)
                assert text
                assert "\n" not in text
