import { setImmediate as otherWork } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRequestQueue } from "./request-queue.ts";

class Busy extends Error {}

/** Creates requests that the test can end. */
function requests() {
  const turns = createRequestQueue(() => new Busy());
  const running: (() => void)[] = [];
  let most = 0;
  const ask = (ip: string, userId?: string) =>
    turns.take({ ip, userId }, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push(resolve);
      most = Math.max(most, running.length);
      await promise;
    });
  const endAll = async () => {
    do {
      running.shift()?.();
      await otherWork();
    } while (running.length > 0);
  };
  return { ask, endAll, most: () => most };
}

test("at most two of 100 requests from ten accounts run at the same time", async () => {
  const { ask, endAll, most } = requests();
  const all = Array.from({ length: 100 }, (_, index) =>
    ask(`192.0.2.${index % 10}`, `user ${index % 10}`),
  );
  const settled = Promise.allSettled(all);
  await endAll();
  const refused = (await settled).filter(({ status }) => status === "rejected");
  expect(most()).toBe(2);
  expect(refused).toHaveLength(100 - 62);
});

test("a user has at most ten requests across all networks", async () => {
  const { ask, endAll } = requests();
  const all = Array.from({ length: 10 }, (_, index) => ask(`192.0.2.${index}`, "one"));
  await expect(ask("192.0.2.99", "one")).rejects.toThrow(Busy);
  const other = ask("192.0.2.99", "another");
  await endAll();
  await Promise.all([...all, other]);
  const again = ask("192.0.2.99", "one");
  await endAll();
  await again;
});

test("a network that fills the queue is refused without affecting other networks", async () => {
  const { ask, endAll } = requests();
  const crowd = Array.from({ length: 62 }, (_, index) => ask("192.0.2.1", `user ${index}`));
  const settled = Promise.allSettled(crowd);
  await expect(ask("192.0.2.1", "more")).rejects.toThrow(Busy);
  const other = ask("198.51.100.1", "another");
  await endAll();
  await other;
  expect((await settled).filter(({ status }) => status === "rejected")).toHaveLength(1);
});
