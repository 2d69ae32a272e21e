"""Compares what reached each person with what this person may know (law 4)."""

import re
from collections import defaultdict
from collections.abc import Sequence

from bot.game.components import COMMUNES
from bot.game.resources import Resources
from bot.game.state import BONUS_WALL, City, Phase, State
from tests.end_to_end.house import House
from tests.end_to_end.traffic import EVERYBODY, INTERACTION, Sent

CARD = re.compile(r"\b[A-D]\d\d\b")
RESOURCES = re.compile(r"(\d+) coins? · ⚔️ (\d+) soldiers? · 🙏 (\d+) believers? · 🔨 (\d+) artisans?")
HEROISM = re.compile(r"Heroism tokens: ([\d, ]+)")
EPHEMERAL = 64
DEFERRED_ANSWER = 5
COMMUNE_NAMES = {commune.key.capitalize(): commune.key for commune in COMMUNES.values()}
OWN_WORDS = ": your screen| chooses | seals a defence|'s discard:| does not receive |'s card in wall"
OWNED = re.compile(f"({'|'.join(COMMUNE_NAMES)})(?:{OWN_WORDS})")


class Confidence:
    """Watches a game with closed screens; raises at the first word that reaches somebody it is not meant for."""

    def __init__(self) -> None:
        self.before: State | None = None
        self.held: dict[str, set[str]] = defaultdict(set)
        self.searched = 0

    async def __call__(self, house: House, sent: Sequence[Sent]) -> None:
        """Search what was sent in the last step."""
        state, table = await house.state(), await house.table()
        history = await house.bot.tables.reader.history(table)
        for city in state.cities:
            self.held[city.seat].update(own_cards(city))
        if state.phase is not Phase.OVER:
            for letter in sent:
                assert history.salt not in letter.text
                self._search(letter, table.seat_of(letter.reader), state)
        self.before = state

    def _search(self, letter: Sent, seat: str | None, state: State) -> None:
        self.searched += 1
        text = letter.text
        assert letter.reader != EVERYBODY or not INTERACTION.match(letter.request.path), "an answer for all to see"
        assert set(CARD.findall(text)) <= self._known_cards(seat, state), text
        assert {COMMUNE_NAMES[name] for name in OWNED.findall(text)} <= {seat}, text
        assert _resources_in(text) <= self._own(seat, state), text
        assert {tuple(found.split(", ")) for found in HEROISM.findall(text)} <= self._own_tokens(seat, state), text
        if letter.reader == EVERYBODY:
            assert "seal" not in text or state.phase is Phase.INVASION or "have sealed" not in text, text
        body = letter.request.json or {}
        if letter.request.path.endswith("/callback") and body["type"] == DEFERRED_ANSWER:
            assert body["data"]["flags"] == EPHEMERAL

    def _known_cards(self, seat: str | None, state: State) -> set[str]:
        """Cards lie open in the columns; whoever held one knows it."""
        columns = [column for known in (self.before, state) if known for column in known.columns]
        return {card for column in columns for card in column.cards} | (self.held[seat] if seat else set())

    def _own(self, seat: str | None, state: State) -> set[Resources]:
        """What a seat holds, before or after the step."""
        return {known.city(seat).resources for known in (self.before, state) if seat and known}

    def _own_tokens(self, seat: str | None, state: State) -> set[tuple[str, ...]]:
        return {tuple(map(str, known.city(seat).heroism)) for known in (self.before, state) if seat and known}


def own_cards(city: City) -> set[str]:
    """The cards whose ids a seat may know: its hand, and what it put into its walls."""
    return {*city.hand, *(card for section in city.walls for card in section)} - {BONUS_WALL}


def _resources_in(text: str) -> set[Resources]:
    found = (map(int, counts) for counts in RESOURCES.findall(text))
    return {Resources(coins=c, soldiers=s, believers=b, artisans=a) for c, s, b, a in found}
