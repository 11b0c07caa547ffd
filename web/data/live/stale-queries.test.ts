/** What news make the browser ask for again, and how often at most. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setChatOpen } from "./chat-state.ts";
import { createPacedQueries, type PacedQueries } from "./paced-queries.ts";
import { applyEvent } from "./stale-queries.ts";

let queryClient: QueryClient;
let paced: PacedQueries;
let refetched: string[];
/** How long an answer takes. */
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

/** On the screen, and read once. */
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
  test("in which somebody types is read again only where it is open", async () => {
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

  test("in which something was read changes the counts of what is unread, an administrator's own only by his own", async () => {
    await show(...OWN, ...DESK);
    say("another", "read");
    await settle();
    expect(refetched).toEqual(["listInbox open"]);
    refetched.splice(0);
    say("own", "read", true);
    await settle();
    expect(refetched).toEqual(["getChat pages", "getChat unread"]);
  });

  test("in which something was written is read again with the inbox", async () => {
    await show(...OWN, ...DESK);
    say("open", "message");
    await settle();
    expect(refetched).toEqual(["getDeskChat open", "getDeskChat open writer", "listInbox open"]);
  });
});

test("ten conversations in which everybody types and writes cost an administrator a request a second for each query", async () => {
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
  // The last word is not lost.
  refetched.splice(0);
  say("another", "message");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(of("listInbox open")).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(of("listInbox open")).toBe(1);
});

test("what everybody asks for costs an administrator the queue every two seconds, and nobody else's list", async () => {
  await show(["listWithdrawalQueue", "waiting"], ["listWithdrawals"], ["listInbox", "open"]);
  const news = { type: "event", topic: "admin", data: { what: "withdrawals" } } as const;
  for (let tick = 0; tick < 10; tick += 1) {
    applyEvent(queryClient, news, paced);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(new Set(refetched)).toEqual(new Set(["listWithdrawalQueue waiting"]));
  expect(refetched.length).toBeLessThanOrEqual(6);
});

test("a correction that waits for administrators costs nobody the wallet again", async () => {
  await show(["getWallet"], ["getMining"], ["listEntries"], ["listAdjustments", "waiting"]);
  const news = { type: "event", topic: "me", data: { what: "adjustments" } } as const;
  applyEvent(queryClient, news, paced);
  await settle();
  expect(refetched).toEqual(["listAdjustments waiting"]);
});

describe("a new estimate of what mining earns", () => {
  const ESTIMATE = { type: "event", topic: "mining", data: { estimatedDailySats: 7 } } as const;
  const KEY = ["getMining"];
  const stateOf = () => queryClient.getQueryState(KEY);

  test("is shown with all else that was read, which gets no younger by it", async () => {
    queryClient.setQueryData(KEY, { isActive: true, estimatedDailySats: 5 });
    const readAt = Date.now();
    await vi.advanceTimersByTimeAsync(5_000);
    applyEvent(queryClient, ESTIMATE, paced);
    expect(stateOf()).toMatchObject({
      data: { isActive: true, estimatedDailySats: 7 },
      dataUpdatedAt: readAt,
    });
  });

  test("leaves an answer that news made old to be read again", async () => {
    queryClient.setQueryData(KEY, { isActive: false, estimatedDailySats: 5 });
    applyEvent(queryClient, { type: "event", topic: "me", data: { what: "mining" } }, paced);
    await settle();
    applyEvent(queryClient, ESTIMATE, paced);
    expect(stateOf()?.isInvalidated).toBe(true);
    await show(KEY);
    expect(stateOf()?.isInvalidated).toBe(false);
  });

  test("makes no answer where none was read", () => {
    applyEvent(queryClient, ESTIMATE, paced);
    expect(stateOf()).toBeUndefined();
  });
});

test("shares of one's machines cost no page of contracts anything", async () => {
  await show(["getMining"], ["listWorkers"], ["getWorker", "one", "day"], ["getWallet"]);
  applyEvent(queryClient, { type: "event", topic: "me", data: { what: "workers" } }, paced);
  await settle();
  expect(refetched).toEqual(["listWorkers", "getWorker one day"]);
});

test("an answer that is slower than the news arrives all the same", async () => {
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

test("nothing is asked for after the end", async () => {
  await show(["listInbox", "open"]);
  say("one", "message");
  say("two", "message");
  await settle();
  paced.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refetched).toEqual(["listInbox open"]);
});
