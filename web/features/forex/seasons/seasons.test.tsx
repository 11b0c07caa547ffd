/** Tests the season dialog and the choice of a season. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { SeasonBar } from "./SeasonBar.tsx";

const server = fakeServer();
const SEASONS = "/api/v1/forex/account/seasons";

const ended = {
  number: 1,
  beganAt: "2026-09-01T07:00:00.000Z",
  endedAt: "2026-10-02T07:00:00.000Z",
  lastTransactionId: 9,
  trades: 3,
  wins: 1,
  losses: 2,
  closedCents: -500,
  transfersCents: 500,
  protectionCents: 0,
  fundsCostCents: 10,
  resultCents: -510,
  equityCents: 9_500,
  returnedSats: 150_000,
};

function show(current: object, items: readonly object[]): void {
  server.answer(`GET ${SEASONS}`, () => Response.json({ current, items, nextCursor: null }));
  server.answer("GET /api/v1/forex/account", () =>
    Response.json({
      balanceCents: 1_000_000,
      navCents: 990_000,
      principalSats: 20_000_000,
      principalCents: 1_000_000,
      highestCentsPerBtc: 6_000_000,
      centsPerBtc: 6_000_000,
      conversionCost: "0.001",
      pendingOrderCount: 2,
      lastTransactionId: 12,
    }),
  );
  server.answer("GET /api/v1/forex/positions", () =>
    Response.json({
      items: [{ instrument: "EUR_USD", units: 5_000, unrealisedCents: -10_000 }],
      nextCursor: null,
    }),
  );
  renderPage(<SeasonBar />);
}

const SECOND = { number: 2, beganAt: ended.endedAt, isEmpty: false };

async function openDialog() {
  fireEvent.click(await screen.findByRole("button", { name: "Start a new season…" }));
  return within(await screen.findByRole("dialog", { name: "Start a new season" }));
}

test("the dialog shows positions, orders and the coins that return", async () => {
  show(SECOND, [ended]);
  const dialog = await openDialog();
  expect(await dialog.findByText("EUR/USD, long 5,000")).toBeDefined();
  expect(dialog.getByText("Orders cancelled")).toBeDefined();
  // 990,000 of 1,000,000 cents of the coins remain.
  expect(dialog.getByText("about 0.19800000 BTC")).toBeDefined();
  expect(dialog.getByRole("button", { name: /^End season 2/ })).toBeDefined();
});

test("the request names the season that the dialog shows", async () => {
  server.answer(`POST ${SEASONS}`, () =>
    Response.json({
      number: 3,
      closedPositions: 1,
      cancelledOrders: 2,
      amountCents: 989_900,
      amountSats: 19_798_000,
    }),
  );
  show(SECOND, [ended]);
  const dialog = await openDialog();
  await dialog.findByText("EUR/USD, long 5,000");
  fireEvent.click(dialog.getByRole("button", { name: /^End season 2/ }));
  await waitFor(() =>
    expect(server.requests.find(({ route }) => route === `POST ${SEASONS}`)?.body).toEqual({
      ends: 2,
    }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a refusal stays in the dialog", async () => {
  const text = "Your open positions cannot be closed now.";
  server.answer(`POST ${SEASONS}`, () =>
    Response.json(
      { title: "Market Closed", detail: text, status: 409, code: "season_market_closed" },
      { status: 409 },
    ),
  );
  show(SECOND, [ended]);
  const dialog = await openDialog();
  await dialog.findByText("EUR/USD, long 5,000");
  fireEvent.click(dialog.getByRole("button", { name: /^End season 2/ }));
  expect(await dialog.findByText(new RegExp(text))).toBeDefined();
});

test("the choice offers the current season, ended seasons and all seasons", async () => {
  show(SECOND, [ended]);
  const choice = await screen.findByLabelText("Season");
  expect([...choice.querySelectorAll("option")].map(({ textContent }) => textContent)).toEqual([
    "Season 2 (current)",
    "Season 1, ended 2 Oct 2026",
    "All seasons",
  ]);
});

test("an account in its first season has no choice, and an empty season cannot end", async () => {
  show({ number: 1, beganAt: ended.beganAt, isEmpty: true }, []);
  await waitFor(() =>
    expect(server.requests.some(({ route }) => route === `GET ${SEASONS}`)).toBe(true),
  );
  expect(screen.queryByLabelText("Season")).toBeNull();
  expect(screen.queryByRole("button", { name: "Start a new season…" })).toBeNull();
});
