/** Tests the chart while its candles load, and the description of its sources. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { ForexChart } from "./ForexChart.tsx";
import { createLink } from "./link.ts";

const server = fakeServer();
const mid = { o: "1.1", h: "1.2", l: "1.0", c: "1.1" };
const candle = (time: string, source: string) => ({ time, volume: 1, complete: true, source, mid });

const NONE = { all: [], save: () => undefined, remove: () => undefined };

test("a chart names the candles that it loads, and then where each source begins", async () => {
  let answer: (response: Response) => void = () => undefined;
  server.answer("GET /api/v1/forex/candles", () => new Promise((resolve) => (answer = resolve)));
  renderPage(
    <ForexChart
      instrument="EUR_USD"
      timeframe="W"
      quote={undefined}
      trades={[]}
      orders={[]}
      layout={1}
      place={{ link: createLink("main"), id: "main" }}
      drawingDesk={{
        drawings: NONE,
        tool: undefined,
        onTool: () => undefined,
        snaps: false,
        onAlert: undefined,
      }}
    />,
  );
  expect((await screen.findByRole("status")).textContent).toBe(
    "Loading EUR/USD, candles of 1 week...",
  );
  const candles = [
    candle("2026-04-03T21:00:00.000Z", "modelled"),
    candle("2026-04-10T21:00:00.000Z", "bridged"),
    candle("2026-11-27T22:00:00.000Z", "practice"),
  ];
  answer(Response.json({ instrument: "EUR_USD", granularity: "W", label: "", candles }));
  const chart = await screen.findByRole("img");
  expect(chart.getAttribute("aria-label")).toContain(
    "From 2026-04-13: modelled, no ECB rate. From 2026-11-30: practice market.",
  );
});
