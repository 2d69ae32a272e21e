// What simcord's preview lacks for play. This runs before its own scripts, which it leaves as they are.
"use strict";

const ASLEEP = 150; // ms between two looks whether a hidden window is on the screen again
const SOON = 30; // ms until what had to wait is tried again
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
// simcord drops what is sent or pressed while something else is on its way, a suggestion for instance. We wait.
function hold(event, again) {
  const now = window.simcordPreview;
  if (!now.pendingAction && !(now.awaitingRevision > now.publishedRevision)) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  setTimeout(again, SOON);
  return true;
}

// Where the message has changed meanwhile, another button stands in the same place: only the one that was meant is pressed.
document.addEventListener("click", (event) => {
  const pressed = event.target.closest(".component-button, .select-option");
  if (!pressed) return;
  const { dataset: { controlKey }, id, textContent } = pressed;
  hold(event, () => {
    const now = id ? document.getElementById(id) : document.querySelector(`[data-control-key="${CSS.escape(controlKey)}"]`);
    if (now?.textContent === textContent) now.click();
  });
}, true);
document.addEventListener("submit", (event) => hold(event, () => event.target.requestSubmit()), true);

let chose = false; // whether the arrows were used since the last other key
let took = null; // the option for which a suggestion is being taken

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
  if (key === "Enter" && target.matches(".select-trigger[aria-expanded=true]")) send(event);
  if (key === "Enter" && target.id === "channel-composer-input" && !document.querySelector(".command-entry")) send(event);
  if (!event.isComposing && !event.shiftKey && target.closest(".command-row")) {
    if (key === "Enter" && !target.matches(".command-ghost")) enter(event);
    else if (key === "Enter" && !chose) sendFrom(event);
    if (key === "Tab") tab(event);
  }
  chose = key === "ArrowDown" || key === "ArrowUp";
}, true);

const send = (event) => hold(event, () => press(document.activeElement, "Enter"));

// simcord's Enter takes the first suggestion whatever was typed, so that some commands could never be sent.
function enter(event) {
  const { target } = event;
  if (!target.matches(".command-chip, .command-option-input")) return;
  const suggestion = activeSuggestion();
  const typedInFull = suggestion?.dataset.value === target.value && !chose;
  const onlyOptional = target.matches(".command-chip") && !chose;
  if (suggestion && !typedInFull && !onlyOptional) {
    took = target.dataset.option;
    return;
  }
  if (suggestion) press(target, "Escape"); // close the list: what follows is for the command
  const missing = missingOption();
  if (missing && missing !== target) {
    event.preventDefault();
    event.stopImmediatePropagation();
    missing.focus();
  } else send(event);
}

// Enter on "+1 more": nothing more is wanted.
function sendFrom(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  press(event.target, "Escape");
  const chip = document.querySelector(".command-chip");
  chip.focus();
  press(chip, "Enter");
}

// simcord opens the list again for what was just taken from it.
function closeAgain() {
  const option = took;
  took = null;
  if (option && document.activeElement.dataset.option === option) press(document.activeElement, "Escape");
}

document.addEventListener("click", ({ target }) => {
  if (target.closest(".command-suggestion")) took = document.querySelector(".command-pill.is-focused")?.dataset.option;
}, true);
window.addEventListener("click", closeAgain);
window.addEventListener("keydown", closeAgain);

// Tab takes what is suggested for what was typed, or goes to the next option, last to those that may be added.
function tab(event) {
  const { target } = event;
  const suggestion = activeSuggestion();
  const adding = suggestion?.querySelector(".command-suggestion-ellipsis");
  const completing = target.value && suggestion && suggestion.dataset.value !== target.value;
  const last = !target.closest(".command-pill")?.nextElementSibling?.matches(".command-pill");
  if (!adding && !completing && !last) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  chose = true;
  if (adding || completing) press(target, "Enter");
  if (!adding) goOn(target);
}

function goOn(from) {
  const missing = missingOption();
  const addable = document.querySelector(".command-ghost");
  if (missing && missing !== from) missing.focus();
  else if (addable) {
    addable.focus();
    addable.click();
  }
}

// ---- A form begins in its first field, where simcord puts the cursor on the cross that closes it; and after it one
// can type, where simcord goes to a button that may be another one by now, and a second Enter would press it.
let sent = false;

document.addEventListener("submit", ({ target }) => { sent = target.matches(".modal-root *"); });
document.addEventListener("focusin", ({ target, relatedTarget }) => {
  const dialog = target.closest(".modal-dialog");
  if (target.matches(".modal-close") && !relatedTarget?.closest(".modal-dialog")) dialog.querySelector(".modal-input")?.focus();
  if (dialog) return;
  if (sent && target.matches(".component-button")) document.getElementById("channel-composer-input").focus();
  sent = false;
});

// ---- What simcord draws, with what Discord adds.
const dismissed = new Set(JSON.parse(sessionStorage.getItem("dismissed") || "[]"));

function addButton(note, text, press) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = text.toLowerCase();
  button.textContent = text;
  button.addEventListener("click", press);
  note.append(button);
}

function dress(note) {
  const message = note.closest(".channel-message");
  if (!message || note.querySelector("button")) return;
  addButton(note, "Show", () => message.classList.add("is-open"));
  addButton(note, "Dismiss", () => {
    dismissed.add(message.dataset.messageId);
    sessionStorage.setItem("dismissed", JSON.stringify([...dismissed]));
    message.classList.add("is-dismissed");
  });
  message.classList.add("is-private");
  message.classList.toggle("is-dismissed", dismissed.has(message.dataset.messageId));
}

// The button round a picture has a name of simcord's, so that the picture itself would not be read out.
function describe(picture) {
  const name = `${picture.alt} (enlarge)`;
  const button = picture.closest("button");
  if (button && button.ariaLabel !== name) button.ariaLabel = name;
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
    document.getElementById("channel-empty").textContent = "Type /comuni new and press Enter twice to open a table.";
  }
  follow(document.getElementById("channel-timeline"), list, composer);
  new MutationObserver(() => {
    list.querySelectorAll(".message-ephemeral-note").forEach(dress);
    list.querySelectorAll(".embed-image[alt]").forEach(describe);
  }).observe(list, { childList: true, subtree: true });
  new MutationObserver(() => tell(status.textContent)).observe(status, { childList: true });
  new MutationObserver(() => {
    const lost = document.hasFocus() && document.activeElement === document.body;
    if (lost && line.isConnected) line.focus(); // the command is sent, the next can be typed
  }).observe(composer, { childList: true, subtree: true });
});
