"""The page of local play, asked as its scripts ask it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from bot.local.page import Page
from bot.local.simulation import Simulation
from tests.local.trial import PICTURE_SIZE, Trial


class Reader:
    """One browser window on a channel, as one person."""

    def __init__(self, session: aiohttp.ClientSession, page: Page, address: str) -> None:
        self.session = session
        self.page = page
        self.headers = {"X-Simcord-Capability": address.partition("#")[2]}
        self.sequence = 0

    async def open(self) -> "Reader":
        opened = await self.ask("POST", "/api/pages", {})
        self.headers["X-Simcord-Context"] = opened["context"]["id"]
        return self

    async def ask(self, verb: str, path: str, body: Any = None) -> Any:
        async with self.session.request(verb, self.page.address + path[1:], headers=self.headers, json=body) as answer:
            answer.raise_for_status()
            return await answer.json()

    async def state(self) -> dict[str, Any]:
        state: dict[str, Any] = await self.ask("GET", "/api/state")
        return state

    async def act(self, state: dict[str, Any], kind: str, **more: Any) -> dict[str, Any]:
        """Do something on the page as it was drawn in ``state``."""
        self.sequence += 1
        body = {
            "protocol_version": 3,
            "sequence": self.sequence,
            "request_id": f"{self.sequence}",
            "generation": state["context"]["generation"],
            "bot_generation": state["botGeneration"],
            "published_revision": state["publishedRevision"],
            "kind": kind,
            **more,
        }
        receipt: dict[str, Any] = await self.ask("POST", "/api/action", body)
        self.sequence = receipt["expectedSequence"]
        return receipt

    async def run(self, invocation: str, **options: str) -> dict[str, Any]:
        catalog = await self.ask("GET", "/api/commands")
        [entry] = [each for each in catalog["entries"] if each["invocation"] == invocation]
        return await self.act(
            await self.state(),
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )


@pytest_asyncio.fixture
async def page() -> AsyncIterator[Page]:
    async with Simulation(Trial, now=datetime.now(UTC)) as simulation:
        for name, locale in (("Alice", "en-US"), ("Chiara", "it")):
            simulation.person(name, locale=locale)
        served = Page(simulation, simulation.channel("piazza"), 0)
        runner = web.AppRunner(served.app(), shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        served.port = served.windows.port = runner.addresses[0][1]
        await served.open()
        yield served
        await runner.cleanup()


@pytest_asyncio.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as opened:
        yield opened


async def table(session: aiohttp.ClientSession, page: Page) -> Any:
    async with session.get(f"{page.address}table") as answer:
        return await answer.json()


async def readers(session: aiohttp.ClientSession, page: Page, where: str) -> list[Reader]:
    people = (await table(session, page))["people"]
    return [await Reader(session, page, person[where]["address"]).open() for person in people]


async def test_what_one_person_does_another_sees_after_the_next_beat(
    session: aiohttp.ClientSession, page: Page
) -> None:
    alice, chiara = await readers(session, page, "channel")
    await alice.run("table board", title="Siena")
    assert await page.windows.beat()
    [message] = (await chiara.state())["messages"].values()
    assert message["embeds"][0]["title"] == "Siena"
    assert not await page.windows.beat()


async def test_a_private_answer_is_drawn_for_its_owner_alone(session: aiohttp.ClientSession, page: Page) -> None:
    alice, chiara = await readers(session, page, "channel")
    await alice.run("fruit", name="apple", count="2")
    await page.windows.beat()
    assert [message["content"] for message in (await alice.state())["messages"].values()] == ["2 apple, raw"]
    assert (await chiara.state())["messages"] == {}


async def test_the_person_called_in_private_is_marked_and_nobody_else(
    session: aiohttp.ClientSession, page: Page
) -> None:
    alice, _ = await readers(session, page, "channel")
    await alice.run("table whisper", text="psst")
    called = {person["name"]: person["dm"]["call"] for person in (await table(session, page))["people"]}
    assert called["Alice"] is not None
    assert called["Chiara"] is None


async def test_a_mention_in_an_embed_is_a_name(session: aiohttp.ClientSession, page: Page) -> None:
    alice, _ = await readers(session, page, "channel")
    await alice.run("table board")
    [message] = (await alice.state())["messages"].values()
    assert "mention" in str(message["embeds"][0])


async def test_a_button_can_be_pressed_on_a_page_that_is_not_the_newest(
    session: aiohttp.ClientSession, page: Page
) -> None:
    alice, chiara = await readers(session, page, "channel")
    await alice.run("table board")
    await page.windows.beat()
    old = await chiara.state()
    await alice.run("table slow")
    await page.windows.beat()
    assert (await chiara.state())["publishedRevision"] > old["publishedRevision"]
    receipt = await chiara.act(old, "click", **button(old, "Bid"))
    assert not receipt["rejected"]


async def test_a_button_that_has_changed_since_it_was_drawn_is_not_pressed(
    session: aiohttp.ClientSession, page: Page
) -> None:
    alice, chiara = await readers(session, page, "channel")
    await alice.run("table board")
    await page.windows.beat()
    old = await chiara.state()
    await alice.act(await alice.state(), "click", **button(old, "Next"))
    await page.windows.beat()
    await chiara.state()
    receipt = await chiara.act(old, "click", **button(old, "Next"))
    assert receipt["rejected"]
    assert receipt["diagnostics"][0]["code"] == "stale-revision"


def button(state: dict[str, Any], label: str) -> dict[str, str]:
    """How simcord's page names a button of the only message it shows with buttons."""
    for message in state["messages"].values():
        for row in message["components"]:
            for component in row["components"]:
                if component["label"] == label:
                    return {"target_id": message["id"], "control_key": component["control_key"]}
    raise AssertionError(label)


