/**
 * Tests the queue of the password hasher: every owner gets a turn before any owner gets a second
 * turn.
 */
import { expect, test } from "vitest";
import { createFairQueue } from "#platform";

const busy = () => new Error("busy");
const queue = (waitingMax: number) => createFairQueue({ atOnceMax: 1, waitingMax, busy });

/**
 * Requests all turns at the same time. Returns the owners whose tasks ran, in order, and the owners
 * whose tasks were refused.
 */
async function served(networks: readonly string[], waitingMax: number) {
  const { take, depth } = queue(waitingMax);
  const order: string[] = [];
  const refused: string[] = [];
  const ask = (whose: string) =>
    take(whose, async () => void order.push(whose)).catch(() => void refused.push(whose));
  await Promise.all(networks.map(ask));
  expect(depth()).toBe(0);
  return { order, refused };
}

test("every owner is served once before any is served twice", async () => {
  const { order } = await served(["a", "a", "a", "a", "b", "c", "b"], 10);
  expect(order).toEqual(["a", "b", "c", "a", "b", "a", "a"]);
});

test("a full queue refuses a task of the owner with the most tasks", async () => {
  const flood = Array.from({ length: 50 }, () => "flood");
  const { order, refused } = await served([...flood, "ada", "bob"], 8);
  expect(order.slice(0, 3)).toEqual(["flood", "ada", "bob"]);
  expect(refused).toHaveLength(50 - 1 - 8 + 2);
  expect(new Set(refused)).toEqual(new Set(["flood"]));
});

test("only the owner that filled the queue is told that it is full", async () => {
  const { take, hasPlace } = queue(2);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const all = Array.from({ length: 3 }, () => {
    expect(hasPlace("flood")).toBe(true);
    return take("flood", () => over);
  });
  expect([hasPlace("flood"), hasPlace("ada")]).toEqual([false, true]);
  end();
  await Promise.all(all);
});

test("the newest task is refused if all owners have the same number of tasks", async () => {
  const { order, refused } = await served(["a", "b", "c", "d"], 2);
  expect([order, refused]).toEqual([["a", "b", "c"], ["d"]]);
});

test("a failed task does not block the queue", async () => {
  const { take, depth } = queue(2);
  const failing = take("a", () => Promise.reject(new Error("failed")));
  const after = take("a", () => Promise.resolve("served"));
  await expect(failing).rejects.toThrow("failed");
  expect(await after).toBe("served");
  expect(depth()).toBe(0);
});
