import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSlices, type Slice } from "./time-slices.ts";

function burn(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

/** Works for `ms` milliseconds in slices and calls `note` for each slice. */
async function work(slice: Slice, ms: number, note: () => void): Promise<void> {
  for (let remainingMs = ms; remainingMs > 0; remainingMs -= 0.5) {
    if (slice.isOver()) {
      await slice.next();
      note();
    }
    burn(0.5);
  }
}

test("only one of many tasks gets a slice between two turns of the event loop", async () => {
  const slices = createSlices();
  let inTurn = 0;
  let most = 0;
  const stopping = new AbortController();
  const watch = (async () => {
    while (!stopping.signal.aborted) {
      inTurn = 0;
      await turn();
      most = Math.max(most, inTurn);
    }
  })();
  const tasks = Array.from({ length: 20 }, () =>
    work(slices.begin(), 6, () => {
      inTurn += 1;
    }),
  );
  await Promise.all(tasks);
  stopping.abort();
  await watch;
  expect(most).toBeLessThanOrEqual(2);
});

test("tasks receive slices in round-robin order", async () => {
  const slices = createSlices();
  const order: string[] = [];
  await Promise.all(["a", "b"].map((name) => work(slices.begin(), 9, () => void order.push(name))));
  expect(order.slice(0, 6)).toEqual(["a", "b", "a", "b", "a", "b"]);
});

test("a task leaves most of the time to other work", async () => {
  const slices = createSlices();
  const stopping = new AbortController();
  let turns = 0;
  const others = (async () => {
    while (!stopping.signal.aborted) {
      burn(1);
      turns += 1;
      await turn();
    }
  })();
  const startedAt = performance.now();
  await work(slices.begin(), 30, () => undefined);
  stopping.abort();
  await others;
  expect(performance.now() - startedAt).toBeGreaterThan(60);
  expect(turns).toBeGreaterThan(30);
});