async def test_a_picture_is_described_and_has_its_size_before_it_is_asked_for(
    session: aiohttp.ClientSession, page: Page
) -> None:
    alice, _ = await readers(session, page, "channel")
    await alice.run("table picture")
    state = await alice.state()
    [message] = state["messages"].values()
    image = message["embeds"][0]["image"]
    asset = state["assets"][image["asset_id"]]
    assert image["description"] == "A tall picture"
    assert (asset["displayWidth"], asset["displayHeight"]) == PICTURE_SIZE
    address = f"{page.address}api/assets/{image['asset_id']}"
    async with session.get(address, headers=alice.headers) as answer:
        assert answer.content_type == "image/png"
        assert len(await answer.read()) == message["attachments"][0]["size"]


async def test_a_picture_that_was_replaced_is_not_kept(session: aiohttp.ClientSession, page: Page) -> None:
    alice, _ = await readers(session, page, "channel")
    await alice.run("table picture")
    await page.windows.beat()
    state = await alice.state()
    [message] = state["messages"].values()
    before = len(page.simulation.dump())
    for _ in range(3):
        state = await alice.state()
        assert not (await alice.act(state, "click", **button(state, "Redraw")))["rejected"]
        await page.windows.beat()
    assert len(page.simulation.dump()) - before < message["attachments"][0]["size"]


async def test_another_name_of_this_machine_is_refused(session: aiohttp.ClientSession, page: Page) -> None:
    async with session.get(f"{page.address}table", headers={"Host": "evil.example"}) as answer:
        assert answer.status == 403


async def test_a_browser_asks_again_for_our_files(session: aiohttp.ClientSession, page: Page) -> None:
    async with session.get(f"{page.address}static/frame.js") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"


async def test_without_its_capability_a_window_answers_nothing(session: aiohttp.ClientSession, page: Page) -> None:
    async with session.post(f"{page.address}api/pages", json={}) as answer:
        assert answer.status == 401


@pytest.mark.parametrize(
    "path", ["", "frame", "static/shell.js", "static/follow.js", "static/frame.css", "app.js", "preview.css"]
)
async def test_every_part_of_the_page_is_served(session: aiohttp.ClientSession, page: Page, path: str) -> None:
    async with session.get(page.address + path) as answer:
        assert answer.status == 200
        assert await answer.text()
