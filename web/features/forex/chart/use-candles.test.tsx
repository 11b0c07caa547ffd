/** Tests that each candle occurs exactly once on a page that stays open. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { fakeServer } from "../../../testing/page.tsx";
import { useCandles } from "./use-candles.ts";

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 8, 16, 9);
const server = fakeServer();

const timeOf = (minute: number) => new Date(START_MS + minute * MINUTE_MS).toISOString();

/** Mocks a server with one candle per minute, from minute -1,000 to the newest minute. */
function serve(newest: () => number) {
  server.answer("GET /api/v1/forex/candles", ({ query: { to, count } }) => {
    const end = to === undefined ? newest() : (Date.parse(to) - START_MS) / MINUTE_MS - 1;
    const first = Math.max(-1_000, end - Number(count) + 1);
    const candles = Array.from({ length: end - first + 1 }, (_, index) => ({
      time: timeOf(first + index),
      volume: 1,
      isComplete: true,
      mid: { o: "1.1", h: "1.1", l: "1.1", c: "1.1" },
    }));
    return Response.json({ instrument: "EUR_USD", granularity: "M1", candles });
  });
}

test("no candle is missing, however much time passes between two refreshes", async () => {
  let newest = 0;
  serve(() => newest);
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useCandles("EUR_USD", "M1"), { wrapper });
  await waitFor(() => expect(result.current.candles).toHaveLength(500));
  for (const passed of [1, 29, 30, 31, 200, 499, 500, 501, 2_000, 3]) {
    newest += passed;
    await client.refetchQueries({ predicate: ({ queryKey }) => queryKey.at(-1) === "newest" });
    await waitFor(() => expect(result.current.candles?.at(-1)?.time).toBe(timeOf(newest)));
    const times = result.current.candles?.map(({ time }) => time) ?? [];
    const whole = times.map((_, index) => timeOf(newest - times.length + 1 + index));
    expect(times).toEqual(whole);
    expect(times.length).toBeGreaterThanOrEqual(500);
  }
});
