import { beforeEach, expect, test, vi } from "vitest";
import { instrumentNamed } from "#market";
import { encodeQuotes, type FrameQuote } from "../../../../api/quote-frame.ts";
import type { Board } from "./live-quote.ts";
import { createQuoteStore, type QuoteStore } from "./quote-store.ts";

let nowMs = 0;
let store: QuoteStore;
let dollar: () => void;
let yen: () => void;
let any: () => void;

beforeEach(() => {
  nowMs = 1_000_000;
  store = createQuoteStore(() => nowMs);
  [dollar, yen, any] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  store.subscribe("EUR_USD", dollar);
  store.subscribe("USD_JPY", yen);
  store.subscribeAll(any);
});

const idOf = (name: string) => instrumentNamed(name)?.id ?? -1;

function frame(...quotes: (Partial<FrameQuote> & { name: string })[]): ArrayBuffer {
  const bytes = encodeQuotes(
    quotes.map(({ name, ...quote }) => ({
      id: idOf(name),
      status: "tradeable",
      bid: 1_168_320,
      ask: 1_168_480,
      dayOpen: 1_170_000,
      timeMs: 5,
      ...quote,
    })),
  );
  return new Uint8Array(bytes).buffer;
}

const calls = (listener: () => void) => vi.mocked(listener).mock.calls.length;

test("a price change notifies only the subscribers of that price", () => {
  store.hearFrame(frame({ name: "EUR_USD" }, { name: "USD_JPY", bid: 1_594_000, ask: 1_594_200 }));
  expect([calls(dollar), calls(yen), calls(any)]).toEqual([1, 1, 1]);
  const before = store.get("EUR_USD");
  store.hearFrame(
    frame({ name: "EUR_USD", timeMs: 6 }, { name: "USD_JPY", bid: 1_594_010, ask: 1_594_200 }),
  );
  expect([calls(dollar), calls(yen), calls(any)]).toEqual([1, 2, 2]);
  expect(store.get("EUR_USD")).toBe(before);
  expect(store.get("USD_JPY")).toMatchObject({ bid: 1_594_010, timeMs: 5, dayOpen: 1_170_000 });
});

test("the store omits instruments without a price", () => {
  store.hearFrame(frame({ name: "EUR_USD", bid: 0, ask: 0 }, { name: "USD_JPY", dayOpen: 0 }));
  expect(store.get("EUR_USD")).toBeUndefined();
  expect(store.get("USD_JPY")?.dayOpen).toBeUndefined();
});

test("prices become stale after three seconds without a frame", () => {
  store.hearFrame(frame({ name: "EUR_USD" }));
  nowMs += 2_900;
  store.check();
  expect(store.isStale()).toBe(false);
  nowMs += 200;
  store.check();
  store.check();
  expect(store.isStale()).toBe(true);
  expect(calls(any)).toBe(2);
  store.hearFrame(frame({ name: "EUR_USD" }));
  expect(store.isStale()).toBe(false);
  expect(calls(any)).toBe(3);
});

test("prices of a closed market do not become stale", () => {
  store.hearFrame(frame({ name: "EUR_USD", status: "closed" }));
  nowMs += 60_000;
  store.check();
  expect(store.isStale()).toBe(false);
});

test("a delayed response does not replace a newer price", () => {
  const board = (time: string, bid: string): Board => ({
    practice: true,
    source: "practice",
    label: "Modelled",
    time,
    market: { isOpen: true, opensAt: time, closesAt: time },
    quotes: [
      {
        instrument: "EUR_USD",
        status: "tradeable",
        time,
        bid,
        ask: "1.16900",
        dayOpen: null,
        dayHigh: null,
        dayLow: null,
      },
    ],
  });
  store.hearAnswer(board("2026-11-23T10:00:05Z", "1.16832"));
  store.hearAnswer(board("2026-11-23T10:00:01Z", "1.16000"));
  expect(store.get("EUR_USD")?.bid).toBe(1_168_320);
});
