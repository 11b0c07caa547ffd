/**
 * When effects run, as React has it: at once for what an event changed, so that between a letter
 * and the Enter after it nothing sends what stood there before; else in the next task, so that a
 * tap in between is answered. Preact waits for the next frame with both.
 */
import { options } from "preact";

const EVENTS = ["beforeinput", "click", "input", "change", "keydown", "keyup", "pointerdown"];

/** The next task, also while the clock of timers stands still. */
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];

let isAnswering = false;

options.requestAnimationFrame = (run) => {
  if (isAnswering) queueMicrotask(run);
  else {
    waiting.push(run);
    port2.postMessage(null);
  }
};

port1.addEventListener("message", () => {
  for (const run of waiting.splice(0)) run();
});
port1.start();

for (const kind of EVENTS) addEventListener(kind, begin, { capture: true, passive: true });

function begin(): void {
  if (isAnswering) return;
  isAnswering = true;
  setTimeout(() => {
    isAnswering = false;
  });
}
