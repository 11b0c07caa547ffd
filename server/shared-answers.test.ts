import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBus } from "#platform";
import { shareUntilEvent } from "./shared-answers.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns a function that counts its calls. Each call waits until it is released. */
function counted() {
  const bus = createBus();
  const waiting: (() => void)[] = [];
  let times = 0;
  const ask = shareUntilEvent(bus, async () => {
    times += 1;
    const answer = times;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return answer;
  });
  const letGo = () => {
    for (const go of waiting.splice(0)) go();
  };
  const now = async () => {
    const answer = ask();
    letGo();
    return answer;
  };
  return { ask, bus, letGo, now };
}

test("callers share a response while it is computed and for a second afterwards", async () => {
  const { ask, letGo, now } = counted();
  const concurrent = [ask(), ask()];
  letGo();
  expect(await Promise.all(concurrent)).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(999);
  expect(await now()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await now()).toBe(2);
});

test("an event invalidates the shared response, even while it is computed", async () => {
  const { ask, bus, letGo, now } = counted();
  const old = ask();
  bus.publish("terms", { what: "banner" });
  const fresh = ask();
  letGo();
  expect(await Promise.all([old, fresh])).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(500);
  expect(await now()).toBe(2);
  bus.publish("block", { height: 1, hash: "" });
  expect(await now()).toBe(3);
});

test("a failure is not shared", async () => {
  const answers = [Promise.reject(new Error("no")), Promise.resolve("yes")];
  const ask = shareUntilEvent(createBus(), () => answers.shift() ?? Promise.resolve("more"));
  await expect(ask()).rejects.toThrow("no");
  expect(await ask()).toBe("yes");
});
