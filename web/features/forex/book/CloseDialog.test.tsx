/**
 * Tests that the dialog closes only the position or trade for which it was opened. If the position
 * or trade has changed, closing is blocked, except for a retry of a request whose response was
 * lost.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { CloseDialog } from "./CloseDialog.tsx";
import type { Open } from "./use-is-another.ts";

const server = fakeServer();
const POSITION = { instrument: "EUR_USD", units: 1500 };
const TRADE = { ...POSITION, tradeId: "fxt_1" };

function hold(units: number): void {
  const items = units === 0 ? [] : [{ id: "fxt_1", instrument: "EUR_USD", units }];
  server.answer("GET /api/v1/forex/positions", () => Response.json({ items }));
  server.answer("GET /api/v1/forex/trades", () => Response.json({ items, nextCursor: null }));
}

function show(open: Open): { readonly isClosed: () => boolean } {
  let isClosed = false;
  renderPage(<CloseDialog open={open} onClose={() => void (isClosed = true)} />);
  return { isClosed: () => isClosed };
}

const press = () => fireEvent.click(screen.getByRole("button", { name: /Closing/ }));
const sent = () => server.requests.filter(({ route }) => /^P(OS|U)T/.test(route));

test.each([
  ["position", POSITION],
  ["trade", TRADE],
])("a %s that has changed cannot be closed", async (what, open) => {
  hold(1400);
  const { isClosed } = show(open);
  await screen.findByText(
    `The ${what} in EUR/USD has changed. Close this dialog and check the ${what} again.`,
  );
  press();
  expect(sent()).toEqual([]);
  expect(isClosed()).toBe(false);
});

test.each([
  ["position", POSITION, "/api/v1/forex/positions/EUR_USD/close"],
  ["trade", TRADE, "/api/v1/forex/trades/fxt_1/close"],
])("a %s is closed once if the response is lost", async (_, open, path) => {
  hold(1500);
  const { isClosed } = show(open);
  server.answer(`PUT ${path}`, () => {
    hold(0);
    throw new TypeError("the connection is cut");
  });
  press();
  await screen.findByText(/^No answer/);
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  const order = { instrument: "EUR_USD", units: -1500, state: "FILLED" };
  server.answer(`PUT ${path}`, () =>
    Response.json({ order, fill: { units: -1500, price: "1.1" } }),
  );
  press();
  await waitFor(() => expect(isClosed()).toBe(true));
  const [first] = sent();
  expect(sent()).toEqual([first, first]);
});
