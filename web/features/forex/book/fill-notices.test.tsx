/** Tests toasts about fills and ended orders that the user did not just request. */
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { shownToast } from "../../../ui/toasts/toast-store.ts";
import { isUnattended, useFillNotices } from "./use-fill-notices.ts";
import type { ForexEvent } from "./event-words.ts";

const server = fakeServer();

const event = (id: number, own: Partial<ForexEvent>): ForexEvent => ({
  id,
  type: "ORDER_FILL",
  at: "2026-11-23T10:00:00Z",
  orderId: `fxo_${id}`,
  tradeId: null,
  instrument: "EUR_CHF",
  units: -20_000,
  price: "1.02081",
  amountCents: 0,
  balanceCents: 59_850,
  detail: {},
  ...own,
});

const stop = {
  orderType: "STOP_LOSS",
  orderPrice: "1.19900",
  placedAt: "2026-11-23T09:00:00Z",
  sentAt: "2026-11-23T10:00:00Z",
};

function Notices() {
  const [last, setLast] = useState(7);
  useFillNotices(last);
  return (
    <button type="button" onClick={() => setLast(10)}>
      Next
    </button>
  );
}

function shownAfter(items: readonly ForexEvent[]) {
  server.answer("GET /api/v1/forex/transactions", () => Response.json({ items, nextCursor: null }));
  renderPage(<Notices />);
  fireEvent.click(screen.getByRole("button"));
}

test("a stop loss that closes a trade shows one toast, which names the trigger", async () => {
  shownAfter([event(10, { detail: stop })]);
  await vi.waitFor(() => expect(shownToast()?.title).toBe("Stop loss filled"));
  expect(shownToast()?.description).toContain("stop loss at 1.19900, 1,782 pips worse");
});

test("several simultaneous fills show one toast, without earlier fills", async () => {
  shownAfter([
    event(10, { detail: stop }),
    event(9, {
      type: "ORDER_CANCEL",
      detail: { orderType: "LIMIT", reason: "TIME_IN_FORCE_EXPIRED" },
    }),
    event(7, { detail: stop }),
  ]);
  await vi.waitFor(() => expect(shownToast()?.title).toBe("2 orders filled or ended"));
});

test.each<[string, Partial<ForexEvent>, boolean]>([
  ["a market order", { detail: { orderType: "MARKET" } }, false],
  ["a stop-out", { detail: { orderType: "MARKET", reason: "MARGIN_CLOSEOUT" } }, true],
  ["a trigger", { detail: stop }, true],
  ["an order that filled at once", { detail: { ...stop, placedAt: stop.sentAt } }, false],
  [
    "a cancel",
    { type: "ORDER_CANCEL", detail: { orderType: "LIMIT", reason: "CLIENT_REQUEST" } },
    false,
  ],
  ["financing of 1 USD", { type: "DAILY_FINANCING", amountCents: -100 }, false],
  ["financing over 1 USD", { type: "DAILY_FINANCING", amountCents: -101 }, true],
])("isUnattended classifies %s", (_, own, isTold) => {
  expect(isUnattended(event(1, own))).toBe(isTold);
});
