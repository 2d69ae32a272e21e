"""The reports of invasions and of the end, and the proof of the decks."""

from bot.game.actions import Defend, Force
from bot.game.events import InvasionResolved
from bot.game.observation import observe
from bot.game.resources import Resources
from bot.game.rules import apply
from bot.game.state import State
from bot.ui.limits import check_message
from bot.ui.report import commitment_notice, final_report, invasion_report, opened_proof, ranking
from tests.game import stages
from tests.game.builders import begin, city_with, first, fortify, found, hold_alike, invaded, play
from tests.ui.playing import T, people_of, plain_people, whole_game
from tests.ui.showing import text_of

PEOPLE = plain_people("lucca", "firenze", "siena", "bologna", "milano")


def report_of(state: State, *defences: Defend) -> str:
    """The text of the report when the last of these defences is in."""
    after, events = apply(play(state, *defences[:-1]), defences[-1])
    resolved = next(event for event in events if isinstance(event, InvasionResolved))
    return text_of(invasion_report(resolved, observe(after, None), PEOPLE, T))


def test_an_invasion_is_reported_with_every_number() -> None:
    state = fortify(found(invaded(hold_alike(begin(), Resources(3, 3, 3, 3))), "siena", "military", 2), "siena", 2)
    text = report_of(
        state,
        Defend(seat="lucca", league=Force(soldiers=2), walls=Force(soldiers=1, coins=2)),
        Defend(seat="firenze"),
        Defend(seat="siena", league=Force(believers=2), walls=Force(soldiers=1)),
    )
    assert "Invasion: Venice, strength 4" in text
    assert "The League has 3 soldiers; it lowers the strength against every seat." in text
    assert "The heroism token 1 leaves the game: its winner took loot." in text
    lucca, firenze, siena = text.split("🟣")[0], text.split("🟣")[1].split("🟢")[0], text.split("🟢")[1]
    assert "Walls: 2 coins + 1 soldier = 2 soldiers" in lucca
    assert "4 + 0 for VP above the lowest − 3 League = 1; city defence 3\n**Held**" in lucca
    assert "🎖️ Heroism token 3" in lucca
    assert "**1 loot point** (1 in all now)" in firenze
    assert "League: 2 believers = 1 soldier" in siena
    assert "4 + 3 for VP above the lowest − 3 League = 4; city defence 3\n**1 loot point**" in siena


def test_a_league_that_takes_all_strength_leaves_none() -> None:
    state = invaded(hold_alike(begin("lucca", "siena"), Resources(3, 3, 3, 3)))
    text = report_of(state, *(Defend(seat=seat, league=Force(soldiers=3)) for seat in state.communes))
    assert "Strength against it: 0 after the League; city defence 1" in text


def test_the_end_is_reported_with_every_part_of_every_score() -> None:
    state = fortify(found(first(2), "firenze", "military", 2), "firenze", 2)
    state = invaded(city_with(state, "firenze", heroism=(6,), loot=1), 3)
    state = play(state, Defend(seat="lucca"), Defend(seat="firenze", walls=Force(soldiers=1)))
    text = text_of(final_report(observe(state, None), PEOPLE, T))
    assert "🏆 **🟣 Firenze (Bruno) wins.**" in text
    assert "= 3 VP + 0 for notables + 3 for majorities + 6 for heroism − 17 for loot + 0 for the lowest type" in text
    assert "🪙 2 coins · ⚔️ 0 soldiers · 🙏 1 believer · 🔨 3 artisans" in text
    assert "Heroism tokens: 6" in text
    assert "Wall cards: 🟨E🟥M🟦C🟪R 2, 🟥M🟦C 3" in text


def test_the_ranking_puts_the_winner_first_and_equal_seats_in_their_order() -> None:
    for seats in (2, 5):
        observation = observe(whole_game(1, seats)[-1][0], None)
        totals = [score.total for _, score in ranking(observation)]
        assert totals == sorted(totals, reverse=True)
        assert ranking(observation)[0][0] == observation.winner
    tied = observe(stages.over(), None)
    assert ranking(tied)[0][0] == tied.winner


def test_the_start_names_every_seat_and_the_fingerprint() -> None:
    notice = commitment_notice("ab" * 32, people_of(("lucca", "siena")), T)
    check_message(None, [notice])
    assert "🔵 Lucca (" in text_of(notice)
    assert "🟢 Siena (" in text_of(notice)
    assert "`" + "ab" * 32 + "`" in text_of(notice)


def test_the_proof_names_salt_and_fingerprint() -> None:
    text = opened_proof("cd" * 16, "ab" * 32, T)
    check_message(text, [])
    assert "`" + "cd" * 16 + "`" in text
    assert "`" + "ab" * 32 + "`" in text
