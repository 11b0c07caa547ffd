/** Tests the analysis tab: its empty state, grey rows, intervals and working. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { Analysis } from "./Analysis.tsx";

const server = fakeServer();

const none = { value: null, low: null, high: null };

function figuresOf(n: number, wins: number) {
  return {
    n,
    wins,
    losses: n - wins,
    resultCents: 5_000,
    gainCents: 20_000,
    lossCents: -15_000,
    spreadCents: 900,
    conversionCents: 100,
    financingCents: -50,
    withoutConversion: 0,
    winRate: { value: "0.4500", low: "0.3011", high: "0.6091" },
    payoff: none,
    profitFactor: { value: "1.3333", low: "0.7000", high: "2.5000" },
    expectancy: { cents: 125, lowCents: -40, highCents: 290 },
    expectancyR: { ...none, n: 0 },
    costShare: { value: "0.0525", low: null, high: null },
    averageSizeCents: 250_000,
  };
}

function answer(n: number, wins: number) {
  const rows = [
    { key: "EUR_USD", ...figuresOf(n - 5, wins) },
    { key: "USD_JPY", ...figuresOf(5, 0) },
  ];
  return {
    practice: true,
    replayId: null,
    season: 1,
    from: null,
    to: null,
    tradesMin: 30,
    isComplete: true,
    figures: figuresOf(n, wins),
    equity: { days: [], resultCents: 5_000, largest: null, recoveryFactor: null },
    breakdowns: { instrument: rows, side: [], session: [], weekday: [], holding: [] },
    habits: { stops: [], haste: [], after: [] },
    excursions: { prices: "M5-candles", rows: [] },
    calendar: [],
    totals: {
      closedTrades: n,
      closedCents: 5_000,
      openTrades: 0,
      openBookedCents: 0,
      transfersCents: 0,
      protectionCents: 0,
      eventsCents: 5_000,
      fundsCostCents: 0,
    },
  };
}

function show(n: number, wins: number): void {
  server.answer("GET /api/v1/forex/analysis", () => Response.json(answer(n, wins)));
  renderPage(<Analysis />);
}

test("an account without closed trades sees what will appear", async () => {
  show(0, 0);
  expect(await screen.findByText("No closed trades yet")).toBeDefined();
  expect(screen.queryByText("Profit factor")).toBeNull();
});

test("an account with trades outside the selection does not see that it has none", async () => {
  const selected = answer(0, 0);
  server.answer("GET /api/v1/forex/analysis", () =>
    Response.json({ ...selected, totals: { ...selected.totals, closedTrades: 3 } }),
  );
  renderPage(<Analysis />);
  expect(await screen.findByText("No closed trade matches")).toBeDefined();
  expect(screen.queryByText("No closed trades yet")).toBeNull();
});

test("rows below thirty trades say that they are too few, and others do not", async () => {
  show(40, 18);
  const few = await screen.findByRole("row", { name: /^USD\/JPY/ });
  expect(within(few).getByText("Too few to say")).toBeDefined();
  const many = screen.getByRole("row", { name: /^EUR\/USD/ });
  expect(within(many).queryByText("Too few to say")).toBeNull();
  expect(within(many).getByText("95 %: 30.1 % to 60.9 %")).toBeDefined();
});

test("the working puts the numbers into the formula", async () => {
  show(40, 18);
  fireEvent.click(await screen.findByRole("button", { name: "Show working" }));
  const dialog = within(screen.getByRole("dialog", { name: "Show working" }));
  expect(dialog.getByText("= 200.00 + (−150.00)")).toBeDefined();
  expect(dialog.getByText("= 200.00 / 150.00")).toBeDefined();
  expect(dialog.getByText("= 18 / 40")).toBeDefined();
  expect(dialog.getByText("= (9.00 + 1.00 − (−0.50)) / 200.00")).toBeDefined();
  expect(dialog.getByText("= (200.00 / 18) / (150.00 / 22)")).toBeDefined();
});
