/**
 * Tests reports on orders: the figures of a fill, the explanation of a stop-out, and the reason why
 * an order was not filled.
 */
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { FillReport } from "./FillReport.tsx";

const server = fakeServer();
const AT = "2026-09-16T10:00:00.400Z";

const order = {
  id: "fxo_1",
  type: "MARKET",
  instrument: "GBP_JPY",
  units: -1_000,
  price: null,
  state: "FILLED",
  reasonText: null,
  createdAt: "2026-09-16T10:00:00.213Z",
};

const fill = {
  id: 7,
  type: "ORDER_FILL",
  at: AT,
  orderId: "fxo_1",
  tradeId: null,
  instrument: "GBP_JPY",
  units: -1_000,
  price: "214.493",
  amountCents: -43,
  balanceCents: 299_207,
  detail: {
    source: "Modelled prices of a test",
    orderType: "MARKET",
    sentAt: "2026-09-16T10:00:00.213Z",
    seen: { bid: "214.500", ask: "214.534", time: "2026-09-16T10:00:00.200Z" },
    used: { bid: "214.493", ask: "214.527", time: AT },
    latencyMs: 61,
    movedForUser: -70,
    spreadPips: "3.40",
    halfSpreadCents: "11",
    sizeTenths: 0,
    marginBeforeCents: "40941",
    marginAfterCents: "36466",
    levelAfter: "82170",
    reductions: [
      {
        tradeId: "fxt_1",
        units: 1_000,
        entry: "214.561",
        factor: "1/160",
        realisedCents: "-43",
        isClosed: true,
      },
    ],
  },
};

beforeEach(() => {
  server.answer("GET /api/v1/forex/days/2026-09-16", () =>
    Response.json({ seed: null, closesAt: "2026-09-16T21:00:00.000Z" }),
  );
});

async function renderReport(report: object): Promise<string> {
  server.answer("GET /api/v1/forex/orders/fxo_1/report", () =>
    Response.json({ order, fill, others: [], ...report }),
  );
  renderPage(<FillReport orderId="fxo_1" />);
  await screen.findByText(/^Sell .*(GBP\/JPY|EUR\/USD)/);
  return document.body.textContent;
}

test("the report on a fill shows all figures and when the seed becomes public", async () => {
  const text = await renderReport({});
  for (const words of [
    "Sell 1,000 GBP/JPY at 214.493",
    "214.500 / 214.534",
    "61 ms",
    "0.7 pips against you",
    "3.4 pips; half the spread is 0.11 USD",
    "1,000 from 214.561",
    "\u22120.43 USD",
    "1 JPY = 0.006250 USD",
    "409.41 USD",
    "821.70 %",
  ])
    expect(text).toContain(words);
  await screen.findByText(/is secret until 16 Sept 2026/);
});

test("the report on a triggered fill shows the trigger and the slippage", async () => {
  const detail = {
    ...fill.detail,
    orderType: "STOP_LOSS",
    orderPrice: "216.275",
    caughtUp: true,
    caughtUpAt: "2026-09-16T10:10:00.000Z",
  };
  const text = await renderReport({ fill: { ...fill, detail } });
  expect(text).toContain("stop loss at 216.275");
  expect(text).toContain("178 pips worse");
  expect(text).toContain("An outage delayed this fill.");
});

test("the report on a stop-out shows what would have avoided it", async () => {
  const detail = {
    reason: "MARGIN_CLOSEOUT",
    navCents: "194500",
    marginUsedCents: "393150",
    marginRate: 333_333,
    level: "4947",
    used: { bid: "1.17940", ask: "1.17950", time: AT },
    reductions: [{ units: 100_000, entry: "1.20000", factor: "1/1", realisedCents: "-206000" }],
  };
  const stopped = { instrument: "EUR_USD", units: -100_000, price: "1.17940", detail };
  const text = await renderReport({
    order: { ...order, instrument: "EUR_USD" },
    fill: { ...fill, ...stopped, amountCents: -206_000 },
  });
  expect(text).toContain("Your account was worth 1,945.00 USD");
  expect(text).toContain("Another 20.76 USD in the account would have kept the position open");
});

test("the report on an unfilled order shows the reason", async () => {
  const cancelled = {
    ...order,
    state: "CANCELLED",
    reasonText: "The price was worse than its bound.",
  };
  expect(await renderReport({ order: cancelled, fill: null })).toContain(
    "Not filled. The price was worse than its bound.",
  );
});
