// What the channel's list of messages shows: the newest one, until the reader scrolls away; and what they asked for.
"use strict";

const NEAR = 40; // px from the end that count as the end
const HANDS_ON = 500; // ms after a gesture in which it is the reader who scrolls
const SETTLES = 500; // ms after a change of size in which simcord scrolls to where it thinks the reader was
const PRESSABLE = ".component-button, .preview-select, .modal-root"; // what the bot answers to
const NO_GESTURE = `button, input, ${PRESSABLE}`; // what is touched here is not for scrolling

function follow(timeline, list, composer) {
  let following = true;
  let touched = 0;
  let resized = 0;
  let asked = null; // the message that was pressed, and which one was the newest then

  const newest = () => list.querySelector(".channel-message:last-child")?.dataset.messageId;
  const toEnd = () => { if (following) timeline.scrollTop = timeline.scrollHeight; };
  const touch = () => { touched = Date.now(); };
  const ask = (from) => { asked = { message: from.closest(".channel-message"), newest: newest() }; };

  function answered() {
    if (asked && newest() !== asked.newest) {
      following = true;
      asked = null;
    }
    toEnd();
    if (!following) asked?.message?.scrollIntoView({ block: "nearest" }); // a panel that has changed where it stands
  }

  for (const gesture of ["wheel", "touchmove"]) timeline.addEventListener(gesture, touch, { passive: true });
  timeline.addEventListener("pointerdown", ({ target }) => { if (!target.closest(NO_GESTURE)) touch(); });
  timeline.addEventListener("keydown", ({ target }) => { if (!target.closest(PRESSABLE)) touch(); });
  timeline.addEventListener("scroll", () => {
    const near = timeline.scrollHeight - timeline.clientHeight - timeline.scrollTop < NEAR;
    const byHand = Date.now() - touched < HANDS_ON;
    if (byHand) touch(); // a swipe goes on scrolling when the finger is gone
    if (byHand) asked = null;
    const bySimcord = !byHand && Date.now() - resized < SETTLES;
    if (near || !bySimcord) following = near;
    else toEnd();
  });
  document.addEventListener("click", ({ target }) => { if (target.closest(PRESSABLE)) ask(target); }, true);
  document.addEventListener("submit", ({ target }) => { if (target.closest(PRESSABLE)) ask(target); }, true);
  composer.addEventListener("keydown", ({ key }) => { following ||= key === "Enter"; }, true);

  // A picture that comes late, or a command line that grows, takes room: both change a size.
  const sizes = new ResizeObserver(() => {
    resized = Date.now();
    toEnd();
  });
  sizes.observe(timeline);
  sizes.observe(list);
  new MutationObserver(answered).observe(list, { childList: true, subtree: true });
}
