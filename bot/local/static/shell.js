// The page round the windows: who plays, whom the bot has called, and what to show. The windows live by themselves.
"use strict";

const LOOK = 600; // ms between two looks at the table
const SOON = 1500; // ms until the windows of the others open too, so that playing as them starts at once
const FACES = ["#5865f2", "#2f8f5b", "#b0672c", "#9a4fb8", "#b8455b"];
const LANGUAGES = new Intl.DisplayNames("en", { type: "language" });
const narrow = window.matchMedia("(max-width: 720px)"); // as in the style: one pane at a time
const small = window.matchMedia("(max-width: 1000px)"); // no room for the steps beside the panes
const part = Object.fromEntries(["people", "steps", "tabs", "panes", "status"].map((id) => [id, document.getElementById(id)]));

let table = null;
let current = null;
const frames = new Map(); // "person pane" -> its iframe, kept so that changing places does not flicker
const seen = new Map(); // "person pane" -> the newest call that was on the screen

const key = (person, pane) => `${person.id} ${pane}`;
const shownPanes = () => (narrow.matches ? [part.panes.dataset.pane] : ["channel", "dm"]);

function called(person, pane) {
  return person[pane].call !== null && person[pane].call !== seen.get(key(person, pane));
}

function remember(person) {
  if (document.hidden) return;
  for (const pane of shownPanes()) seen.set(key(person, pane), person[pane].call);
  localStorage.setItem(`seen ${table.world}`, JSON.stringify([...seen]));
}

function frame(person, pane) {
  const known = frames.get(key(person, pane));
  if (known) return known;
  const made = document.createElement("iframe");
  made.title = `${pane === "channel" ? `#${table.channel}` : "Private chat"} as ${person.name}`;
  made.src = person[pane].address;
  made.classList.toggle("away", person.id !== current.id);
  document.getElementById(pane).append(made);
  frames.set(key(person, pane), made);
  return made;
}

function write(pane, patience = 600) {
  const shown = frame(current, pane);
  const line = shown.contentDocument?.querySelector("#channel-composer-input");
  if (line?.checkVisibility()) line.focus();
  else if (patience && !shown.classList.contains("away")) setTimeout(write, 50, pane, patience - 1); // it still loads
}

function playAs(person) {
  current = person;
  sessionStorage.setItem("playing", person.id);
  for (const pane of ["channel", "dm"]) frame(person, pane);
  for (const [name, made] of frames) made.classList.toggle("away", !name.startsWith(`${person.id} `));
  draw();
  write(shownPanes()[0]);
}

function show(pane) {
  part.panes.dataset.pane = pane;
  draw();
  write(pane);
}

function openTheOthers() {
  for (const person of table.people) for (const pane of ["channel", "dm"]) frame(person, pane);
}

function personButton(person, index) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "person";
  button.dataset.person = person.id;
  button.innerHTML = '<span class="face" aria-hidden="true"></span><span class="who"><span></span><small></small></span>';
  const [face, who] = button.children;
  face.textContent = person.name[0];
  face.style.setProperty("--face", FACES[index % FACES.length]);
  who.firstChild.textContent = person.name;
  who.lastChild.textContent = LANGUAGES.of(person.locale.split("-")[0]);
  button.addEventListener("click", () => playAs(table.people[index]));
  return button;
}

function mark(button, pressed, call) {
  button.setAttribute("aria-pressed", String(pressed));
  button.classList.toggle("called", call);
  if (call) button.setAttribute("aria-description", "The bot has called");
  else button.removeAttribute("aria-description");
}

function draw() {
  remember(current);
  let calls = 0;
  table.people.forEach((person, index) => {
    const button = part.people.children[index];
    const call = called(person, "channel") || called(person, "dm");
    mark(button, person.id === current.id, call);
    calls += call ? 1 : 0;
  });
  for (const button of part.tabs.children) {
    mark(button, button.dataset.pane === part.panes.dataset.pane, called(current, button.dataset.pane));
  }
  document.title = `${calls ? `(${calls}) ` : ""}Comuni, a local table`;
}

function begin(found) {
  for (const made of frames.values()) made.remove();
  frames.clear();
  seen.clear();
  for (const [name, call] of JSON.parse(localStorage.getItem(`seen ${found.world}`) || "[]")) seen.set(name, call);
  part.people.replaceChildren(...found.people.map(personButton));
  document.getElementById("channel-name").textContent = `#${found.channel}`;
  part.steps.open = found.untouched && !small.matches;
}

function say(text) {
  part.status.textContent = text;
  part.status.hidden = !text;
}

async function look() {
  try {
    const answer = await fetch("/table", { cache: "no-store" });
    const found = await answer.json();
    const begun = found.run !== table?.run; // else the server has been started anew, and all windows with it
    table = found;
    if (begun) begin(found);
    const playing = current?.id || sessionStorage.getItem("playing");
    const person = table.people.find((each) => each.id === playing) || table.people[0];
    if (begun) {
      playAs(person);
      setTimeout(openTheOthers, SOON);
    } else {
      current = person;
      draw();
    }
    say("");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // fetch says TypeError when nobody answers
    say("The table is closed. Start it again and this page goes on.");
  } finally {
    setTimeout(look, LOOK);
  }
}

part.tabs.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) show(button.dataset.pane);
});
small.addEventListener("change", () => { part.steps.open = false; });
window.addEventListener("keydown", (event) => {
  const person = event.altKey && table?.people[Number(event.key) - 1];
  if (!person) return;
  event.preventDefault();
  playAs(person);
});
look();
