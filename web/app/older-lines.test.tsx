/** Tests that lists of a user's activities can load older entries. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { HardwarePage } from "../features/shop/HardwarePage.tsx";
import { Orders } from "../features/shop/Orders.tsx";
import { answer } from "../testing/network.ts";
import { fakeServer, renderPage } from "../testing/page.tsx";
import { Incoming } from "../features/wallet/deposit/Incoming.tsx";
import { RecentWithdrawals } from "../features/wallet/withdraw/RecentWithdrawals.tsx";

const server = fakeServer();

const AT = "2026-11-25T12:00:00.000Z";
const done = { state: "completed", confirmations: 6, confirmationsRequired: 6, blockHeight: 120 };

test.each([
  {
    list: <Incoming />,
    route: "GET /api/v1/wallet/deposits",
    label: "Older deposits",
    line: (name: string) => ({
      ...done,
      id: name,
      txid: name,
      state: "dropped",
      amountSats: 1_000,
      seenAt: AT,
    }),
  },
  {
    list: <RecentWithdrawals />,
    route: "GET /api/v1/withdrawals",
    label: "Older withdrawals",
    line: (name: string) => ({
      ...done,
      id: name,
      txid: name,
      method: "wallet",
      isSimulated: false,
      waitingReason: null,
      receivedSats: 1_000,
      createdAt: AT,
    }),
  },
  {
    list: <Orders />,
    route: "GET /api/v1/shop/orders",
    label: "Older orders",
    line: (name: string) => ({
      id: name,
      name,
      quantity: 1,
      priceSats: 1_000,
      totalSats: 1_000,
      orderedAt: AT,
    }),
  },
  {
    list: <HardwarePage />,
    route: "GET /api/v1/shop/rigs",
    label: "Older rigs",
    line: (name: string) => ({
      id: name,
      name,
      type: "ASIC miner",
      state: "idle",
      earnedSats: 0,
      powerPaidSats: 0,
      netSats: 0,
      sellBackSats: 0,
      stoppedAt: null,
      soldAt: null,
    }),
  },
])('the button "$label" loads older entries', async ({ list, route, label, line }) => {
  server.answer(route, ({ query }) =>
    query["cursor"] === undefined
      ? answer({ items: [line("newest")], nextCursor: "second", netSats: 0 })
      : answer({ items: [line(query["cursor"])], nextCursor: null, netSats: 0 }),
  );
  renderPage(list);
  const name = new RegExp(`^${label}`);
  fireEvent.click(await screen.findByRole("button", { name }));
  await screen.findByText("second");
  screen.getByText("newest");
  expect(screen.queryByRole("button", { name })).toBeNull();
});
