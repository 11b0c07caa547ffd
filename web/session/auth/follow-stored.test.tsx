/** Tests a tab's stored session before the client is loaded, and when the client is loaded. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followStored } from "./follow-stored.ts";
import { storageKey } from "./stored-session.ts";

const USER = { id: "00000000-0000-4000-8000-000000000001", email: "ada@sample.test" };
const HOUR_S = 3_600;

let users: string[];
let requestCount: number;
let failures: unknown[];
let stop = () => {};
/** Sends messages like the clients in other tabs. */
let otherTab: BroadcastChannel;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  localStorage.clear();
  users = [];
  requestCount = 0;
  failures = [];
  otherTab = new BroadcastChannel(storageKey());
});

afterEach(() => {
  stop();
  otherTab.close();
  vi.useRealTimers();
});

function keep(number: number, leftS: number): object {
  const claims = btoa(JSON.stringify({ sub: USER.id, number }));
  const session = {
    access_token: `${btoa("{}")}.${claims}.x`,
    refresh_token: "r",
    expires_at: Math.floor(Date.now() / 1000) + leftS,
    user: USER,
  };
  localStorage.setItem(storageKey(), JSON.stringify(session));
  return session;
}

async function follow(needClient = () => Promise.resolve()): Promise<void> {
  stop = followStored(
    (event, session) => users.push(`${event} ${session?.user.id ?? "nobody"}`),
    () => {
      requestCount += 1;
      return needClient();
    },
    (error) => failures.push(error),
  );
  await Promise.resolve();
  expect(users.splice(0)).toEqual([`INITIAL_SESSION ${USER.id}`]);
}

function speak(event: string, session: object | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  otherTab.postMessage({ event, session });
}

const tell = async (event: string, session: object | null) => {
  const before = users.length;
  speak(event, session);
  await vi.waitUntil(() => users.length > before, 15_000);
};

test("the client is not loaded until five minutes before the token expires", async () => {
  keep(1, HOUR_S);
  await follow();
  await vi.advanceTimersByTimeAsync((HOUR_S - 301) * 1_000);
  expect(requestCount).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requestCount).toBe(1);
  expect(users).toEqual([]);
});

test("the client is loaded at once for a token that expires sooner", async () => {
  keep(1, 200);
  await follow();
  expect(requestCount).toBe(1);
});

test("a session renewed by another tab continues without the client", async () => {
  keep(1, HOUR_S);
  await follow();
  await vi.advanceTimersByTimeAsync((HOUR_S - 400) * 1_000);
  await tell("TOKEN_REFRESHED", keep(2, HOUR_S));
  await vi.advanceTimersByTimeAsync(600_000);
  expect([users, requestCount]).toEqual([[`TOKEN_REFRESHED ${USER.id}`], 0]);
});

test("a session renewed without a message is found when the old token expires", async () => {
  keep(1, HOUR_S);
  await follow();
  await vi.advanceTimersByTimeAsync(1_000_000);
  keep(2, HOUR_S);
  await vi.advanceTimersByTimeAsync((HOUR_S - 1_200) * 1_000);
  expect([users, requestCount]).toEqual([[`SIGNED_IN ${USER.id}`], 0]);
});

test("a sign-out in another tab is detected without the client", async () => {
  keep(1, HOUR_S);
  await follow();
  localStorage.clear();
  await tell("SIGNED_OUT", null);
  expect([users, requestCount]).toEqual([["SIGNED_OUT nobody"], 0]);
});

test("a tab that becomes visible switches to the newly signed-in user", async () => {
  keep(1, HOUR_S);
  await follow();
  keep(2, HOUR_S);
  document.dispatchEvent(new Event("visibilitychange"));
  expect([users, requestCount]).toEqual([[`SIGNED_IN ${USER.id}`], 0]);
});

test("loading the client is retried until the session ends", async () => {
  keep(1, 310);
  await follow(() => Promise.reject(new Error("no answer")));
  await vi.advanceTimersByTimeAsync(180_000);
  expect(requestCount).toBeGreaterThan(10);
  expect(failures).toEqual([]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(failures).toEqual([new Error("no answer")]);
  const tries = requestCount;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestCount).toBe(tries);
});

test("the client is not loaded after stopping", async () => {
  keep(1, 310);
  await follow();
  stop();
  speak("SIGNED_OUT", null);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([users, requestCount]).toEqual([[], 0]);
});
