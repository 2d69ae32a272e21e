// What simcord's preview lacks for play. This runs before its own scripts, which it leaves as they are.
"use strict";

const ASLEEP = 150; // ms between two looks whether a hidden window is on the screen again
const FAILURES = [
  ["Action was not completed", "The bot gave no answer, or the message has just changed. Look, and try again."],
  ["Action outcome uncertain", "The bot has not finished. Look whether it worked before you try again."],
];

// ---- A hidden window asks for nothing; one that the server has forgotten begins anew.
const ask = window.fetch.bind(window);
window.fetch = async (address, options) => {
  while (address === "/api/state" && window.frameElement?.checkVisibility({ visibilityProperty: true }) === false) {
    await new Promise((resolve) => setTimeout(resolve, ASLEEP));
  }
  const answer = await ask(address, options);
  if (answer.status === 410) location.reload();
  return answer;
};

// ---- Times are the reader's: simcord knows no other zone than the one it was started with.
Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
  construct: (Format, [locale, options]) => new Format(locale, { ...options, timeZone: undefined }),
});

// ---- The command line, with the keys as in Discord.
const activeSuggestion = () => document.querySelector(".command-popup:not([hidden]) .command-suggestion.is-active");
const missingOption = () => [...document.querySelectorAll('.command-option-input[aria-label$=", required"]')].find((field) => !field.value);
const press = (target, name) => target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
let chose = false; // whether the arrows were used since the last other key

document.addEventListener("focusin", ({ target }) => {
  const asks = target.matches(".command-option-input[aria-autocomplete]") && !target.value;
  if (asks) target.dispatchEvent(new InputEvent("input", { bubbles: true })); // suggestions before the first letter
});

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.altKey && /^[1-9]$/.test(key)) {
    event.preventDefault();
    window.parent.dispatchEvent(new KeyboardEvent("keydown", { key, altKey: true }));
  }
  if (!event.isComposing && !event.shiftKey && target.matches(".command-chip, .command-option-input")) {
    if (key === "Enter") enter(event);
    if (key === "Tab") tab(event);
  }
  chose = key === "ArrowDown" || key === "ArrowUp";
}, true);

// simcord's Enter takes the first suggestion whatever was typed, so that a command could never be sent.
function enter(event) {
  const { target } = event;
  const suggestion = activeSuggestion();
  const taken = suggestion?.dataset.value === target.value;
  const onlyOptional = target.matches(".command-chip") && !chose;
  const missing = missingOption();
  if (suggestion && !onlyOptional && !(taken && !chose)) return;
  if (suggestion) press(target, "Escape"); // close the list: what follows is for the command
  if (missing && missing !== target) {
    event.preventDefault();
    event.stopImmediatePropagation();
    missing.focus();
  }
}

// Tab takes what is suggested for what was typed, and goes on.
function tab(event) {
  const { target } = event;
  const suggestion = activeSuggestion();
  if (!suggestion || !target.value || suggestion.dataset.value === target.value) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  press(target, "Enter");
  if (document.activeElement === target) missingOption()?.focus();
}

// ---- The newest message stays in sight, also while the command line grows, until the reader scrolls away.
const NEAR = 40; // px
function follow(timeline, list, composer) {
  let following = true;
  let touched = 0;
  const toEnd = () => { if (following) timeline.scrollTop = timeline.scrollHeight; };
  for (const gesture of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    timeline.addEventListener(gesture, () => { touched = Date.now(); }, { passive: true });
  }
  timeline.addEventListener("scroll", () => {
    const near = timeline.scrollHeight - timeline.clientHeight - timeline.scrollTop < NEAR;
    if (near || Date.now() - touched < 500) following = near;
  });
  composer.addEventListener("keydown", ({ key }) => { following ||= key === "Enter"; }, true);
  const observer = new ResizeObserver(toEnd);
  observer.observe(timeline);
  observer.observe(list);
}

// ---- What simcord draws, with what Discord adds.
const dismissed = new Set(JSON.parse(sessionStorage.getItem("dismissed") || "[]"));

function dress(note) {
  const message = note.closest(".channel-message");
  if (!message || note.querySelector("button")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Dismiss";
  button.addEventListener("click", () => {
    dismissed.add(message.dataset.messageId);
    sessionStorage.setItem("dismissed", JSON.stringify([...dismissed]));
    message.classList.add("is-dismissed");
  });
  note.append(" ·", button);
  message.classList.add("is-private");
  message.classList.toggle("is-dismissed", dismissed.has(message.dataset.messageId));
}

let toldLast = "";

function tell(status) {
  if (status === toldLast) return; // simcord writes it again and again
  toldLast = status;
  document.querySelector(".told")?.remove();
  const failure = FAILURES.find(([start]) => status.startsWith(start));
  if (!failure) return;
  const told = document.createElement("p");
  told.className = "told";
  told.setAttribute("role", "alert");
  told.textContent = failure[1];
  told.addEventListener("click", () => told.remove());
  document.body.append(told);
  setTimeout(() => told.remove(), 6000);
}

document.addEventListener("DOMContentLoaded", () => {
  const composer = document.getElementById("channel-composer");
  const line = document.getElementById("channel-composer-input");
  const status = document.getElementById("action-status");
  const list = document.getElementById("channel-message-list");
  if (window.frameElement?.closest("#dm")) {
    document.getElementById("channel-empty").textContent = "What the bot has to say to this person alone, it says here.";
  } else {
    document.getElementById("channel-empty").textContent = "Type /comuni new and press Enter to open a table.";
  }
  follow(document.getElementById("channel-timeline"), list, composer);
  new MutationObserver(() => list.querySelectorAll(".message-ephemeral-note").forEach(dress))
    .observe(list, { childList: true, subtree: true });
  new MutationObserver(() => tell(status.textContent)).observe(status, { childList: true });
  new MutationObserver(() => {
    const lost = document.hasFocus() && document.activeElement === document.body;
    if (lost && line.isConnected) line.focus(); // the command is sent, the next can be typed
  }).observe(composer, { childList: true, subtree: true });
});
