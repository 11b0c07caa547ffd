/** Tests that repeated reconnects leak nothing, and that closing ends a pause. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { silentLog } from "../process/log.ts";
import { keepStanding, lineTimes } from "./reconnect.ts";

test("the abort listener is removed after each pause", async () => {
  const closing = new AbortController();
  const listeners: number[] = [];
  await keepStanding({
    log: silentLog,
    times: { ...lineTimes, pauseMsMin: 1, pauseMsMax: 1 },
    closing: closing.signal,
    live() {
      listeners.push(getEventListeners(closing.signal, "abort").length);
      if (listeners.length === 5) closing.abort();
      return Promise.reject(new Error("away"));
    },
  });
  expect(listeners).toEqual([0, 0, 0, 0, 0]);
});

test("closing does not wait for a pause to end", async () => {
  const closing = new AbortController();
  const log = { ...silentLog, warn: () => setImmediate(() => closing.abort()) };
  const live = () => Promise.reject(new Error("away"));
  const times = { ...lineTimes, pauseMsMin: 3_600_000 };
  await expect(
    keepStanding({ log, times, closing: closing.signal, live }),
  ).resolves.toBeUndefined();
});
