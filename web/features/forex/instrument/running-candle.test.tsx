/**
 * Tests that after the loaded candle ends, live prices form the next candle until the server's
 * candle is loaded.
 */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { useEffect } from "react";
import { expect, test } from "vitest";
import { instrumentNamed } from "#market";
import { encodeQuotes } from "../../../../api/quote-frame.ts";
import { fakeServer } from "../../../testing/page.tsx";
import { useQuoteStore } from "../quotes/use-quotes.ts";
import { RunningCandle } from "./RunningCandle.tsx";

const START_MS = Date.UTC(2026, 8, 16, 9);
const MINUTE_MS = 60_000;
const server = fakeServer();

let store: ReturnType<typeof useQuoteStore> | undefined;
function Store() {
  const own = useQuoteStore();
  useEffect(() => {
    store = own;
  }, [own]);
  return null;
}

/** Sends a price of 1.16 plus `pips`. */
function hear(pips: number, timeMs: number): void {
  const id = instrumentNamed("EUR_USD")?.id ?? -1;
  const mid = 1_160_000 + pips * 100;
  const quote = { id, status: "tradeable", bid: mid, ask: mid, dayOpen: mid, timeMs } as const;
  act(() => store?.hearFrame(new Uint8Array(encodeQuotes([quote])).buffer));
}

const shown = () => document.body.textContent?.replaceAll(/\s+/g, " ");

test("a candle built from live prices keeps its open, high and low", async () => {
  const mid = { o: "1.16100", h: "1.16200", l: "1.16050", c: "1.16150" };
  const candle = { time: new Date(START_MS).toISOString(), volume: 1, isComplete: false, mid };
  server.answer("GET /api/v1/forex/candles", () =>
    Response.json({ instrument: "EUR_USD", granularity: "M1", candles: [candle] }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Store />
      <RunningCandle instrument="EUR_USD" timeframe="M1" />
    </QueryClientProvider>,
  );
  await screen.findByText(/1\.1610/);
  for (const [pips, atMs] of [
    [30, MINUTE_MS],
    [50, MINUTE_MS + 1_000],
    [20, MINUTE_MS + 2_000],
    [40, MINUTE_MS + 3_000],
  ] as const)
    hear(pips, START_MS + atMs);
  expect(shown()).toMatch(/O 1\.1630.*H 1\.1650.*L 1\.1620.*C 1\.1640/);
  hear(10, START_MS + 2 * MINUTE_MS);
  expect(shown()).toMatch(/O 1\.1610.*H 1\.1610.*L 1\.1610.*C 1\.1610/);
});
