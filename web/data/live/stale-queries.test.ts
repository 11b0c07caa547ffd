/** Tests which queries an event refetches, and the maximum rate. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setChatOpen } from "./chat-state.ts";
import { createPacedQueries, type PacedQueries } from "./paced-queries.ts";
import { applyEvent } from "./stale-queries.ts";

let queryClient: QueryClient;
let paced: PacedQueries;
let refetched: string[];
/** Simulated duration of a request, in milliseconds. */
let answerMs: number;

beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient();
  paced = createPacedQueries(queryClient);
  refetched = [];
  answerMs = 0;
});

afterEach(() => {
  paced.close();
  queryClient.clear();
  setChatOpen(false);
  vi.useRealTimers();
});

/** Mounts the queries and waits for their first responses. */
async function show(...keys: readonly (readonly string[])[]): Promise<void> {
  for (const queryKey of keys)
    new QueryObserver(queryClient, {
      queryKey,
      async queryFn() {
        refetched.push(queryKey.join(" "));
        await new Promise((resolve) => setTimeout(resolve, answerMs));
        return refetched.length;
      },
    }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(answerMs);
  refetched.splice(0);
}

const say = (chatId: string, what: "message" | "typing" | "read", isOwn = false) =>
  applyEvent(queryClient, { type: "event", topic: "chat", data: { chatId, what, isOwn } }, paced);

const settle = () => vi.advanceTimersByTimeAsync(10);

const OWN = [
  ["getChat", "pages"],
  ["getChat", "unread"],
] as const;
const DESK = [
  ["getDeskChat", "open"],
  ["getDeskChat", "open", "writer"],
  ["listInbox", "open"],
] as const;

describe("a chat", () => {
  test("in which somebody types is refetched only where it is open", async () => {
    await show(...OWN, ...DESK);
    say("another", "typing");
    await settle();
    expect(refetched).toEqual([]);
    say("open", "typing");
    await settle();
    expect(refetched).toEqual(["getDeskChat open"]);
    say("own", "typing", true);
    await settle();
    expect(refetched).toEqual(["getDeskChat open"]);
    setChatOpen(true);
    say("own", "typing", true);
    await settle();
    expect(refetched).toEqual(["getDeskChat open", "getChat pages"]);
  });

  test("with new read marks refetches the unread counts of the reading side", async () => {
    await show(...OWN, ...DESK);
    say("another", "read");
    await settle();
    expect(refetched).toEqual(["listInbox open"]);
    refetched.splice(0);
    say("own", "read", true);
    await settle();
    expect(refetched).toEqual(["getChat pages", "getChat unread"]);
  });

  test("with a new message is refetched together with the inbox", async () => {
    await show(...OWN, ...DESK);
    say("open", "message");
    await settle();
    expect(refetched).toEqual(["getDeskChat open", "getDeskChat open writer", "listInbox open"]);
  });
});

test("ten busy conversations cause at most two requests per second for each query", async () => {
  await show(...OWN, ...DESK);
  for (let tick = 0; tick < 600; tick += 1) {
    const chatId = tick % 10 === 0 ? "open" : `chat ${tick % 10}`;
    say(chatId, "typing");
    say(chatId, "message");
    await vi.advanceTimersByTimeAsync(100);
  }
  const of = (name: string) => refetched.filter((one) => one === name).length;
  expect(of("listInbox open")).toBeGreaterThan(25);
  expect(of("listInbox open")).toBeLessThanOrEqual(31);
  expect(of("getDeskChat open")).toBeLessThanOrEqual(121);
  expect(refetched.filter((one) => one.startsWith("getChat"))).toEqual([]);
  // The last of many events must also trigger a refetch.
  refetched.splice(0);
  say("another", "message");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(of("listInbox open")).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(of("listInbox open")).toBe(1);
});

test("withdrawal events refetch the queue at most every two seconds", async () => {
  await show(["listWithdrawalQueue", "waiting"], ["listWithdrawals"], ["listInbox", "open"]);
  const news = { type: "event", topic: "admin", data: { what: "withdrawals" } } as const;
  for (let tick = 0; tick < 10; tick += 1) {
    applyEvent(queryClient, news, paced);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(new Set(refetched)).toEqual(new Set(["listWithdrawalQueue waiting"]));
  expect(refetched.length).toBeLessThanOrEqual(6);
});

test("a pending adjustment does not refetch the wallet", async () => {
  await show(["getWallet"], ["getMining"], ["listEntries"], ["listAdjustments", "waiting"]);
  const news = { type: "event", topic: "me", data: { what: "adjustments" } } as const;
  applyEvent(queryClient, news, paced);
  await settle();
  expect(refetched).toEqual(["listAdjustments waiting"]);
});

describe("a new estimate of mining earnings", () => {
  const ESTIMATE = { type: "event", topic: "mining", data: { estimatedDailySats: 7 } } as const;
  const KEY = ["getMining"];
  const stateOf = () => queryClient.getQueryState(KEY);

  test("replaces only the estimate", async () => {
    queryClient.setQueryData(KEY, { isActive: true, estimatedDailySats: 5 });
    const readAt = Date.now();
    await vi.advanceTimersByTimeAsync(5_000);
    applyEvent(queryClient, ESTIMATE, paced);
    expect(stateOf()).toMatchObject({
      data: { isActive: true, estimatedDailySats: 7 },
      dataUpdatedAt: readAt,
    });
  });

  test("keeps invalidated data marked as invalid", async () => {
    queryClient.setQueryData(KEY, { isActive: false, estimatedDailySats: 5 });
    applyEvent(queryClient, { type: "event", topic: "me", data: { what: "mining" } }, paced);
    await settle();
    applyEvent(queryClient, ESTIMATE, paced);
    expect(stateOf()?.isInvalidated).toBe(true);
    await show(KEY);
    expect(stateOf()?.isInvalidated).toBe(false);
  });

  test("is ignored if no data is loaded", () => {
    applyEvent(queryClient, ESTIMATE, paced);
    expect(stateOf()).toBeUndefined();
  });
});

test("shares from a user's miners do not refetch contract pages", async () => {
  await show(["getMining"], ["listWorkers"], ["getWorker", "one", "day"], ["getWallet"]);
  applyEvent(queryClient, { type: "event", topic: "me", data: { what: "workers" } }, paced);
  await settle();
  expect(refetched).toEqual(["listWorkers", "getWorker one day"]);
});

test("a request that is slower than the events still finishes", async () => {
  answerMs = 5_000;
  await show(["listMailbox"]);
  const news = { type: "event", topic: "me", data: { what: "mailbox" } } as const;
  for (let second = 0; second < 20; second += 1) {
    applyEvent(queryClient, news, paced);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const { dataUpdateCount = 0 } = queryClient.getQueryState(["listMailbox"]) ?? {};
  expect(dataUpdateCount).toBeGreaterThanOrEqual(4);
  expect(refetched.length).toBeLessThanOrEqual(5);
});

test("nothing is requested after the stream is closed", async () => {
  await show(["listInbox", "open"]);
  say("one", "message");
  say("two", "message");
  await settle();
  paced.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refetched).toEqual(["listInbox open"]);
});
